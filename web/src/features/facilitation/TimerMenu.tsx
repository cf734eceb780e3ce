import "./menus.css";
import AddOutlined from "@mui/icons-material/AddOutlined";
import RemoveOutlined from "@mui/icons-material/RemoveOutlined";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Popover from "@mui/material/Popover";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { limits } from "@retro/contract/limits";
import { formatSeconds, steppedCount } from "@retro/rules/timer";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { useChime } from "./chime.ts";
import { mayStepDown, mayStepUp } from "./countdown.ts";
import type { Countdown } from "./countdown.ts";
import {
  useCountdown,
  useFacilitationCommands,
  useFacilitator,
  useMayStartTimer,
} from "./facilitationHooks.ts";

const [minute, ...quickAdds] = limits.timer.steps;

interface Props {
  anchor: HTMLElement;
  onClose: () => void;
}

export function TimerMenu({ anchor, onClose }: Props) {
  const t = useT();
  const commands = useFacilitationCommands();
  const countdown = useCountdown();
  if (countdown === null) return null;
  const step = (seconds: number) => void commands.setCountTime(steppedCount(countdown.total, seconds));
  const start = () => {
    onClose();
    void commands.startTimer();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{
        paper: { role: "dialog", "aria-label": t("session.timer"), className: "timer-menu" },
      }}
    >
      <div className="timer-steps">
        <MinuteSteps countdown={countdown} onStep={step} />
        <QuickAdds disabled={!mayStepUp(countdown)} onStep={step} />
        {countdown.phase === "idle" && <StartButton onStart={start} />}
        <SoundSwitch />
      </div>
    </Popover>
  );
}

interface MinuteStepsProps {
  countdown: Countdown;
  onStep: (seconds: number) => void;
}

function MinuteSteps({ countdown, onStep }: MinuteStepsProps) {
  const t = useT();
  return (
    <div className="timer-time-row">
      <IconAction
        icon={RemoveOutlined}
        label={t("session.minusMinute")}
        disabled={!mayStepDown(countdown)}
        onClick={() => onStep(-minute)}
      />
      <Typography
        component="span"
        // Screen readers announce the steps, but not the seconds of a running timer.
        aria-live={countdown.phase === "idle" ? "polite" : "off"}
        className="timer-time"
      >
        {formatSeconds(countdown.seconds)}
      </Typography>
      <IconAction
        icon={AddOutlined}
        label={t("session.plusMinute")}
        disabled={!mayStepUp(countdown)}
        onClick={() => onStep(minute)}
      />
    </div>
  );
}

function QuickAdds({ disabled, onStep }: { disabled: boolean; onStep: (seconds: number) => void }) {
  const t = useT();
  return (
    <div className="timer-quick" role="group" aria-label={t("session.quickAdds")}>
      {quickAdds.map((seconds) => (
        <Button
          key={seconds}
          variant="outlined"
          color="inherit"
          disabled={disabled}
          onClick={() => onStep(seconds)}
          className="timer-quick-button"
        >
          {t("session.quickAdd", { minutes: seconds / 60 })}
        </Button>
      ))}
    </div>
  );
}

function StartButton({ onStart }: { onStart: () => void }) {
  const t = useT();
  const facilitator = useFacilitator();
  const mayStart = useMayStartTimer();
  return (
    <div className="timer-running">
      <Button variant="contained" fullWidth disabled={!mayStart} onClick={onStart}>
        {t("session.startTimer")}
      </Button>
      {facilitator === null && (
        <Typography variant="caption" color="textSecondary">
          {t(mayStart ? "session.startHint" : "session.startAfterSeat")}
        </Typography>
      )}
    </div>
  );
}

function SoundSwitch() {
  const t = useT();
  const sound = useChime();
  return (
    <FormControlLabel
      control={
        <Switch size="small" checked={sound.isOn} onChange={(_event, checked) => sound.setOn(checked)} />
      }
      label={t("session.sound")}
      className="timer-sound"
    />
  );
}
