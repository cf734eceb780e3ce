import FolderOffOutlined from "@mui/icons-material/FolderOffOutlined";
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
import type { BoardListRow } from "@retro/contract/boards";
import { flushSync } from "react-dom";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { type Translate, useT } from "../../../i18n/useT.ts";

type Action =
  | "rename"
  | "duplicate"
  | "createFrom"
  | "move"
  | "lock"
  | "passphrase"
  | "archive"
  | "bin"
  | "remove"
  | "takeOut"
  | "restore";

interface Props {
  open: boolean;
  button: HTMLElement;
  board: BoardListRow;
  /** A board of the list is being copied; copies are made one at a time. */
  copying: boolean;
  actions: Record<Action, () => void>;
  remove: { label: string; onlyIfManaged: boolean };
  onClose: () => void;
}

export function BoardCardMenu({ open, button, board, copying, actions, remove, onClose }: Props) {
  const t = useT();
  // The menu keeps the focus until it has rendered as closed.
  const close = () => {
    flushSync(onClose);
    button.focus();
  };
  const entry = ({ action, icon: Icon, label, hint, disabled = false }: Entry) => (
    <MenuItem
      key={action}
      disabled={disabled}
      onClick={() => {
        close();
        actions[action]();
      }}
    >
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText
        primary={label}
        secondary={hint}
        slotProps={{ secondary: { variant: "caption", className: "board-card-hint" } }}
      />
    </MenuItem>
  );
  const [own, management] = entriesOf(t, board, copying, remove);
  return (
    <Menu
      open={open}
      anchorEl={button}
      // An action may remove the card; it then returns the element that gets the focus.
      disableRestoreFocus
      onClose={close}
      align="right"
      slotProps={{ paper: { className: "board-card-menu" } }}
    >
      {own.map(entry)}
      {own.length > 0 && management.length > 0 && <Divider />}
      {management.map(entry)}
    </Menu>
  );
}

interface Entry {
  action: Action;
  icon: typeof LockOutlined;
  label: string;
  hint?: string | undefined;
  disabled?: boolean;
}

/** What is done with the board's content, and with the board as a whole [M1]. */
function entriesOf(
  t: Translate,
  board: BoardListRow,
  copying: boolean,
  { label, onlyIfManaged }: Props["remove"],
): [Entry[], Entry[]] {
  const remove = { label, ...(onlyIfManaged && managed(t, board)) };
  const removal: Entry = { action: "remove", icon: PlaylistRemoveOutlined, ...remove };
  if (board.bin_until !== undefined)
    return [[], [{ action: "restore", icon: RestoreFromTrashOutlined, label: t("manage.restore") }]];
  const takeOut: Entry[] =
    board.in_other_space === true
      ? [
          {
            action: "takeOut",
            icon: FolderOffOutlined,
            label: t("spaces.takeOutOwn"),
            hint: t("spaces.takeOutOwnHint"),
          },
        ]
      : [];
  if (board.passphrase === "needed") return [[], [...takeOut, removal]];
  const { locked = false, archived = false } = board;
  const mayRename = board.can_edit === true && !locked;
  const renameHint = mayRename ? undefined : t(locked ? "error.board_read_only" : "boards.renameLocked");
  const copyHint = (hint: MessageKey) => t(copying ? "boards.copyWaits" : hint);
  const passphrase = t(board.passphrase === undefined ? "manage.passphraseSet" : "manage.passphraseChange");
  return [
    [
      {
        action: "rename",
        icon: DriveFileRenameOutlineOutlined,
        label: t("boards.rename"),
        hint: renameHint,
        disabled: !mayRename,
      },
      {
        action: "duplicate",
        icon: ContentCopyOutlined,
        label: t("boards.duplicate"),
        hint: copyHint("boards.duplicateHint"),
        disabled: copying,
      },
      {
        action: "createFrom",
        icon: ViewColumnOutlined,
        label: t("boards.newFromThis"),
        hint: copyHint("boards.newFromThisHint"),
        disabled: copying,
      },
    ],
    [
      ...takeOut,
      { action: "move", icon: DriveFileMoveOutlined, label: t("spaces.move"), ...managed(t, board) },
      {
        action: "lock",
        icon: LockOutlined,
        label: t(locked ? "manage.unlock" : "manage.lock"),
        ...managed(t, board, locked ? undefined : "manage.lockHint"),
      },
      { action: "passphrase", icon: KeyOutlined, label: passphrase, ...managed(t, board) },
      {
        action: "archive",
        icon: ArchiveOutlined,
        label: t(archived ? "manage.unarchive" : "manage.archive"),
        ...managed(t, board, archived ? undefined : "manage.archiveHint"),
      },
      {
        action: "bin",
        icon: DeleteOutlined,
        label: t("manage.bin"),
        ...managed(t, board, "manage.binHint"),
      },
      removal,
    ],
  ];
}

/**
 * Disables an entry for users who may not manage the board, and shows the reason; otherwise it shows `hint`.
 */
function managed(t: Translate, board: BoardListRow, hint?: MessageKey) {
  if (board.can_edit === true) return { disabled: false, hint: hint && t(hint) };
  const reason = board.passphrase === "needed" ? "error.passphrase_required" : "manage.onlyFacilitator";
  return { disabled: true, hint: t(reason) };
}
