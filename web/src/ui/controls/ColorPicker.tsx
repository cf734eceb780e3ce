import CheckOutlined from "@mui/icons-material/CheckOutlined";
import ButtonBase from "@mui/material/ButtonBase";
import { styled } from "@mui/material/styles";
import type { ChangeEvent, CSSProperties } from "react";
import { textColorOn } from "@retro/contract/contrast";

const coarse = "@media (pointer: coarse)";
/** 44 px to tap, 32 px visible. */
const touchTarget = { width: 44, height: 44, border: "6px solid transparent", backgroundClip: "padding-box" };

const Grid = styled("div")({
  display: "flex",
  flexWrap: "wrap",
  gap: "8px 7px",
  // Seven in a row, also on the narrowest phone, so that the last row never holds a single colour.
  [coarse]: { gap: 0, position: "relative", left: -6, maxWidth: 7 * 44 },
});
const Swatch = styled(ButtonBase)(({ theme }) => ({
  width: 32,
  height: 32,
  borderRadius: "50%",
  boxShadow: `inset 0 0 0 var(--edge-width, 1px) var(--edge, color-mix(in srgb, ${theme.vars.palette.text.primary} 16%, transparent))`,
  [coarse]: touchTarget,
  "& svg": { fontSize: 18 },
}));
const CustomColor = styled("label")(({ theme }) => ({
  position: "relative",
  display: "grid",
  placeItems: "center",
  width: 32,
  height: 32,
  borderRadius: "50%",
  border: `1px dashed ${theme.vars.palette.text.secondary}`,
  background: "conic-gradient(#f88, #fd8, #8e8, #8df, #a8f, #f8c, #f88)",
  [coarse]: touchTarget,
  "&:focus-within": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  "& svg": { fontSize: 18 },
  "& input": { position: "absolute", inset: 0, width: "100%", height: "100%", opacity: 0, cursor: "pointer" },
}));

/** A colour of the palette: the stored value, the shown colour and the name. */
export interface ColorChoice {
  value: string;
  shown: string;
  label: string;
  /** Draws a stronger ring around a colour that is similar to its neighbours. */
  edge?: string;
}

interface Props {
  /** The group's accessible name. */
  label: string;
  /** Accessible name of the field for any other colour. */
  customLabel: string;
  choices: readonly ColorChoice[];
  value: string;
  onChange: (value: string) => void;
}

function edgeOf({ edge }: ColorChoice): CSSProperties | undefined {
  return edge === undefined ? undefined : ({ "--edge": edge, "--edge-width": "2px" } as CSSProperties);
}

/** A palette, and a field for any other colour. */
export function ColorPicker({ label, customLabel, choices, value, onChange }: Props) {
  const chosen = value.toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(chosen);
  const isCustom = !choices.some((choice) => choice.value === chosen);
  return (
    <Grid role="group" aria-label={label}>
      {choices.map((choice) => (
        <Swatch
          key={choice.value}
          aria-label={choice.label}
          aria-pressed={choice.value === chosen}
          title={choice.label}
          style={{ backgroundColor: choice.shown, color: textColorOn(choice.shown), ...edgeOf(choice) }}
          onClick={() => onChange(choice.value)}
        >
          {choice.value === chosen && <CheckOutlined />}
        </Swatch>
      ))}
      <CustomColor
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
      </CustomColor>
    </Grid>
  );
}
