import "./color-picker.css";
import CheckOutlined from "@mui/icons-material/CheckOutlined";
import ButtonBase from "@mui/material/ButtonBase";
import type { ChangeEvent, CSSProperties } from "react";
import { textColorOn } from "@retro/contract/contrast";

export interface ColorChoice {
  value: string;
  shown: string;
  label: string;
  edge?: string;
}

interface Props {
  label: string;
  customLabel: string;
  choices: readonly ColorChoice[];
  value: string;
  onChange: (value: string) => void;
}

function edgeOf({ edge }: ColorChoice): CSSProperties | undefined {
  return edge === undefined ? undefined : ({ "--edge": edge, "--edge-width": "2px" } as CSSProperties);
}

export function ColorPicker({ label, customLabel, choices, value, onChange }: Props) {
  const chosen = value.toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(chosen);
  const isCustom = !choices.some((choice) => choice.value === chosen);
  return (
    <div className="color-picker" role="group" aria-label={label}>
      {choices.map((choice) => (
        <ButtonBase
          className="color-swatch"
          key={choice.value}
          aria-label={choice.label}
          aria-pressed={choice.value === chosen}
          title={choice.label}
          style={{ backgroundColor: choice.shown, color: textColorOn(choice.shown), ...edgeOf(choice) }}
          onClick={() => onChange(choice.value)}
        >
          {choice.value === chosen && <CheckOutlined />}
        </ButtonBase>
      ))}
      <label
        className="color-custom"
        title={customLabel}
        style={
          isCustom && isColor
            ? { backgroundColor: value, backgroundImage: "none", color: textColorOn(value) }
            : undefined
        }
      >
        {isCustom && isColor && <CheckOutlined />}
        <input
          type="color"
          aria-label={customLabel}
          value={isColor ? value : "#888888"}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        />
      </label>
    </div>
  );
}
