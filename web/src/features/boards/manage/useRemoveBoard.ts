import type { BoardListRow } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";
import { dropBoard, refreshBoards } from "../home/useMyBoards.ts";

/** Removes a board from the user's list at once, with Undo [B1]; the board itself stays. */
export function useRemoveBoard(): (board: BoardListRow) => void {
  const t = useT();
  const client = useQueryClient();
  return ({ id, title }) => {
    const path = `boards/${id}/visit`;
    dropBoard(client, id);
    const removal = api.delete(path);
    const undo = async () => {
      // The two calls must not overtake each other.
      await removal.catch(() => undefined);
      await api.put(path).catch(toastError);
      await refreshBoards(client);
    };
    const close = toast({
      message: t("boards.removed", { title }),
      duration: limits.undoMs,
      action: toastButton(t("stickers.undo"), () => void undo()),
    });
    removal.catch((error: unknown) => {
      close();
      toastError(error);
    });
    void removal.catch(() => undefined).then(() => refreshBoards(client));
  };
}
