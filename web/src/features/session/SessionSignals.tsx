import { formatSeconds } from "@retro/rules/timer";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useBoardState } from "../../board-state/hooks.ts";
import { useT } from "../../i18n/useT.ts";
import { chime } from "./chime.ts";
import { announcement } from "./face.ts";
import type { Face } from "./face.ts";
import { Hidden } from "../../ui/Hidden.ts";
import { useFace } from "./hooks.ts";

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/**
 * The timer for those who do not look at it: a live region says its start, the last minute and the end; the tab's title counts down while
 * the tab is hidden; a soft sound ends it for those who turned that on. Stays mounted in fullscreen, where the panels are away.
 */
export function SessionSignals() {
  const t = useT();
  const face = useFace();
  const title = useBoardState((state) => state.view?.head.title ?? null);
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const before = useRef<Face | null>(null);
  const [said, setSaid] = useState("");

  useEffect(() => {
    const event = before.current && face && announcement(before.current, face);
    before.current = face;
    if (event === null || face === null) return;
    if (event === "started") setSaid(t("session.timerStarted", { time: formatSeconds(face.seconds) }));
    else setSaid(t(event === "minute" ? "session.oneMinuteLeft" : "session.timeIsUp"));
    if (event === "up") chime();
  }, [face, t]);

  const counting =
    hidden && face !== null && face.phase !== "idle"
      ? face.phase === "up"
        ? t("session.timeIsUp")
        : formatSeconds(face.seconds)
      : null;
  useEffect(() => {
    if (title === null || counting === null) return undefined;
    document.title = `${counting} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [counting, title]);

  return <Hidden role="status">{said}</Hidden>;
}
