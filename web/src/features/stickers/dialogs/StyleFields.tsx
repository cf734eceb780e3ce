import "./dialogs.css";
import FormatBoldOutlined from "@mui/icons-material/FormatBoldOutlined";
import FormatColorResetOutlined from "@mui/icons-material/FormatColorResetOutlined";
import FormatItalicOutlined from "@mui/icons-material/FormatItalicOutlined";
import FormatUnderlinedOutlined from "@mui/icons-material/FormatUnderlinedOutlined";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import type { StickerStyle } from "@retro/contract/entities";
import { palette } from "@retro/contract/palette";
import { memo } from "react";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/useT.ts";
import { useDarkTheme } from "../../../ui/device/themeMode.ts";
import { ColorPicker } from "../../../ui/controls/ColorPicker.tsx";
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
      <div className="style-row">
        <TextStyleButtons shown={shown} onChange={set} />
        <SizeField shown={shown} onChange={set} />
        {resettable && (
          <Button size="small" color="inherit" className="style-reset" onClick={() => onChange({})}>
            {t("stickers.sectionStyle")}
          </Button>
        )}
      </div>
      <BackgroundField shown={shown} onChange={set} />
      <TextColorField shown={shown} chosen={value.color} onChange={set} />
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
    <TextField
      select
      size="small"
      label={t("stickers.size")}
      value={size}
      onChange={(event) => onChange({ fontSize: `${event.target.value}px` })}
      className="style-size"
    >
      {offeredSizes.map((px) => (
        <MenuItem key={px} value={px}>
          {px}
        </MenuItem>
      ))}
    </TextField>
  );
}

function BackgroundField({ shown, onChange }: FieldProps) {
  const t = useT();
  const { dark } = useDarkTheme();
  return (
    <LabeledField name={t("stickers.background")}>
      <ColorPicker
        label={t("stickers.background")}
        customLabel={t("color.free")}
        value={shown.backgroundColor ?? defaultStyle.backgroundColor}
        onChange={(backgroundColor) => onChange({ backgroundColor })}
        choices={palette.map(({ key, light, dark: twin }) => ({
          value: light,
          shown: dark ? twin : light,
          label: t(`color.${key}`),
        }))}
      />
    </LabeledField>
  );
}

function TextColorField({ shown, chosen, onChange }: FieldProps & { chosen: StickerStyle["color"] }) {
  const t = useT();
  return (
    <LabeledField
      name={t("stickers.textColor")}
      action={
        <IconAction
          icon={FormatColorResetOutlined}
          label={t("stickers.autoColor")}
          size="small"
          disabled={chosen == null}
          onClick={() => onChange({ color: null })}
        />
      }
    >
      <ColorPicker
        label={t("stickers.textColor")}
        customLabel={t("color.free")}
        value={shown.color ?? ""}
        onChange={(color) => onChange({ color })}
        choices={textColors.map(({ key, value: ink }) => ({
          value: ink,
          shown: ink,
          label: t(`color.${key}`),
        }))}
      />
    </LabeledField>
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
