import { copyMeta } from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/entities";
import type { Board, BoardListRow } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError, call } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { toast } from "../../ui/toast.ts";
import { toastButton } from "../../ui/toastButton.tsx";
import { refreshBoards } from "./useMyBoards.ts";

/** Asks the server for a copy of a board (B2, B3). @throws ApiError */
async function requestCopy(id: string, stickers: boolean): Promise<{ board: Board; leftOut: number }> {
  const { data, meta } = await call("POST", `boards/${id}/copies`, { stickers }, { schema: boardSchema });
  return { board: data, leftOut: copyMeta.parse(meta).left_out };
}

/**
 * Duplicates boards and creates boards from them, one at a time. A duplicate appears in the list; a board made from another one opens.
 * @param onOpen opens a board
 * @returns `copying`: the id of the board that is being copied
 */
export function useCopyBoard(onOpen: (id: string) => void) {
  const t = useT();
  const client = useQueryClient();
  const [copying, setCopying] = useState<string | null>(null);

  const announce = ({ board, leftOut }: { board: Board; leftOut: number }) => {
    const message = t("boards.duplicated", { title: board.title });
    toast({
      message: leftOut === 0 ? message : `${message}. ${t("boards.leftOut", { count: leftOut })}`,
      kind: leftOut === 0 ? "success" : "warning",
      duration: limits.undoMs,
      action: toastButton(t("boards.open"), () => onOpen(board.id)),
    });
  };
  const copy = async (board: BoardListRow, stickers: boolean): Promise<void> => {
    if (copying !== null) return;
    setCopying(board.id);
    try {
      const made = await requestCopy(board.id, stickers);
      if (stickers) {
        await refreshBoards(client);
        announce(made);
      } else onOpen(made.board.id);
    } catch (error) {
      toast({ message: asApiError(error).message, kind: "error" });
    } finally {
      setCopying(null);
    }
  };
  return { copying, copy: (board: BoardListRow, stickers: boolean) => void copy(board, stickers) };
}
