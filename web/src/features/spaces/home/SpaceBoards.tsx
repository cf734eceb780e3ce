import KeyOutlined from "@mui/icons-material/KeyOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import MoreVertOutlined from "@mui/icons-material/MoreVertOutlined";
import type { SpaceBoard } from "@retro/contract/spaces/spaces";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link } from "../../../routes/router.tsx";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { Mark } from "../../../ui/display/Mark.tsx";
import { RelativeTime } from "../../../ui/display/RelativeTime.tsx";
import { type useSpace, useShelf, spaceQuery } from "../useSpace.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";
import { forgetSpaceOfBoard } from "../useSpaceOfBoard.ts";

function useTakeOut(key: string): (board: SpaceBoard) => void {
  const t = useT();
  const client = useQueryClient();
  const change = async (act: (path: string) => Promise<unknown>, { id }: SpaceBoard): Promise<boolean> => {
    try {
      await act(`spaces/${key}/boards/${id}`);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      forgetSpaceOfBoard(client, id);
      await client.invalidateQueries({ queryKey: spaceQuery(key).queryKey });
    }
  };
  const takeOut = async (board: SpaceBoard): Promise<void> => {
    if (!(await change((path) => api.delete(path), board))) return;
    toast({
      message: t("spaces.takenOut", { title: board.title }),
      action: toastButton(t("stickers.undo"), () => void change((path) => api.put(path), board)),
    });
  };
  return (board) => void takeOut(board);
}

const MoveToSpaceDialog = lazyPart(() => import("../MoveToSpaceDialog.tsx"), "MoveToSpaceDialog");

export interface BoardMenuProps {
  menu: { board: SpaceBoard; button: HTMLElement; open: boolean };
  onClose: () => void;
  onMove: () => void;
  onTakeOut: () => void;
  onCopying: (id: string | null) => void;
  focusElsewhere: () => void;
}

interface Props {
  spaceKey: string;
  found: ReturnType<typeof useSpace>;
  counts: Record<"archived" | "bin", number>;
  BoardMenu: ComponentType<BoardMenuProps>;
  /** Beside the heading. */
  archive: ReactNode;
  focusElsewhere: () => void;
}

export function SpaceBoards({ spaceKey, found, counts, BoardMenu, archive, focusElsewhere }: Props) {
  const t = useT();
  const takeOut = useTakeOut(spaceKey);
  const [menu, setMenu] = useState<BoardMenuProps["menu"] | null>(null);
  const [moved, setMoved] = useState<SpaceBoard | null>(null);
  const [copying, setCopying] = useState<string | null>(null);
  const rows: RowsProps = {
    copying,
    onMenu: (board, button) => setMenu({ board, button, open: true }),
  };
  return (
    <section className="space-boards" aria-labelledby="space-boards">
      <div className="space-boards-head">
        <h2 id="space-boards">{t("spaces.boards")}</h2>
        {archive}
      </div>
      {found.boards.length === 0 ? (
        <EmptyState title={t("spaces.empty")}>{t("spaces.emptyHint")}</EmptyState>
      ) : (
        <BoardRows boards={found.boards} {...rows} />
      )}
      {found.loadMore !== undefined && (
        <Button variant="outlined" aria-busy={found.loadingMore} onClick={found.loadMore}>
          {t("boards.more")}
        </Button>
      )}
      {(["archived", "bin"] as const).map(
        (shelf) =>
          counts[shelf] > 0 && (
            <Shelf key={shelf} spaceKey={spaceKey} shelf={shelf} count={counts[shelf]} {...rows} />
          ),
      )}
      {menu !== null && (
        <BoardMenu
          menu={menu}
          onClose={() => setMenu({ ...menu, open: false })}
          onMove={() => setMoved(menu.board)}
          onTakeOut={() => takeOut(menu.board)}
          onCopying={setCopying}
          focusElsewhere={focusElsewhere}
        />
      )}
      {moved !== null && (
        <MoveToSpaceDialog board={moved} presentKey={spaceKey} onClose={() => setMoved(null)} />
      )}
    </section>
  );
}

interface RowsProps {
  copying: string | null;
  onMenu: (board: SpaceBoard, button: HTMLElement) => void;
}

function BoardRows({ boards, copying, onMenu }: RowsProps & { boards: readonly SpaceBoard[] }) {
  return (
    <ul className="space-list">
      {boards.map((board) => (
        <BoardRow key={board.id} board={board} busy={board.id === copying} onMenu={onMenu} />
      ))}
    </ul>
  );
}

interface ShelfProps extends RowsProps {
  spaceKey: string;
  shelf: "archived" | "bin";
  count: number;
}

function Shelf({ count, shelf, ...rest }: ShelfProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div className="space-shelf">
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(shelf === "bin" ? "spaces.bin" : "spaces.archive", { count })}
      </Button>
      {open && <ShelvedBoards shelf={shelf} {...rest} />}
    </div>
  );
}

function ShelvedBoards({ spaceKey, shelf, ...rows }: Omit<ShelfProps, "count">) {
  const t = useT();
  const { boards, loadMore } = useShelf(spaceKey, shelf);
  return (
    <>
      {boards.length > 0 && <BoardRows boards={boards} {...rows} />}
      {loadMore !== undefined && (
        <Button variant="outlined" onClick={loadMore}>
          {t("boards.more")}
        </Button>
      )}
    </>
  );
}

interface RowProps extends Pick<RowsProps, "onMenu"> {
  board: SpaceBoard;
  busy: boolean;
}

function BoardRow({ board, busy, onMenu }: RowProps) {
  const t = useT();
  const title = board.passphrase === "needed" ? t("manage.passphraseNeeded") : board.title;
  return (
    <li className="space-board" aria-busy={busy}>
      {/* The link's area covers the row; the menu is above it. */}
      <Link to={paths.board(board.id)} aria-describedby={`about-${board.id}`} dir="auto">
        {title}
      </Link>
      <span className="about" id={`about-${board.id}`}>
        {board.locked && <Mark icon={LockOutlined} text={t("manage.isLocked")} />}
        {board.passphrase !== undefined && <Mark icon={KeyOutlined} text={t("manage.hasPassphrase")} />}
        <BoardFacts board={board} />
      </span>
      <IconAction
        icon={MoreVertOutlined}
        label={t("boards.menu", { title })}
        size="small"
        aria-haspopup="menu"
        onClick={(event) => {
          // Not disabled: the button keeps the focus.
          if (!busy) onMenu(board, event.currentTarget);
        }}
      />
    </li>
  );
}

function BoardFacts({ board }: { board: SpaceBoard }) {
  const t = useT();
  const locale = useLocale();
  if (board.bin_until !== undefined) {
    const date = new Date(board.bin_until).toLocaleDateString(dateLocale(locale), { dateStyle: "long" });
    return t("manage.binUntil", { date });
  }
  return (
    <>
      <RelativeTime iso={board.created_at} label="spaces.created" labelled />
      {board.passphrase !== "needed" &&
        ` · ${t("boards.sections", { count: board.section_count })} · ${t("boards.stickers", { count: board.sticker_count })}`}
    </>
  );
}
