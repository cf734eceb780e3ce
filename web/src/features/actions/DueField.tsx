import EventOutlined from "@mui/icons-material/EventOutlined";
import { useState } from "react";
import { useLocale, useT } from "../../i18n/useT.ts";
import { formatDay } from "../../ui/display/calendarDay.ts";
import { useMediaQuery } from "../../ui/device/useMediaQuery.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";

/** The form is in panels without a theme. */
const DuePopover = lazyPart(() => import("./DuePopover.tsx"), "DuePopover", {
  editing: true,
  fallback: null,
});

interface Props {
  /** YYYY-MM-DD, or empty. */
  day: string;
  onChange: (day: string) => void;
}

export function DueField({ day, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const touch = useMediaQuery("(pointer: coarse)");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = day === "" ? t("actions.due") : formatDay(day, locale);
  // A phone's own picker is made for the finger. Its field covers the chip.
  if (touch)
    return (
      <label className="action-chip" data-set={day === "" ? undefined : ""}>
        <EventOutlined aria-hidden />
        <span aria-hidden="true">{shown}</span>
        <input
          type="date"
          max="9999-12-31"
          aria-label={t("actions.due")}
          value={day}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    );
  return (
    <>
      <button
        type="button"
        className="action-chip"
        data-set={day === "" ? undefined : ""}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={day === "" ? t("actions.due") : t("actions.dueOn", { date: shown })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EventOutlined aria-hidden />
        {shown}
      </button>
      {anchor !== null && (
        <DuePopover
          day={day}
          anchor={anchor}
          onPick={(picked) => {
            onChange(picked);
            setAnchor(null);
          }}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
