import Popover from "@mui/material/Popover";
import { useT } from "../../i18n/useT.ts";
import { DayPicker } from "../../ui/controls/DayPicker.tsx";

interface Props {
  /** YYYY-MM-DD, or empty. */
  day: string;
  anchor: HTMLElement;
  onPick: (day: string) => void;
  onClose: () => void;
}

export function DuePopover({ day, anchor, onPick, onClose }: Props) {
  const t = useT();
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      onClose={onClose}
      slotProps={{ paper: { role: "dialog", "aria-label": t("actions.due") } }}
    >
      <DayPicker day={day} noneLabel={t("actions.noDue")} onPick={onPick} />
    </Popover>
  );
}
