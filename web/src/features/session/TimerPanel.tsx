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
import type { Face } from "./face.ts";
import { useSessionActions, useFace, useFacilitator } from "./hooks.ts";
import { Pill } from "./pill.ts";
import { SoundToggle } from "./SoundToggle.tsx";
import { lazyPart } from "../../ui/lazy.tsx";

const TimerMenu = lazyPart(() => import("./TimerMenu.tsx"), "TimerMenu");

/** Icon, digits and bar are one thing to press: the button's area is stretched over all three. */
const Clock = styled("div")(({ theme }) => ({
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
    // The tooltip hangs on the frame: a disabled button would swallow the pointer.
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

const Bar = styled("span")(({ theme }) => ({
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
  // On a phone it lies under the digits.
  [theme.breakpoints.down("sm")]: {
    position: "absolute",
    left: 10,
    right: 10,
    bottom: 0,
    width: "auto",
    height: 3,
  },
}));

/** Timer button, countdown and bar; stop, pause and play for the facilitator (spec 2.22). */
export function TimerPanel() {
  const t = useT();
  const face = useFace();
  const facilitator = useFacilitator();
  const digitsId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (face === null) return null;
  const locked = facilitator !== null && !facilitator.isMe;
  const open = anchor !== null && !locked;
  const on = face.phase !== "idle";
  return (
    <Pill role="group" aria-label={t("session.timer")}>
      <Clock {...tip(locked ? t("session.timerLocked", { name: facilitator.name }) : t("session.timer"))}>
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
            minWidth: face.phase === "up" ? { sm: 128 } : undefined,
            color:
              face.phase === "up" ? "error.main" : face.phase === "idle" ? "text.secondary" : "text.primary",
          }}
        >
          {face.phase === "up" ? t("session.timeIsUp") : formatSeconds(face.seconds)}
        </Digits>
        {face.phase !== "up" && <Progress face={face} />}
      </Clock>
      {on && facilitator?.isMe === true && <FacilitatorButtons face={face} />}
      {on && locked && <SoundToggle />}
      {open && <TimerMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </Pill>
  );
}

function Progress({ face }: { face: Face }) {
  const t = useT();
  const left = face.total === 0 ? 0 : face.seconds / face.total;
  return (
    <Bar
      role="progressbar"
      aria-label={t("session.timeLeft")}
      aria-valuemin={0}
      aria-valuemax={face.total}
      aria-valuenow={face.seconds}
      aria-valuetext={formatSeconds(face.seconds)}
    >
      <span
        style={{
          transform: `scaleX(${left})`,
          opacity: face.phase === "idle" ? 0 : face.phase === "paused" ? 0.5 : 1,
        }}
      />
    </Bar>
  );
}

function FacilitatorButtons({ face }: { face: Face }) {
  const t = useT();
  const actions = useSessionActions();
  return (
    <>
      {face.phase === "running" && (
        <IconAction size="small" label={t("session.pause")} onClick={() => void actions.pause()}>
          <PauseOutlined fontSize="small" />
        </IconAction>
      )}
      {face.phase === "paused" && (
        <IconAction size="small" label={t("session.play")} onClick={() => void actions.play()}>
          <PlayArrowOutlined fontSize="small" />
        </IconAction>
      )}
      <IconAction size="small" label={t("session.stop")} onClick={() => void actions.stop()}>
        <StopOutlined fontSize="small" />
      </IconAction>
    </>
  );
}
