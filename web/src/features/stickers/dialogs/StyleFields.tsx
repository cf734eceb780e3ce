import "./dialogs.css";
import FormatBoldOutlined from "@mui/icons-material/FormatBoldOutlined";
import FormatClearOutlined from "@mui/icons-material/FormatClearOutlined";
import FormatColorResetOutlined from "@mui/icons-material/FormatColorResetOutlined";
import FormatItalicOutlined from "@mui/icons-material/FormatItalicOutlined";
import FormatUnderlinedOutlined from "@mui/icons-material/FormatUnderlinedOutlined";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Popover from "@mui/material/Popover";
import Select from "@mui/material/Select";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import type { StickerStyle } from "@retro/contract/styles";
import { palette } from "@retro/contract/palette";
import { memo, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import { useT } from "../../../i18n/useT.ts";
import { useDarkTheme } from "../../../ui/device/themeMode.ts";
import { ColorPicker, type ColorChoice } from "../../../ui/controls/ColorPicker.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";
import { mergedStyle, defaultStyle } from "../card/stickerCss.ts";

const textColors = [
  { key: "black", value: "#1d1b24" },
  { key: "white", value: "#ffffff" },
  { key: "red", value: "#b71c1c" },
  { key: "pink", value: "#ad1457" },
  { key: "purple", value: "#5e35b1" },
  { key: "blue", value: "#1565c0" },
  { key: "teal", value: "#006978" },
  { key: "green", value: "#2e7d32" },
  { key: "grey", value: "#546e7a" },
] as const;

const fontSizes = [12, 14, 16, 18, 20, 24, 28, 32] as const;

interface Props {
  value: StickerStyle;
  inherited: StickerStyle | undefined;
  onChange: (value: StickerStyle) => void;
  resettable?: boolean;
}

export const StyleFields = memo(function StyleFields({
  value,
  inherited,
  onChange,
  resettable = false,
}: Props) {
  const t = useT();
  const shown = mergedStyle(value, inherited);
  const set = (patch: StickerStyle) => onChange({ ...value, ...patch });
  return (
    <div className="style-fields" role="group" aria-label={t("stickers.format")}>
      <TextStyleButtons shown={shown} onChange={set} />
      <SizeField shown={shown} onChange={set} />
      <span className="style-divider" aria-hidden />
      <BackgroundField shown={shown} onChange={set} />
      <TextColorField shown={shown} chosen={value.color} onChange={set} />
      {resettable && (
        <span className="style-reset">
          <IconAction
            icon={FormatClearOutlined}
            label={t("stickers.sectionStyle")}
            disabled={Object.keys(value).length === 0}
            onClick={() => onChange({})}
          />
        </span>
      )}
    </div>
  );
});

interface FieldProps {
  shown: StickerStyle;
  onChange: (patch: StickerStyle) => void;
}

function TextStyleButtons({ shown, onChange }: FieldProps) {
  const t = useT();
  const textStyles = [
    {
      label: t("stickers.bold"),
      icon: <FormatBoldOutlined />,
      on: shown.fontWeight === "bold",
      flip: { fontWeight: shown.fontWeight === "bold" ? "normal" : "bold" },
    },
    {
      label: t("stickers.italic"),
      icon: <FormatItalicOutlined />,
      on: shown.fontStyle === "italic",
      flip: { fontStyle: shown.fontStyle === "italic" ? "normal" : "italic" },
    },
    {
      label: t("stickers.underline"),
      icon: <FormatUnderlinedOutlined />,
      on: shown.textDecoration === "underline",
      flip: { textDecoration: shown.textDecoration === "underline" ? "none" : "underline" },
    },
  ] as const;
  return (
    <>
      {textStyles.map(({ label, icon, on, flip }) => (
        <ToggleButton
          key={label}
          size="small"
          value={label}
          selected={on}
          aria-label={label}
          {...tip(label)}
          onChange={() => onChange(flip)}
        >
          {icon}
        </ToggleButton>
      ))}
    </>
  );
}

function SizeField({ shown, onChange }: FieldProps) {
  const t = useT();
  const size = Number.parseInt(shown.fontSize ?? defaultStyle.fontSize, 10);
  const offeredSizes = [...new Set([...fontSizes, size])].toSorted((a, b) => a - b);
  return (
    <Select
      variant="standard"
      disableUnderline
      className="style-size"
      value={size}
      onChange={(event) => onChange({ fontSize: `${event.target.value}px` })}
      SelectDisplayProps={{ "aria-label": t("stickers.size"), ...tip(t("stickers.size")) }}
    >
      {offeredSizes.map((px) => (
        <MenuItem key={px} value={px}>
          {px}
        </MenuItem>
      ))}
    </Select>
  );
}

function BackgroundField({ shown, onChange }: FieldProps) {
  const t = useT();
  const { dark } = useDarkTheme();
  const value = shown.backgroundColor ?? defaultStyle.backgroundColor;
  const choices = palette.map(({ key, light, dark: twin }) => ({
    value: light,
    shown: dark ? twin : light,
    label: t(`color.${key}`),
  }));
  return (
    <ColorButton
      label={t("stickers.background")}
      mark={
        <span
          className="style-background"
          style={{ background: choices.find((choice) => choice.value === value)?.shown ?? value }}
        />
      }
      value={value}
      choices={choices}
      onChange={(backgroundColor) => onChange({ backgroundColor })}
    />
  );
}

function TextColorField({ shown, chosen, onChange }: FieldProps & { chosen: StickerStyle["color"] }) {
  const t = useT();
  return (
    <ColorButton
      label={t("stickers.textColor")}
      mark={
        <span
          className="style-text-color"
          style={{ "--ink": shown.color ?? "currentColor" } as CSSProperties}
          translate="no"
        >
          A
        </span>
      }
      value={shown.color ?? ""}
      choices={textColors.map(({ key, value: ink }) => ({
        value: ink,
        shown: ink,
        label: t(`color.${key}`),
      }))}
      onChange={(color) => onChange({ color })}
      onReset={chosen == null ? undefined : () => onChange({ color: null })}
    />
  );
}

interface ColorButtonProps {
  label: string;
  mark: ReactNode;
  value: string;
  choices: readonly ColorChoice[];
  onChange: (value: string) => void;
  /** Lets the app choose; absent where it already does. */
  onReset?: (() => void) | undefined;
}

/** Opens the colours; a colour of the palette closes them, the free choice leaves them open to try. */
function ColorButton({ label, mark, value, choices, onChange, onReset }: ColorButtonProps) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {mark}
      </IconAction>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { className: "style-colors", role: "dialog", "aria-label": label } }}
      >
        <ColorPicker
          label={label}
          customLabel={t("color.free")}
          value={value}
          choices={choices}
          onChange={(color) => {
            onChange(color);
            if (choices.some((choice) => choice.value === color)) close();
          }}
        />
        {onReset !== undefined && (
          <Button
            size="small"
            color="inherit"
            startIcon={<FormatColorResetOutlined />}
            onClick={() => {
              onReset();
              close();
            }}
          >
            {t("stickers.autoColor")}
          </Button>
        )}
      </Popover>
    </>
  );
}

export function LabeledField({
  name,
  action,
  children,
}: {
  name: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="style-group">
      <div className="style-group-head">
        <Typography variant="caption" color="textSecondary" aria-hidden>
          {name}
        </Typography>
        {action}
      </div>
      {children}
    </div>
  );
}
