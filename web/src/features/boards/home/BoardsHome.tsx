import "../../../ui/display/wide-page.css";
import "./boards-home.css";
import type { Board, BoardListRow } from "@retro/contract/boards";
import type { BoardShelf } from "@retro/contract/lists";
import { useRef, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { track, trackedClicks } from "../../../api/track.ts";
import { useT } from "../../../i18n/useT.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import type { TeamFieldProps, TemplateFieldProps } from "./CreateBoardDialog.tsx";
import { MyBoards } from "./MyBoards.tsx";
import { useMyBoards } from "./useMyBoards.ts";

const CreateBoardDialog = lazyPart(() => import("./CreateBoardDialog.tsx"), "CreateBoardDialog");

interface Props {
  /** False: a guest where only people who have signed in make boards [I5]. */
  mayMake: boolean;
  onMayNotMake: () => void;
  offerNewBoard: boolean;
  onOfferEnd: () => void;
  onOpen: (id: string) => void;
  onMove: (board: BoardListRow) => void;
  TemplateField: ComponentType<TemplateFieldProps>;
  TeamField: ComponentType<TeamFieldProps>;
  TemplateCards: ComponentType<{ onPick: (title: string) => void }>;
  actions?: ReactNode;
  spaces?: ReactNode;
}

export function BoardsHome({
  mayMake,
  onMayNotMake,
  offerNewBoard,
  onOfferEnd,
  onOpen,
  onMove,
  TemplateField,
  TeamField,
  TemplateCards,
  actions,
  spaces,
}: Props) {
  const [text, setText] = useState("");
  const [shelf, setShelf] = useState<BoardShelf>("open");
  const boards = useMyBoards(text, shelf);
  const newButton = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(offerNewBoard);
  const [opening, setOpening] = useState({ count: 0, template: "" });
  const openCreateDialog = (title: string) => {
    if (!mayMake) return onMayNotMake();
    track(trackedClicks.newBoard);
    setOpening(({ count }) => ({ count: count + 1, template: title }));
    setOpen(true);
  };
  // The templates appear together with the boards, so that they do not move down when the boards arrive.
  const ready = boards.rows !== undefined || boards.failed;
  return (
    <div className="boards-home wide-page">
      <MyBoards
        newButton={newButton}
        boards={boards}
        shelf={shelf}
        onShelf={setShelf}
        text={text}
        onSearch={setText}
        onNew={() => openCreateDialog("")}
        onOpen={onOpen}
        onMove={onMove}
        actions={actions}
      />
      {ready && spaces}
      <Templates ready={ready}>
        <TemplateCards onPick={openCreateDialog} />
      </Templates>
      {mayMake && (open || opening.count > 0 || offerNewBoard) && (
        <CreateBoardDialog
          key={opening.count}
          open={open}
          template={opening.template}
          onClose={() => {
            onOfferEnd();
            setOpen(false);
            // Nothing had the focus before a dialog that opened by itself.
            keepFocus(() => newButton.current);
          }}
          onCreated={(board: Board) => {
            onOfferEnd();
            onOpen(board.id);
          }}
          TemplateField={TemplateField}
          TeamField={TeamField}
        />
      )}
    </div>
  );
}

function Templates({ ready, children }: { ready: boolean; children: ReactNode }) {
  const t = useT();
  return (
    <section aria-labelledby="templates" className="templates" data-ready={ready || undefined}>
      <h2 id="templates">{t("templates.heading")}</h2>
      <p className="hint">{t("templates.hint")}</p>
      {children}
    </section>
  );
}
