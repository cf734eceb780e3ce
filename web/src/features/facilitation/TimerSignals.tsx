import { formatSeconds } from "@retro/rules/timer";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { playChime } from "./chime.ts";
import { timerAnnouncement } from "./countdown.ts";
import type { Countdown } from "./countdown.ts";
import { announce } from "../../ui/focus/announce.ts";
import { useCountdown } from "./facilitationHooks.ts";

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Stays mounted in fullscreen, where the panels are not. */
export function TimerSignals() {
  const t = useT();
  const countdown = useCountdown();
  const title = useBoardState((state) => state.view?.details.title ?? null);
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const before = useRef<Countdown | null>(null);

  useEffect(() => {
    const event = before.current && countdown && timerAnnouncement(before.current, countdown);
    before.current = countdown;
    if (event === null || countdown === null) return;
    if (event === "started") announce(t("session.timerStarted", { time: formatSeconds(countdown.seconds) }));
    else announce(t(event === "minute" ? "session.oneMinuteLeft" : "session.timeIsUp"));
    if (event === "up") playChime();
  }, [countdown, t]);

  const titleCountdown =
    hidden && countdown !== null && countdown.phase !== "idle"
      ? countdown.phase === "up"
        ? t("session.timeIsUp")
        : formatSeconds(countdown.seconds)
      : null;
  useEffect(() => {
    if (title === null || titleCountdown === null) return undefined;
    document.title = `${titleCountdown} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [titleCountdown, title]);

  return null;
}
