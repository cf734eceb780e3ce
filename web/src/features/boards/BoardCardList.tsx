import type { BoardListRow } from "@retro/contract/entities";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import { BoardCard } from "./BoardCard.tsx";
import { useCopyBoard } from "./useCopyBoard.ts";
import { refreshBoards, retitleBoard } from "./useMyBoards.ts";
import { useRemoveBoard } from "./useRemoveBoard.ts";

const BoardCardMenu = lazyPart(() => import("./BoardCardMenu.tsx"), "BoardCardMenu");
const RenameBoardDialog = lazyPart(() => import("./RenameBoardDialog.tsx"), "RenameBoardDialog");

interface Props {
  rows: readonly BoardListRow[];
  onOpen: (id: string) => void;
  /** Asks to which space a board moves. */
  onMove: (board: BoardListRow) => void;
  /** Puts the focus outside the list when the last card is removed. */
  focusElsewhere: () => void;
}

/** The cards, with the menu that all of them share. */
export function BoardCardList({ rows, onOpen, onMove, focusElsewhere }: Props) {
  const t = useT();
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const [menu, setMenu] = useState<{ board: BoardListRow; button: HTMLElement; open: boolean } | null>(null);
  const [renamed, setRenamed] = useState<BoardListRow | null>(null);
  const { copying, copy } = useCopyBoard(onOpen);
  const remove = useRemoveBoard();
  const copied = rows.find(({ id }) => id === copying)?.title;

  const removeCard = (board: BoardListRow) => {
    const cards = [...(list.current?.children ?? [])] as HTMLElement[];
    const at = cards.findIndex((card) => card.dataset["board"] === board.id);
    const next = (cards[at + 1] ?? cards[at - 1])?.querySelector<HTMLElement>(".card-menu");
    (next ?? { focus: focusElsewhere }).focus();
    remove(board);
  };

  return (
    <>
      <ul className="board-cards" ref={list}>
        {rows.map((board) => (
          <BoardCard
            key={board.id}
            board={board}
            busy={board.id === copying}
            onMenu={(button) => setMenu({ board, button, open: true })}
          />
        ))}
      </ul>
      <p className="sr-only" role="status">
        {copied !== undefined && t("boards.duplicating", { title: copied })}
      </p>
      {menu !== null && (
        <BoardCardMenu
          open={menu.open}
          button={menu.button}
          mayRename={menu.board.can_edit === true}
          onClose={() => setMenu({ ...menu, open: false })}
          actions={{
            rename: () => setRenamed(menu.board),
            duplicate: () => copy(menu.board, true),
            createFrom: () => copy(menu.board, false),
            move: () => onMove(menu.board),
            remove: () => removeCard(menu.board),
          }}
        />
      )}
      {renamed !== null && (
        <RenameBoardDialog
          board={renamed}
          onCancel={() => setRenamed(null)}
          onRenamed={(title) => {
            retitleBoard(client, renamed.id, title);
            setRenamed(null);
            void refreshBoards(client);
          }}
        />
      )}
    </>
  );
}
