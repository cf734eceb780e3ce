import { limits } from "@retro/contract/limits";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { announce } from "../../ui/focus/announce.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import type { Countdown } from "./countdown.ts";
import {
  useCountdown,
  useFacilitationCommands,
  useFacilitator,
  useMayStartTimer,
} from "./facilitationHooks.ts";

/** Two seconds of "Time is up" are short, so the offer stays for a while [C5]. */
export function MoreTimeButton({ timerButton }: { timerButton: RefObject<HTMLButtonElement | null> }) {
  const t = useT();
  const commands = useFacilitationCommands();
  const button = useRef<HTMLButtonElement>(null);
  const phase = useCountdown()?.phase ?? "idle";
  const facilitator = useFacilitator();
  const offered = useMoreTimeOffer(
    phase,
    facilitator?.isMe === true,
    () => document.activeElement === button.current,
  );
  const { meeting } = useFacilitation();
  const mayStart = useMayStartTimer();
  // In a discussion the meeting's bar offers it.
  const shown = offered && mayStart && meeting?.topic === undefined;
  const hint = t("session.moreTimeHint");
  useEffect(() => {
    if (shown) announce(hint);
  }, [shown, hint]);
  if (!shown) return null;
  return (
    <Button
      ref={button}
      className="more-time"
      variant="contained"
      onClick={() => {
        keepFocus(() => timerButton.current);
        void commands.startMoreTime();
      }}
    >
      {t("session.quickAdd", { minutes: limits.timer.moreTime / 60 })}
    </Button>
  );
}

function useMoreTimeOffer(phase: Countdown["phase"], isFacilitator: boolean, inUse: () => boolean): boolean {
  const [offered, setOffered] = useState(false);
  const keep = useRef(inUse);
  useEffect(() => {
    keep.current = inUse;
  });
  if (phase === "up" && isFacilitator && !offered) setOffered(true);
  if ((phase === "running" || phase === "paused") && offered) setOffered(false);
  useEffect(() => {
    if (!offered || phase !== "idle") return undefined;
    let timeout: ReturnType<typeof setTimeout>;
    const end = () => {
      if (keep.current()) wait();
      else setOffered(false);
    };
    const wait = () => (timeout = setTimeout(end, limits.timer.moreTimeOfferMs));
    wait();
    return () => clearTimeout(timeout);
  }, [offered, phase]);
  return offered;
}
