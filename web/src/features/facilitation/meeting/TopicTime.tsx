import ForumOutlined from "@mui/icons-material/ForumOutlined";
import SkipNextOutlined from "@mui/icons-material/SkipNextOutlined";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { useEffect, useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { useCountdown, useFacilitationCommands } from "../facilitationHooks.ts";

const nobody: readonly string[] = [];

/**
 * Whether the time of the present topic is over. In a step without minutes the facilitator may have started a
 * timer by hand: then its end counts.
 */
export function useTopicTimeOver({ steps, step, topic, at }: Meeting): boolean {
  const phase = useCountdown()?.phase;
  const [timedAt, setTimedAt] = useState<number>();
  if (timedAt !== at && (phase === "running" || phase === "paused")) setTimedAt(at);
  const hasTime = timedAt === at || steps.find(({ id }) => id === step)?.minutes != null;
  return topic !== undefined && hasTime && (phase === "idle" || phase === "up");
}

/** How many want to keep going with the topic and how many to move on, without names [F6]. */
export function useWishes({ at }: Meeting) {
  const present = useBoardState((state) => state.members.length);
  const mine = useBoardState((state) => state.wish);
  const others = useBoardState((state) => state.wishOthers);
  const of = (wish: "keep" | "move") => {
    const value = `${wish}:${at}` as const;
    const isMine = mine === value;
    // Somebody who has left may still be in it.
    return {
      value,
      isMine,
      count: Math.min(present, (others.get(value) ?? nobody).length + (isMine ? 1 : 0)),
    };
  };
  return { keep: of("keep"), move: of("move") };
}

interface WishesProps {
  meeting: Meeting;
  isMine: boolean;
  isTimeOver: boolean;
}

/** "Keep going" or "Move on"; nothing happens by itself [F6]. */
export function TopicWishes({ meeting, isMine: leads, isTimeOver }: WishesProps) {
  const t = useT();
  const store = useBoardStore();
  const commands = useFacilitationCommands();
  const isWatching = useBoardState((state) => state.ready === "watching");
  const wishes = useWishes(meeting);
  // Another topic is another question, and so is more time.
  useEffect(() => () => store.setWish(null), [store]);
  useEffect(() => {
    if (!isTimeOver) store.setWish(null);
  }, [store, isTimeOver]);
  return (
    <div className="lead topic-wishes" role="group" aria-label={t("meeting.wishes")}>
      {(["keep", "move"] as const).map((wish) => {
        const { value, isMine, count } = wishes[wish];
        const name = t(wish === "keep" ? "meeting.keepGoing" : "meeting.moveOn");
        const Sign = wish === "keep" ? ForumOutlined : SkipNextOutlined;
        return (
          <BarButton
            key={wish}
            variant="outlined"
            name={`${name} ${count}`}
            word={wish === "keep" ? t("meeting.keepWord") : name}
            sign={
              <>
                <Sign /> {count}
              </>
            }
            aria-pressed={isMine}
            disabled={isWatching}
            onClick={() => store.setWish(isMine ? null : value)}
          >
            {name} <b>{count}</b>
          </BarButton>
        );
      })}
      {leads && isTimeOver && (
        <Button variant="outlined" onClick={() => void commands.startMoreTime()}>
          {t("session.quickAdd", { minutes: limits.timer.moreTime / 60 })}
        </Button>
      )}
    </div>
  );
}
