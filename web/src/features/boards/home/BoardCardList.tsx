import type { BoardListRow } from "@retro/contract/boards";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import type { BoardMenuState } from "../header/BoardActions.tsx";
import type { BoardList } from "./boardList.ts";
import { BoardCard } from "./BoardCard.tsx";
import { refreshBoards, retitleBoard, dropBoard } from "./useMyBoards.ts";
import { limits } from "@retro/contract/limits";
import { api } from "../../../api/client.ts";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";

/** Removes a board from the user's list at once, with Undo [B1]; the board itself stays. */
function useRemoveBoard(): (board: BoardListRow) => void {
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

const BoardActions = lazyPart(() => import("../header/BoardActions.tsx"), "BoardActions");

interface Props {
  rows: readonly BoardListRow[];
  onOpen: (id: string) => void;
  onMove: (board: BoardListRow) => void;
  focusElsewhere: () => void;
}

export function BoardCardList({ rows, onOpen, onMove, focusElsewhere }: Props) {
  const list = useMyList();
  const [menu, setMenu] = useState<BoardMenuState | null>(null);
  const [copying, setCopying] = useState<string | null>(null);
  return (
    <>
      <ul className="board-cards">
        {rows.map((board) => (
          <BoardCard
            key={board.id}
            board={board}
            busy={board.id === copying}
            onMenu={(button) => setMenu({ board, button, open: true })}
          />
        ))}
      </ul>
      {menu !== null && (
        <BoardActions
          menu={menu}
          onClose={() => setMenu({ ...menu, open: false })}
          list={list}
          onOpen={onOpen}
          onMove={onMove}
          onCopying={setCopying}
          focusElsewhere={focusElsewhere}
        />
      )}
    </>
  );
}

function useMyList(): BoardList {
  const t = useT();
  const client = useQueryClient();
  return {
    remove: { label: t("boards.remove"), act: useRemoveBoard(), onlyIfManaged: false },
    restorePath: (id) => `boards/${id}/restore`,
    retitle: (id, title) => retitleBoard(client, id, title),
    refresh: () => refreshBoards(client),
  };
}
