import type { BoardListRow } from "@retro/contract/boards";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import type { BoardList } from "../home/boardList.ts";
import { BoardCardMenu } from "../home/BoardCardMenu.tsx";
import { useCopyBoard } from "../manage/useCopyBoard.ts";
import { sendToClosedBoard, useManageBoard } from "../manage/useManageBoard.ts";

const RenameBoardDialog = lazyPart(() => import("./RenameBoardDialog.tsx"), "RenameBoardDialog");
const PassphraseDialog = lazyPart(() => import("../manage/PassphraseDialog.tsx"), "PassphraseDialog");

/** Stays rendered while it is closed, because of the dialogs that it opens. */
export interface BoardMenuState {
  board: BoardListRow;
  button: HTMLElement;
  open: boolean;
}

interface Props {
  menu: BoardMenuState;
  onClose: () => void;
  list: BoardList;
  onOpen: (id: string) => void;
  onMove: (board: BoardListRow) => void;
  onCopying: (id: string | null) => void;
  focusElsewhere: () => void;
}

export function BoardActions({ menu, onClose, list, onOpen, onMove, onCopying, focusElsewhere }: Props) {
  const t = useT();
  const { button } = menu;
  // A board whose passphrase the user has not given has no title here.
  const title = menu.board.passphrase === "needed" ? t("manage.passphraseNeeded") : menu.board.title;
  const board = { ...menu.board, title };
  const refresh = () => void list.refresh();
  const { copying, copy } = useCopyBoard({ onOpen, onCopying, list });
  const manage = useManageBoard(sendToClosedBoard, refresh, list.restorePath);
  const [renamed, setRenamed] = useState<BoardListRow | null>(null);
  const [guarded, setGuarded] = useState<BoardListRow | null>(null);
  const leave = (act: (board: BoardListRow) => unknown) => () => {
    focusNeighbour(button, focusElsewhere);
    void act(board);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {copying !== null && t("boards.duplicating", { title: copying.title })}
      </p>
      <BoardCardMenu
        open={menu.open}
        button={button}
        board={board}
        copying={copying !== null}
        onClose={onClose}
        remove={list.remove}
        actions={{
          rename: () => setRenamed(board),
          duplicate: () => copy(board, true),
          createFrom: () => copy(board, false),
          move: () => onMove(board),
          remove: leave(list.remove.act),
          lock: () => void manage.lock(board, board.locked !== true),
          archive: leave(() => manage.archive(board, board.archived !== true)),
          passphrase: () => setGuarded(board),
          bin: leave(manage.bin),
          restore: leave(manage.restore),
          takeOut: () => void manage.takeOut(board),
        }}
      />
      <Dialogs {...{ list, guarded, setGuarded, renamed, setRenamed }} />
    </>
  );
}

interface DialogsProps {
  list: BoardList;
  guarded: BoardListRow | null;
  setGuarded: (board: null) => void;
  renamed: BoardListRow | null;
  setRenamed: (board: null) => void;
}

function Dialogs({ list, guarded, setGuarded, renamed, setRenamed }: DialogsProps) {
  const refresh = () => void list.refresh();
  return (
    <>
      {guarded !== null && (
        <PassphraseDialog
          boardId={guarded.id}
          isSet={guarded.passphrase !== undefined}
          send={sendToClosedBoard}
          onClose={() => setGuarded(null)}
          onChanged={refresh}
        />
      )}
      {renamed !== null && (
        <RenameBoardDialog
          board={renamed}
          onClose={() => setRenamed(null)}
          onRenamed={(title) => {
            list.retitle?.(renamed.id, title);
            refresh();
          }}
        />
      )}
    </>
  );
}

function focusNeighbour(button: HTMLElement, focusElsewhere: () => void): void {
  const row = button.closest("li");
  const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(
    "[aria-haspopup=menu]",
  );
  if (neighbour == null) focusElsewhere();
  else neighbour.focus();
}
