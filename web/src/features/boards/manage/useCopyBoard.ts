import { copyMeta } from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/boards";
import type { Board, BoardListRow } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import { asApiError, call } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";
import type { BoardList } from "../home/boardList.ts";

async function requestCopy(id: string, stickers: boolean): Promise<{ board: Board; leftOut: number }> {
  const { data, meta } = await call("POST", `boards/${id}/copies`, { stickers }, { schema: boardSchema });
  return { board: data, leftOut: copyMeta.parse(meta).left_out };
}

interface Options {
  onOpen: (id: string) => void;
  onCopying: (id: string | null) => void;
  list: Pick<BoardList, "place" | "refresh">;
}

/** While a copy is made, the menus do not offer another one. */
export function useCopyBoard({ onOpen, onCopying, list }: Options) {
  const t = useT();
  const isOpen = useStillOpen();
  const [copying, setCopying] = useState<BoardListRow | null>(null);

  const announce = ({ board, leftOut }: { board: Board; leftOut: number }, refusal: string | null) => {
    const { title } = board;
    const message =
      refusal === null
        ? t("boards.addedToList", { title })
        : `${t("boards.copyOutside", { title })} ${refusal}`;
    toast({
      message: leftOut === 0 ? message : `${message}. ${t("boards.leftOut", { count: leftOut })}`,
      kind: leftOut === 0 && refusal === null ? "success" : "warning",
      duration: limits.undoMs,
      action: toastButton(t("boards.open"), () => onOpen(board.id)),
    });
  };
  const copy = async (board: BoardListRow, stickers: boolean): Promise<void> => {
    const begin = (next: BoardListRow | null) => {
      setCopying(next);
      onCopying(next?.id ?? null);
    };
    begin(board);
    try {
      const made = await requestCopy(board.id, stickers);
      let refusal: string | null = null;
      await list.place?.(made.board.id).catch((error: unknown) => {
        refusal = asApiError(error).message;
      });
      // The user may have left the list. Then the new board does not open; the message offers it.
      const staysHere = stickers || !isOpen();
      if (staysHere) await list.refresh();
      if (staysHere || refusal !== null) announce(made, refusal);
      if (!staysHere) onOpen(made.board.id);
    } catch (error) {
      toastError(error);
    } finally {
      begin(null);
    }
  };
  return { copying, copy: (board: BoardListRow, stickers: boolean) => void copy(board, stickers) };
}
