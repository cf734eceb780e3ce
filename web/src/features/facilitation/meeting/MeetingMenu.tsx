import EditOutlined from "@mui/icons-material/EditOutlined";
import SkipNextOutlined from "@mui/icons-material/SkipNextOutlined";
import StopCircleOutlined from "@mui/icons-material/StopCircleOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem from "@mui/material/MenuItem";
import type { Meeting } from "@retro/contract/meeting";
import { useState } from "react";
import type { RefObject } from "react";
import { useT } from "../../../i18n/useT.ts";
import { Menu } from "../../../ui/controls/Menu.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { StepsDialog } from "./StepsDialog.tsx";

interface Props {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  meeting: Meeting;
  /** The end was pressed in the bar: it asks first, as the menu does. */
  ending: boolean;
  onEndingClose: () => void;
  onEnd: () => void;
  /** To the next step, while the button of the bar goes to the next topic. */
  goOn: { name: string; go: () => void } | null;
  onClose: () => void;
}

/** What the facilitator does with a meeting besides going on: other steps, and the end. */
export function MeetingMenu({ open, button, meeting, ending, onEndingClose, onEnd, goOn, onClose }: Props) {
  const t = useT();
  const [dialog, setDialog] = useState<"steps" | "end" | null>(null);
  const show = (what: "steps" | "end") => {
    onClose();
    setDialog(what);
  };
  const close = () => {
    setDialog(null);
    onEndingClose();
    keepFocus(() => button.current);
  };
  return (
    <>
      <Menu open={open} anchorEl={button.current} onClose={onClose} align="right" gap={8}>
        {goOn !== null && (
          <MenuItem
            onClick={() => {
              onClose();
              goOn.go();
            }}
          >
            <ListItemIcon>
              <SkipNextOutlined fontSize="small" />
            </ListItemIcon>
            {goOn.name}
          </MenuItem>
        )}
        <MenuItem onClick={() => show("steps")}>
          <ListItemIcon>
            <EditOutlined fontSize="small" />
          </ListItemIcon>
          {t("meeting.editSteps")}
        </MenuItem>
        <MenuItem onClick={() => show("end")}>
          <ListItemIcon>
            <StopCircleOutlined fontSize="small" />
          </ListItemIcon>
          {t("meeting.end")}
        </MenuItem>
      </Menu>
      {dialog === "steps" && <StepsDialog meeting={meeting} onClose={close} />}
      <ConfirmDialog
        open={ending || dialog === "end"}
        title={t("meeting.end")}
        text={t("meeting.endText")}
        confirmLabel={t("meeting.end")}
        onCancel={close}
        onConfirm={() => {
          close();
          onEnd();
        }}
      />
    </>
  );
}
