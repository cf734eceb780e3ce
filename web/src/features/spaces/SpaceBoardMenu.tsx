import DriveFileMoveOutlined from "@mui/icons-material/DriveFileMoveOutlined";
import PlaylistRemoveOutlined from "@mui/icons-material/PlaylistRemoveOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useT } from "../../i18n/useT.ts";

interface Props {
  open: boolean;
  button: HTMLElement;
  /** May the user move the board (E1)? The server decides again. */
  mayMove: boolean;
  onClose: () => void;
  onMove: () => void;
  onTakeOut: () => void;
}

/** The menu of a board in a space. */
export function SpaceBoardMenu({ open, button, mayMove, onClose, onMove, onTakeOut }: Props) {
  const t = useT();
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  const hint = mayMove ? undefined : t("spaces.moveLocked");
  return (
    <Menu open={open} anchorEl={button} onClose={onClose}>
      <MenuItem disabled={!mayMove} onClick={choose(onMove)}>
        <ListItemIcon>
          <DriveFileMoveOutlined fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={t("spaces.move")} secondary={hint} />
      </MenuItem>
      <MenuItem disabled={!mayMove} onClick={choose(onTakeOut)}>
        <ListItemIcon>
          <PlaylistRemoveOutlined fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={t("spaces.takeOut")} secondary={hint} />
      </MenuItem>
    </Menu>
  );
}
