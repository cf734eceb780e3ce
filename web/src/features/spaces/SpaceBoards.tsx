import MoreVertOutlined from "@mui/icons-material/MoreVertOutlined";
import type { SpaceBoard } from "@retro/contract/spaces";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, asApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconAction } from "../../ui/IconAction.tsx";
import { lazyPart } from "../../ui/lazy.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toast } from "../../ui/toast.ts";
import { toastButton } from "../../ui/toastButton.tsx";
import { spaceQuery, useArchive, type useSpace } from "./useSpace.ts";
import { forgetSpaceOfBoard } from "./useSpaceOfBoard.ts";

const SpaceBoardMenu = lazyPart(() => import("./SpaceBoardMenu.tsx"), "SpaceBoardMenu");
const MoveToSpaceDialog = lazyPart(() => import("./MoveToSpaceDialog.tsx"), "MoveToSpaceDialog");

interface Props {
  spaceKey: string;
  found: ReturnType<typeof useSpace>;
  archivedCount: number;
}

/** The boards of a space, the newest first, with the menu that all of them share. */
export function SpaceBoards({ spaceKey, found, archivedCount }: Props) {
  const t = useT();
  const takeOut = useTakeOut(spaceKey);
  const [menu, setMenu] = useState<{ board: SpaceBoard; button: HTMLElement; open: boolean } | null>(null);
  const [moved, setMoved] = useState<SpaceBoard | null>(null);
  const openMenu = (board: SpaceBoard, button: HTMLElement) => setMenu({ board, button, open: true });
  return (
    <section className="space-boards" aria-labelledby="space-boards">
      <h2 id="space-boards">{t("spaces.boards")}</h2>
      {found.boards.length === 0 ? (
        <EmptyState title={t("spaces.empty")}>{t("spaces.emptyHint")}</EmptyState>
      ) : (
        <BoardRows boards={found.boards} onMenu={openMenu} />
      )}
      {found.loadMore !== undefined && (
        <Button variant="outlined" aria-busy={found.loadingMore} onClick={found.loadMore}>
          {t("boards.more")}
        </Button>
      )}
      {archivedCount > 0 && <Archive spaceKey={spaceKey} count={archivedCount} onMenu={openMenu} />}
      {menu !== null && (
        <SpaceBoardMenu
          open={menu.open}
          button={menu.button}
          mayMove={menu.board.can_edit}
          onClose={() => setMenu({ ...menu, open: false })}
          onMove={() => setMoved(menu.board)}
          onTakeOut={() => takeOut(menu.board)}
        />
      )}
      {moved !== null && (
        <MoveToSpaceDialog board={moved} presentKey={spaceKey} onClose={() => setMoved(null)} />
      )}
    </section>
  );
}

type OnMenu = (board: SpaceBoard, button: HTMLElement) => void;

function BoardRows({ boards, onMenu }: { boards: readonly SpaceBoard[]; onMenu: OnMenu }) {
  return (
    <ul>
      {boards.map((board) => (
        <BoardRow key={board.id} board={board} onMenu={onMenu} />
      ))}
    </ul>
  );
}

/** The boards in the archive, which are fetched when the user opens it. */
function Archive({ spaceKey, count, onMenu }: { spaceKey: string; count: number; onMenu: OnMenu }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("spaces.archive", { count })}
      </Button>
      {open && <ArchivedBoards spaceKey={spaceKey} onMenu={onMenu} />}
    </>
  );
}

function ArchivedBoards({ spaceKey, onMenu }: { spaceKey: string; onMenu: OnMenu }) {
  const t = useT();
  const { boards, loadMore } = useArchive(spaceKey);
  return (
    <>
      {boards.length > 0 && <BoardRows boards={boards} onMenu={onMenu} />}
      {loadMore !== undefined && (
        <Button variant="outlined" onClick={loadMore}>
          {t("boards.more")}
        </Button>
      )}
    </>
  );
}

function BoardRow({ board, onMenu }: { board: SpaceBoard; onMenu: OnMenu }) {
  const t = useT();
  return (
    <li className="space-board">
      {/* The link's area covers the row; the menu is above it. */}
      <Link to={paths.board(board.id)} aria-describedby={`about-${board.id}`}>
        {board.title}
      </Link>
      <span className="about" id={`about-${board.id}`}>
        <RelativeTime iso={board.created_at} label="spaces.created" />
        {" · "}
        {t("boards.sections", { count: board.section_count })}
        {" · "}
        {t("boards.stickers", { count: board.sticker_count })}
      </span>
      <IconAction
        label={t("boards.menu", { title: board.title })}
        size="small"
        aria-haspopup="menu"
        onClick={(event) => onMenu(board, event.currentTarget)}
      >
        <MoreVertOutlined fontSize="small" />
      </IconAction>
    </li>
  );
}

/** Takes a board out of the space, with Undo. */
function useTakeOut(key: string): (board: SpaceBoard) => void {
  const t = useT();
  const client = useQueryClient();
  const change = async (act: (path: string) => Promise<unknown>, { id }: SpaceBoard): Promise<boolean> => {
    try {
      await act(`spaces/${key}/boards/${id}`);
      return true;
    } catch (error) {
      toast({ message: asApiError(error).message, kind: "error" });
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
