import PauseOutlined from "@mui/icons-material/PauseOutlined";
import PlayArrowOutlined from "@mui/icons-material/PlayArrowOutlined";
import StopOutlined from "@mui/icons-material/StopOutlined";
import TimerOutlined from "@mui/icons-material/TimerOutlined";
import { styled } from "@mui/material/styles";
import { formatSeconds } from "@retro/rules/timer";
import { useId, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { tip } from "../../ui/tip.ts";
import type { Countdown } from "./countdown.ts";
import { useFacilitationCommands, useCountdown, useFacilitator } from "./facilitationHooks.ts";
import { PanelFrame } from "./panelFrame.ts";
import { SoundToggle } from "./SoundToggle.tsx";
import { lazyPart } from "../../ui/lazy.tsx";

const TimerMenu = lazyPart(() => import("./TimerMenu.tsx"), "TimerMenu");

/** Icon, digits and bar are one button: its area covers all three. */
const TimerFrame = styled("div")(({ theme }) => ({
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: 8,
  height: 32,
  paddingInline: 8,
  borderRadius: 16,
  "@media (pointer: coarse)": { height: 44 },
  "& button": {
    all: "unset",
    display: "inline-flex",
    color: theme.vars.palette.text.secondary,
    cursor: "pointer",
    "& svg": { fontSize: 20 },
    "&::after": { content: '""', position: "absolute", inset: 0, borderRadius: 16 },
    "&:hover::after": { backgroundColor: theme.vars.palette.action.hover },
    // The tooltip is on the frame: a disabled button gets no pointer events.
    "&:disabled": { pointerEvents: "none" },
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::after": { outline: `2px solid ${theme.vars.palette.primary.main}` },
  },
}));

const Digits = styled("span")({
  fontSize: "1rem",
  lineHeight: "24px",
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  whiteSpace: "nowrap",
});

const ProgressBar = styled("span")(({ theme }) => ({
  display: "block",
  width: 72,
  height: 4,
  borderRadius: 2,
  overflow: "hidden",
  backgroundColor: theme.vars.palette.divider,
  "& > span": {
    display: "block",
    height: "100%",
    borderRadius: 2,
    backgroundColor: theme.vars.palette.primary.main,
    transformOrigin: "left",
    transition: "transform 100ms ease-out",
  },
  // On a phone the bar is below the digits.
  [theme.breakpoints.down("sm")]: {
    position: "absolute",
    left: 10,
    right: 10,
    bottom: 0,
    width: "auto",
    height: 3,
  },
}));

/** Timer button, countdown and progress bar; stop, pause and play for the facilitator (spec 2.22 and 2.23). */
export function TimerPanel() {
  const t = useT();
  const countdown = useCountdown();
  const facilitator = useFacilitator();
  const digitsId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (countdown === null) return null;
  const locked = facilitator !== null && !facilitator.isMe;
  const open = anchor !== null && !locked;
  const isOn = countdown.phase !== "idle";
  return (
    <PanelFrame role="group" aria-label={t("session.timer")}>
      <TimerFrame
        {...tip(locked ? t("session.timerLocked", { name: facilitator.name }) : t("session.timer"))}
      >
        <button
          type="button"
          disabled={locked}
          aria-label={t("session.timer")}
          aria-describedby={digitsId}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <TimerOutlined />
        </button>
        <Digits
          id={digitsId}
          role="timer"
          aria-live="off"
          sx={{
            minWidth: countdown.phase === "up" ? { sm: 128 } : undefined,
            color:
              countdown.phase === "up"
                ? "error.main"
                : countdown.phase === "idle"
                  ? "text.secondary"
                  : "text.primary",
          }}
        >
          {countdown.phase === "up" ? t("session.timeIsUp") : formatSeconds(countdown.seconds)}
        </Digits>
        {countdown.phase !== "up" && <Progress countdown={countdown} />}
      </TimerFrame>
      {isOn && facilitator?.isMe === true && <TimerButtons countdown={countdown} />}
      {isOn && locked && <SoundToggle />}
      {open && <TimerMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </PanelFrame>
  );
}

function Progress({ countdown }: { countdown: Countdown }) {
  const t = useT();
  const left = countdown.total === 0 ? 0 : countdown.seconds / countdown.total;
  return (
    <ProgressBar
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
    </ProgressBar>
  );
}

function TimerButtons({ countdown }: { countdown: Countdown }) {
  const t = useT();
  const commands = useFacilitationCommands();
  return (
    <>
      {countdown.phase === "running" && (
        <IconAction size="small" label={t("session.pause")} onClick={() => void commands.pauseTimer()}>
          <PauseOutlined fontSize="small" />
        </IconAction>
      )}
      {countdown.phase === "paused" && (
        <IconAction size="small" label={t("session.play")} onClick={() => void commands.playTimer()}>
          <PlayArrowOutlined fontSize="small" />
        </IconAction>
      )}
      <IconAction size="small" label={t("session.stop")} onClick={() => void commands.stopTimer()}>
        <StopOutlined fontSize="small" />
      </IconAction>
    </>
  );
}
