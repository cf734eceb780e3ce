import "./my-boards.css";
import AddOutlined from "@mui/icons-material/AddOutlined";
import { cleanLine } from "@retro/contract/clean-text";
import type { BoardListRow } from "@retro/contract/boards";
import type { BoardShelf } from "@retro/contract/lists";
import type { ReactNode, RefObject } from "react";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { CardSkeletons } from "../../../ui/display/Skeletons.tsx";
import { BoardCardList } from "./BoardCardList.tsx";
import { SearchInput } from "../../../ui/controls/SearchInput.tsx";
import { StoredBoards } from "./StoredBoards.tsx";
import { type MyBoards as List, useDelayed } from "./useMyBoards.ts";
import { limits } from "@retro/contract/limits";

const searchedFrom = 8;
const announceDelayMs = 500;

interface Props {
  /** The button New Board, which takes the focus when the focused element disappears. */
  newButton: RefObject<HTMLButtonElement | null>;
  boards: List;
  shelf: BoardShelf;
  onShelf: (shelf: BoardShelf) => void;
  text: string;
  onSearch: (text: string) => void;
  onNew: () => void;
  onOpen: (id: string) => void;
  onMove: (board: BoardListRow) => void;
  actions?: ReactNode;
}

export function MyBoards({
  newButton,
  boards,
  shelf,
  onShelf,
  text,
  onSearch,
  onNew,
  onOpen,
  onMove,
  actions,
}: Props) {
  const t = useT();
  const searchable = boards.total > searchedFrom || text !== "";
  return (
    <section aria-labelledby="my-boards">
      <div className="my-boards-head">
        <h1 id="my-boards">{t(headings[shelf])}</h1>
        {searchable && (
          <SearchInput
            className="board-search"
            label={t("boards.search")}
            maxLength={limits.boardTitle}
            text={text}
            onChange={onSearch}
          />
        )}
        <div className="my-boards-actions">
          {actions}
          {/* Both controls of the specification look like one. */}
          <div className="new-board">
            <IconAction icon={AddOutlined} label={t("boards.new")} onClick={onNew} />
            <Button ref={newButton} variant="contained" onClick={onNew}>
              {t("boards.new")}
            </Button>
          </div>
        </div>
      </div>
      <FoundStatus boards={boards} text={text} />
      <Content
        boards={boards}
        shelf={shelf}
        text={text}
        onShowAll={() => onSearch("")}
        onOpen={onOpen}
        onMove={onMove}
        focusElsewhere={() => newButton.current?.focus()}
      />
      <Shelves shelf={shelf} onShelf={onShelf} />
    </section>
  );
}

const headings = {
  open: "boards.mine",
  archived: "manage.shelfArchived",
  bin: "manage.shelfBin",
} as const;

function Shelves({ shelf, onShelf }: Pick<Props, "shelf" | "onShelf">) {
  const t = useT();
  const others = (["open", "archived", "bin"] as const).filter((each) => each !== shelf);
  return (
    <div className="shelves">
      {others.map((each) => (
        <Button key={each} onClick={() => onShelf(each)}>
          {t(each === "open" ? "manage.shelfOpen" : headings[each])}
        </Button>
      ))}
    </div>
  );
}

interface ContentProps {
  boards: List;
  shelf: BoardShelf;
  text: string;
  onShowAll: () => void;
  onOpen: (id: string) => void;
  onMove: (board: BoardListRow) => void;
  focusElsewhere: () => void;
}

function Content({ boards, shelf, text, onShowAll, onOpen, onMove, focusElsewhere }: ContentProps) {
  const t = useT();
  const { rows, settled, loadMore } = boards;
  if (boards.failed) return <StoredBoards />;
  if (rows === undefined) return <CardSkeletons count={4} height={204} min={280} />;
  if (rows.length === 0 && text === "" && shelf !== "open")
    return (
      <div className="boards-empty">
        <EmptyState title={t(shelf === "bin" ? "manage.noneBin" : "manage.noneArchived")} />
      </div>
    );
  if (rows.length === 0 && text === "")
    return (
      <div className="boards-empty">
        <EmptyState title={t("boards.empty")}>{t("boards.emptyHint")}</EmptyState>
      </div>
    );
  if (rows.length === 0)
    return (
      <div className="boards-empty">
        {settled && (
          <EmptyState
            title={t("boards.noneFound", { words: cleanLine(text) })}
            action={
              <Button variant="outlined" onClick={onShowAll}>
                {t("boards.showAll")}
              </Button>
            }
          >
            {t("boards.noneFoundHint")}
          </EmptyState>
        )}
      </div>
    );
  return (
    <>
      <BoardCardList rows={rows} onOpen={onOpen} onMove={onMove} focusElsewhere={focusElsewhere} />
      {loadMore !== undefined && (
        <div className="boards-more">
          <Button variant="outlined" aria-busy={boards.loadingMore} onClick={loadMore}>
            {t("boards.more")}
          </Button>
        </div>
      )}
    </>
  );
}

function FoundStatus({ boards, text }: { boards: List; text: string }) {
  const t = useT();
  const words = cleanLine(text);
  const outcome =
    words === "" || !boards.settled
      ? ""
      : boards.found === 0
        ? t("boards.noneFound", { words })
        : t("boards.found", { count: boards.found });
  return (
    <p className="sr-only" role="status">
      {useDelayed(outcome, announceDelayMs)}
    </p>
  );
}
