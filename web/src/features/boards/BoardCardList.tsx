import type { BoardListRow } from "@retro/contract/entities";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import { BoardCard } from "./BoardCard.tsx";
import { useCopyBoard } from "./useCopyBoard.ts";
import { sendToClosedBoard, useManageBoard } from "./useManageBoard.ts";
import { refreshBoards, retitleBoard } from "./useMyBoards.ts";
import { useRemoveBoard } from "./useRemoveBoard.ts";

const BoardCardMenu = lazyPart(() => import("./BoardCardMenu.tsx"), "BoardCardMenu");
const RenameBoardDialog = lazyPart(() => import("./RenameBoardDialog.tsx"), "RenameBoardDialog");
const PassphraseDialog = lazyPart(() => import("./PassphraseDialog.tsx"), "PassphraseDialog");

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
  const manage = useManageBoard(sendToClosedBoard, () => void refreshBoards(client));
  const [guarded, setGuarded] = useState<BoardListRow | null>(null);
  const copied = rows.find(({ id }) => id === copying)?.title;

  const leaving = useLeavingCard(list, focusElsewhere);

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
          board={menu.board}
          onClose={() => setMenu({ ...menu, open: false })}
          actions={{
            rename: () => setRenamed(menu.board),
            duplicate: () => copy(menu.board, true),
            createFrom: () => copy(menu.board, false),
            move: () => onMove(menu.board),
            remove: () => leaving(remove, menu.board),
            lock: () => void manage.lock(menu.board, menu.board.locked !== true),
            archive: () => leaving((board) => manage.archive(board, board.archived !== true), menu.board),
            passphrase: () => setGuarded(menu.board),
            bin: () => leaving(manage.bin, menu.board),
            restore: () => leaving(manage.restore, menu.board),
          }}
        />
      )}
      <CardDialogs {...{ guarded, setGuarded, renamed, setRenamed }} />
    </>
  );
}

/** Puts the focus on the neighbour of a card before an act that takes the card out of the list. */
function useLeavingCard(list: RefObject<HTMLUListElement | null>, focusElsewhere: () => void) {
  return (act: (board: BoardListRow) => unknown, board: BoardListRow): void => {
    const cards = [...(list.current?.children ?? [])] as HTMLElement[];
    const at = cards.findIndex((card) => card.dataset["board"] === board.id);
    const neighbour = (cards[at + 1] ?? cards[at - 1])?.querySelector<HTMLElement>(".card-menu");
    if (neighbour == null) focusElsewhere();
    else neighbour.focus();
    void act(board);
  };
}

interface DialogsProps {
  /** The board whose passphrase is being set. */
  guarded: BoardListRow | null;
  setGuarded: (board: null) => void;
  /** The board that is being renamed. */
  renamed: BoardListRow | null;
  setRenamed: (board: null) => void;
}

function CardDialogs({ guarded, setGuarded, renamed, setRenamed }: DialogsProps) {
  const client = useQueryClient();
  return (
    <>
      {guarded !== null && (
        <PassphraseDialog
          boardId={guarded.id}
          isSet={guarded.passphrase !== undefined}
          send={sendToClosedBoard}
          onClose={() => setGuarded(null)}
          onChanged={() => void refreshBoards(client)}
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
