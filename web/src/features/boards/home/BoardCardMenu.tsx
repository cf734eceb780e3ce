import "./board-card-menu.css";
import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import ContentCopyOutlined from "@mui/icons-material/ContentCopyOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DriveFileMoveOutlined from "@mui/icons-material/DriveFileMoveOutlined";
import DriveFileRenameOutlineOutlined from "@mui/icons-material/DriveFileRenameOutlineOutlined";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import PlaylistRemoveOutlined from "@mui/icons-material/PlaylistRemoveOutlined";
import RestoreFromTrashOutlined from "@mui/icons-material/RestoreFromTrashOutlined";
import ViewColumnOutlined from "@mui/icons-material/ViewColumnOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import { Menu } from "../../../ui/controls/Menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import type { BoardListRow } from "@retro/contract/entities";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { useT } from "../../../i18n/useT.ts";

export interface BoardCardActions {
  rename: () => void;
  duplicate: () => void;
  createFrom: () => void;
  move: () => void;
  remove: () => void;
  lock: () => void;
  archive: () => void;
  passphrase: () => void;
  bin: () => void;
  restore: () => void;
}

interface Props {
  open: boolean;
  button: HTMLElement;
  board: BoardListRow;
  copying: boolean;
  actions: BoardCardActions;
  remove: { label: string; onlyIfManaged: boolean };
  onClose: () => void;
}

export function BoardCardMenu({ open, button, board, copying, actions, remove, onClose }: Props) {
  const t = useT();
  // The menu holds the focus until it has rendered as closed.
  const close = () => {
    flushSync(onClose);
    button.focus();
  };
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <Menu
      open={open}
      anchorEl={button}
      // An action may remove the card: it then says what gets the focus.
      disableRestoreFocus
      onClose={close}
      align="right"
      slotProps={{ paper: { className: "board-card-menu" } }}
    >
      {board.bin_until !== undefined ? (
        <Item
          icon={<RestoreFromTrashOutlined fontSize="small" />}
          label={t("manage.restore")}
          onClick={choose(actions.restore)}
        />
      ) : (
        [
          ...(board.passphrase === "needed" ? [] : boardItems(t, board, actions, choose, copying)),
          <Item
            key="remove"
            icon={<PlaylistRemoveOutlined fontSize="small" />}
            label={remove.label}
            {...(remove.onlyIfManaged && managed(t, board))}
            onClick={choose(actions.remove)}
          />,
        ]
      )}
    </Menu>
  );
}

/** Material's menu wants its items in a list. */
function boardItems(
  t: ReturnType<typeof useT>,
  board: BoardListRow,
  actions: BoardCardActions,
  choose: (act: () => void) => () => void,
  copying: boolean,
): ReactNode[] {
  const mayRename = board.can_edit === true && board.locked !== true;
  return [
    <Item
      key="rename"
      icon={<DriveFileRenameOutlineOutlined fontSize="small" />}
      label={t("boards.rename")}
      hint={mayRename ? undefined : t(board.locked ? "error.board_read_only" : "boards.renameLocked")}
      disabled={!mayRename}
      onClick={choose(actions.rename)}
    />,
    <Item
      key="duplicate"
      icon={<ContentCopyOutlined fontSize="small" />}
      label={t("boards.duplicate")}
      hint={t(copying ? "boards.copyWaits" : "boards.duplicateHint")}
      disabled={copying}
      onClick={choose(actions.duplicate)}
    />,
    <Item
      key="from"
      icon={<ViewColumnOutlined fontSize="small" />}
      label={t("boards.newFromThis")}
      hint={t(copying ? "boards.copyWaits" : "boards.newFromThisHint")}
      disabled={copying}
      onClick={choose(actions.createFrom)}
    />,
    <Divider key="line" />,
    ...managementItems(t, board, actions, choose, copying),
  ];
}

function managementItems(...[t, board, actions, choose]: Parameters<typeof boardItems>): ReactNode[] {
  return [
    <Item
      key="move"
      icon={<DriveFileMoveOutlined fontSize="small" />}
      label={t("spaces.move")}
      {...managed(t, board)}
      onClick={choose(actions.move)}
    />,
    <Item
      key="lock"
      icon={<LockOutlined fontSize="small" />}
      label={t(board.locked ? "manage.unlock" : "manage.lock")}
      {...managed(t, board, board.locked ? undefined : t("manage.lockHint"))}
      onClick={choose(actions.lock)}
    />,
    <Item
      key="passphrase"
      icon={<KeyOutlined fontSize="small" />}
      label={t(board.passphrase === undefined ? "manage.passphraseSet" : "manage.passphraseChange")}
      {...managed(t, board)}
      onClick={choose(actions.passphrase)}
    />,
    <Item
      key="archive"
      icon={<ArchiveOutlined fontSize="small" />}
      label={t(board.archived ? "manage.unarchive" : "manage.archive")}
      {...managed(t, board, board.archived ? undefined : t("manage.archiveHint"))}
      onClick={choose(actions.archive)}
    />,
    <Item
      key="bin"
      icon={<DeleteOutlined fontSize="small" />}
      label={t("manage.bin")}
      {...managed(t, board, t("manage.binHint"))}
      onClick={choose(actions.bin)}
    />,
  ];
}

/** Disables an entry for users who may not manage the board, and says why; otherwise it says `hint`. */
function managed(t: ReturnType<typeof useT>, board: BoardListRow, hint?: string) {
  if (board.can_edit === true) return { disabled: false, hint };
  const reason = board.passphrase === "needed" ? "error.passphrase_required" : "manage.onlyFacilitator";
  return { disabled: true, hint: t(reason) };
}

interface ItemProps {
  icon: ReactNode;
  label: string;
  hint?: string | undefined;
  disabled?: boolean;
  onClick: () => void;
  /** Material's menu puts the focus on the first item with these. */
  autoFocus?: boolean;
  tabIndex?: number;
}

function Item({ icon, label, hint, ...item }: ItemProps) {
  return (
    <MenuItem {...item}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText
        primary={label}
        secondary={hint}
        slotProps={{ secondary: { variant: "caption", className: "board-card-hint" } }}
      />
    </MenuItem>
  );
}
