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
  /** What it asks while there is no day. Left out: it only offers one. */
  missing?: string;
  /** What is due, if the field is not in its form. */
  about?: string;
}

export function DueField({ day, onChange, missing, about }: Props) {
  const t = useT();
  const locale = useLocale();
  const touch = useMediaQuery("(pointer: coarse)");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = day === "" ? (missing ?? t("actions.due")) : formatDay(day, locale);
  const name = day === "" ? shown : t("actions.dueOn", { date: shown });
  const chip = {
    className: "action-chip",
    "data-set": day === "" ? undefined : "",
    "data-missing": day === "" && missing !== undefined ? "" : undefined,
  };
  const label = about === undefined ? name : `${name}: ${about}`;
  // A phone's own picker is made for the finger. Its field covers the chip.
  if (touch)
    return (
      <label {...chip}>
        <EventOutlined aria-hidden />
        <span aria-hidden="true">{shown}</span>
        <input
          type="date"
          max="9999-12-31"
          aria-label={about === undefined ? t("actions.due") : label}
          value={day}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    );
  return (
    <>
      <button
        type="button"
        {...chip}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={label}
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
