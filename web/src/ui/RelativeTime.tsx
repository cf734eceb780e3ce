import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useSyncExternalStore } from "react";
import { relativeTime } from "../i18n/relativeTime.ts";
import { useLocale, useT } from "../i18n/useT.ts";
import { tip } from "./tip.ts";

const tickMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** One timer for all dates on the page; it runs while there is one. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * A time as its distance from now, such as "2 hours ago", with the exact time as the tooltip. Screen readers are not told when it changes.
 * @param label the tooltip's text, with `:date`
 */
export function RelativeTime({ iso, label = "boards.opened" }: { iso: string; label?: MessageKey }) {
  const t = useT();
  const locale = useLocale();
  const at = useSyncExternalStore(subscribe, () => now);
  const time = new Date(iso);
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(time);
  return (
    <time dateTime={iso} {...tip(t(label, { date: exact }))}>
      {relativeTime(time.getTime(), at, locale)}
    </time>
  );
}
