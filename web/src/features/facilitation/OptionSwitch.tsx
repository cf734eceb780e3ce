import "./menus.css";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

interface Props {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

export function OptionSwitch({ label, hint, checked, onChange, children }: Props) {
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        labelPlacement="start"
        control={
          <Switch
            edge="end"
            checked={checked}
            onChange={(_event, next) => onChange(next)}
            slotProps={{ input: { "aria-label": label, "aria-describedby": hintId } }}
          />
        }
        label={
          <>
            <Typography component="span" className="option-name">
              {label}
            </Typography>
            <Typography id={hintId} component="span" variant="caption" color="textSecondary">
              {hint}
            </Typography>
          </>
        }
        className="option-switch"
      />
      {children}
    </div>
  );
}
