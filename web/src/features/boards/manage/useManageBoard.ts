import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { call } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";

interface ManagedBoard {
  id: string;
  title: string;
}
export type SendToBoard = (
  id: string,
  method: "PUT" | "DELETE",
  path: string,
  body?: unknown,
) => Promise<unknown>;

/** For a board that is not open. It gives the `data` of the answer. */
export const sendToClosedBoard: SendToBoard = async (id, method, path, body) =>
  (await call(method, `boards/${id}${path}`, body)).data;

/** @param restorePath the call that restores a board, below `/api/v1/` */
export function useManageBoard(
  send: SendToBoard,
  onChanged: () => void,
  restorePath = (id: string) => `boards/${id}/restore`,
) {
  const t = useT();
  const run = async (work: Promise<unknown>, done: () => void): Promise<void> => {
    try {
      await work;
      done();
      onChanged();
    } catch (error) {
      toastError(error);
    }
  };
  const say = (key: MessageKey, { title }: ManagedBoard) =>
    toast({ message: t(key, { title }), kind: "success" });
  const restore = (board: ManagedBoard) =>
    run(call("PUT", restorePath(board.id)), () => say("manage.restored", board));
  return {
    restore,
    lock: (board: ManagedBoard, locked: boolean) =>
      run(send(board.id, "PUT", "/lock", { locked }), () =>
        say(locked ? "manage.lockedNow" : "manage.unlockedNow", board),
      ),
    archive: (board: ManagedBoard, archived: boolean) =>
      run(send(board.id, "PUT", "/archive", { archived }), () =>
        say(archived ? "manage.archivedNow" : "manage.unarchivedNow", board),
      ),
    /** Out of a space whose link its creator does not have [G3]. */
    takeOut: (board: ManagedBoard) =>
      run(call("DELETE", `boards/${board.id}/space`), () => say("spaces.takenOutOwn", board)),
    bin: (board: ManagedBoard) =>
      run(send(board.id, "DELETE", ""), () =>
        toast({
          message: t("manage.binned", { title: board.title }),
          duration: limits.undoMs,
          action: toastButton(t("manage.restore"), () => void restore(board)),
        }),
      ),
  };
}
