import "./panels.css";
import PauseOutlined from "@mui/icons-material/PauseOutlined";
import PlayArrowOutlined from "@mui/icons-material/PlayArrowOutlined";
import StopOutlined from "@mui/icons-material/StopOutlined";
import TimerOutlined from "@mui/icons-material/TimerOutlined";
import { formatSeconds } from "@retro/rules/timer";
import { useId, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { dateLocale } from "../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import type { Countdown } from "./countdown.ts";
import { useFacilitationCommands, useCountdown, useFacilitator } from "./facilitationHooks.ts";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import NotificationsOffOutlined from "@mui/icons-material/NotificationsOffOutlined";
import { useChime } from "./chime.ts";

type TimerButtonRef = RefObject<HTMLButtonElement | null>;

const TimerMenu = lazyPart(() => import("./TimerMenu.tsx"), "TimerMenu");
const MoreTimeButton = lazyPart(() => import("./MoreTimeButton.tsx"), "MoreTimeButton", optionalPart);

export function TimerPanel({ button, children }: { button: TimerButtonRef; children: ReactNode }) {
  const t = useT();
  const countdown = useCountdown();
  const facilitator = useFacilitator();
  const { locked: boardLocked } = useFacilitation();
  const digitsId = useId();
  const wasUp = useTimeWasUp();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (countdown === null) return null;
  const byOther = facilitator !== null && !facilitator.isMe ? facilitator.name : null;
  const locked = byOther !== null || boardLocked === true;
  const hint = boardLocked
    ? t("error.board_read_only")
    : byOther === null
      ? t("session.timer")
      : t("session.timerLocked", { name: byOther });
  // A menu that closes because somebody else takes the seat does not open by itself later.
  if (anchor !== null && locked) setAnchor(null);
  return (
    <div className="panel" role="group" aria-label={t("session.timer")}>
      <div className="timer-frame" {...tip(wasUp === null ? hint : `${wasUp}. ${hint}`)}>
        <button
          ref={button}
          type="button"
          disabled={locked}
          aria-label={t("session.timer")}
          aria-describedby={digitsId}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            // The second click of a double click on "Stop", whose place it takes.
            if (event.detail !== 2) setAnchor(event.currentTarget);
          }}
        >
          <TimerOutlined />
        </button>
        <span
          className={`timer-digits ${countdown.phase}`}
          id={digitsId}
          role="timer"
          aria-live="off"
          translate="no"
        >
          {countdown.phase === "up" ? t("session.timeIsUp") : formatSeconds(countdown.seconds)}
        </span>
        {wasUp !== null ? (
          <span className="time-was-up">{wasUp}</span>
        ) : (
          countdown.phase !== "up" && <Progress countdown={countdown} />
        )}
      </div>
      {children}
      {facilitator?.isMe === true && <MoreTimeButton timerButton={button} />}
      {anchor !== null && <TimerMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </div>
  );
}

/** "Time is up" lasts two seconds. Whoever looked away reads here when it was, until the next start or step. */
function useTimeWasUp(): string | null {
  const t = useT();
  const time = new Intl.DateTimeFormat(dateLocale(useLocale()), { timeStyle: "short" });
  const phase = useCountdown()?.phase;
  const { timer, meeting } = useFacilitation();
  const step = meeting?.step;
  const [end, setEnd] = useState<{ at: number; step: string | undefined } | null>(null);
  if (phase === "up" && end === null && timer.startTime !== null)
    setEnd({ at: timer.startTime + timer.countTime * 1000, step });
  if (phase !== "up" && end !== null && (phase !== "idle" || end.step !== step)) setEnd(null);
  return phase === "idle" && end !== null ? t("session.timeWasUp", { time: time.format(end.at) }) : null;
}

function Progress({ countdown }: { countdown: Countdown }) {
  const t = useT();
  const left = countdown.total === 0 ? 0 : countdown.seconds / countdown.total;
  return (
    <span
      className="timer-bar"
      role="progressbar"
      aria-label={t("session.timeLeft")}
      aria-valuemin={0}
      aria-valuemax={countdown.total}
      aria-valuenow={countdown.seconds}
      aria-valuetext={formatSeconds(countdown.seconds)}
    >
      <span
        style={{
          transform: `scaleX(${left})`,
          opacity: countdown.phase === "idle" ? 0 : countdown.phase === "paused" ? 0.5 : 1,
        }}
      />
    </span>
  );
}

export function TimerButtons({ timerButton }: { timerButton: TimerButtonRef }) {
  const t = useT();
  const commands = useFacilitationCommands();
  const countdown = useCountdown();
  const facilitator = useFacilitator();
  const { locked } = useFacilitation();
  if (countdown === null || countdown.phase === "idle" || facilitator === null) return null;
  if (!facilitator.isMe || locked) return <SoundToggle />;
  const paused = countdown.phase === "paused";
  const stop = () => {
    keepFocus(() => timerButton.current);
    void commands.stopTimer();
  };
  return (
    <>
      {countdown.phase !== "up" && (
        // One button, so that it keeps the focus.
        <IconAction
          icon={paused ? PlayArrowOutlined : PauseOutlined}
          size="small"
          label={t(paused ? "session.play" : "session.pause")}
          onClick={(event) => {
            // A double click pauses, or plays, once.
            if (event.detail !== 2) void (paused ? commands.playTimer() : commands.pauseTimer());
          }}
        />
      )}
      <IconAction icon={StopOutlined} size="small" label={t("session.stop")} onClick={stop} />
    </>
  );
}

function SoundToggle() {
  const t = useT();
  const { isOn, isBlocked, setOn } = useChime();
  const plays = isOn && !isBlocked;
  return (
    <IconAction
      icon={plays ? NotificationsNoneOutlined : NotificationsOffOutlined}
      size="small"
      label={t(isOn && isBlocked ? "session.soundBlocked" : "session.sound")}
      aria-pressed={plays}
      onClick={() => setOn(!plays)}
    />
  );
}
