import ContentCopyOutlined from "@mui/icons-material/ContentCopyOutlined";
import DriveFileMoveOutlined from "@mui/icons-material/DriveFileMoveOutlined";
import DriveFileRenameOutlineOutlined from "@mui/icons-material/DriveFileRenameOutlineOutlined";
import PlaylistRemoveOutlined from "@mui/icons-material/PlaylistRemoveOutlined";
import ViewColumnOutlined from "@mui/icons-material/ViewColumnOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { useT } from "../../i18n/useT.ts";

export interface BoardCardActions {
  rename: () => void;
  duplicate: () => void;
  /** Creates a board with the same sections. */
  createFrom: () => void;
  /** Moves the board to a team's space. */
  move: () => void;
  remove: () => void;
}

interface Props {
  open: boolean;
  /** The card's button, which gets the focus back. */
  button: HTMLElement;
  /** May the user rename the board (E1)? The server decides again. */
  mayRename: boolean;
  actions: BoardCardActions;
  onClose: () => void;
}

/** The menu of a card of "My boards". */
export function BoardCardMenu({ open, button, mayRename, actions, onClose }: Props) {
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
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ paper: { sx: { minWidth: 240, maxWidth: "calc(100vw - 32px)" } } }}
    >
      <Item
        icon={<DriveFileRenameOutlineOutlined fontSize="small" />}
        label={t("boards.rename")}
        hint={mayRename ? undefined : t("boards.renameLocked")}
        disabled={!mayRename}
        onClick={choose(actions.rename)}
      />
      <Item
        icon={<ContentCopyOutlined fontSize="small" />}
        label={t("boards.duplicate")}
        hint={t("boards.duplicateHint")}
        onClick={choose(actions.duplicate)}
      />
      <Item
        icon={<ViewColumnOutlined fontSize="small" />}
        label={t("boards.newFromThis")}
        hint={t("boards.newFromThisHint")}
        onClick={choose(actions.createFrom)}
      />
      <Item
        icon={<DriveFileMoveOutlined fontSize="small" />}
        label={t("spaces.move")}
        hint={mayRename ? undefined : t("spaces.moveLocked")}
        disabled={!mayRename}
        onClick={choose(actions.move)}
      />
      <Divider />
      <Item
        icon={<PlaylistRemoveOutlined fontSize="small" />}
        label={t("boards.remove")}
        onClick={choose(actions.remove)}
      />
    </Menu>
  );
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
        slotProps={{ secondary: { variant: "caption", sx: { whiteSpace: "normal" } } }}
      />
    </MenuItem>
  );
}
