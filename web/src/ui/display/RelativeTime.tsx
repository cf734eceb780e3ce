import type { MessageKey } from "@retro/contract/messages/catalogue";
import { relativeTime } from "../../i18n/relativeTime.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { useNow } from "./sharedClock.ts";
import { tip } from "../tooltips/tip.ts";

/**
 * A time as its distance from now, such as "2 hours ago", with the exact time as the tooltip. Screen readers
 * are not told when it changes.
 * @param label the tooltip's text, with `:date`
 */
export function RelativeTime({ iso, label = "boards.opened" }: { iso: string; label?: MessageKey }) {
  const t = useT();
  const locale = useLocale();
  const at = useNow();
  const time = new Date(iso);
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(time);
  return (
    <time dateTime={iso} {...tip(t(label, { date: exact }))}>
      {relativeTime(time.getTime(), at, locale)}
    </time>
  );
}
