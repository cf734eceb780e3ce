import type { MessageKey } from "@retro/contract/messages/catalogue";
import { dateLocale } from "../../i18n/dateLocale.ts";
import { relativeTime } from "../../i18n/relativeTime.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { useNow } from "./sharedClock.ts";
import { tip } from "../tooltips/tip.ts";

interface Props {
  iso: string;
  /** What happened then. */
  label?: MessageKey;
  /** Whether the label is shown, too, not only in the tooltip. */
  labelled?: boolean;
}

/** The exact time is the tooltip; screen readers are not told when it changes. */
export function RelativeTime({ iso, label = "boards.opened", labelled = false }: Props) {
  const t = useT();
  const locale = useLocale();
  const at = useNow();
  const time = new Date(iso);
  const exact = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: "long", timeStyle: "short" }).format(
    time,
  );
  const relative = relativeTime(time.getTime(), at, locale);
  return (
    <time dateTime={iso} {...tip(t(label, { date: exact }))}>
      {labelled ? t(label, { date: relative }) : relative}
    </time>
  );
}
