import ForumOutlined from "@mui/icons-material/ForumOutlined";
import SkipNextOutlined from "@mui/icons-material/SkipNextOutlined";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { useEffect, useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { useCountdown, useFacilitationCommands } from "../facilitationHooks.ts";

const nobody: readonly string[] = [];

/**
 * Whether the time of the present topic is over, and everybody chooses to go on or not. In a step without
 * minutes the facilitator may have started a timer by hand: then its end counts.
 */
export function useTopicTimeOver({ steps, step, topic, at }: Meeting): boolean {
  const phase = useCountdown()?.phase;
  const [timedAt, setTimedAt] = useState<number>();
  if (timedAt !== at && (phase === "running" || phase === "paused")) setTimedAt(at);
  const hasTime = timedAt === at || steps.find(({ id }) => id === step)?.minutes != null;
  return topic !== undefined && hasTime && (phase === "idle" || phase === "up");
}

/** "Keep going" or "Move on", as two numbers without names; nothing happens by itself [F6]. */
export function TopicWishes({ meeting: { at }, isMine }: { meeting: Meeting; isMine: boolean }) {
  const t = useT();
  const store = useBoardStore();
  const commands = useFacilitationCommands();
  const isWatching = useBoardState((state) => state.ready === "watching");
  const present = useBoardState((state) => state.members.length);
  const mine = useBoardState((state) => state.wish);
  const others = useBoardState((state) => state.wishOthers);
  // More time is another question.
  useEffect(() => () => store.setWish(null), [store]);
  return (
    <div className="lead topic-wishes" role="group" aria-label={t("meeting.timeOver")}>
      {(["keep", "move"] as const).map((wish) => {
        const value = `${wish}:${at}` as const;
        const isMyWish = mine === value;
        // Somebody who has left may still be in it.
        const count = Math.min(present, (others.get(value) ?? nobody).length + (isMyWish ? 1 : 0));
        return (
          <Button
            key={wish}
            variant="outlined"
            aria-pressed={isMyWish}
            disabled={isWatching}
            onClick={() => store.setWish(isMyWish ? null : value)}
          >
            {wish === "keep" ? <ForumOutlined fontSize="small" /> : <SkipNextOutlined fontSize="small" />}
            <span className="wish">{t(wish === "keep" ? "meeting.keepGoing" : "meeting.moveOn")}</span>{" "}
            <b>{count}</b>
          </Button>
        );
      })}
      {isMine && (
        <Button variant="outlined" onClick={() => void commands.startMoreTime()}>
          {t("session.quickAdd", { minutes: limits.timer.moreTime / 60 })}
        </Button>
      )}
    </div>
  );
}
