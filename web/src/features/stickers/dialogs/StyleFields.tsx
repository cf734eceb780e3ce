import FormatBoldOutlined from "@mui/icons-material/FormatBoldOutlined";
import FormatColorResetOutlined from "@mui/icons-material/FormatColorResetOutlined";
import FormatItalicOutlined from "@mui/icons-material/FormatItalicOutlined";
import FormatUnderlinedOutlined from "@mui/icons-material/FormatUnderlinedOutlined";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import type { StickerStyle } from "@retro/contract/entities";
import { palette } from "@retro/contract/palette";
import { memo } from "react";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/useT.ts";
import { useDarkTheme } from "../../../theme/useDarkTheme.ts";
import { ColorPicker } from "../../../ui/ColorPicker.tsx";
import { IconAction } from "../../../ui/IconAction.tsx";
import { tip } from "../../../ui/tip.ts";
import { textColors, fontSizes } from "../textColors.ts";
import { mergedStyle, defaultStyle } from "../stickerCss.ts";

interface Props {
  value: StickerStyle;
  /** The values that apply where `value` has none. */
  inherited: StickerStyle | undefined;
  onChange: (value: StickerStyle) => void;
  /** Offers to remove a value, so that the default applies. */
  resettable?: boolean;
}

/** Text colour, background, size, bold, italic, underline (spec 3.6). */
export const StyleFields = memo(function StyleFields({
  value,
  inherited,
  onChange,
  resettable = false,
}: Props) {
  const t = useT();
  const { dark } = useDarkTheme();
  const shown = mergedStyle(value, inherited);
  const set = (patch: StickerStyle) => onChange({ ...value, ...patch });
  const textStyles = [
    {
      word: t("stickers.bold"),
      icon: <FormatBoldOutlined />,
      on: shown.fontWeight === "bold",
      flip: { fontWeight: shown.fontWeight === "bold" ? "normal" : "bold" },
    },
    {
      word: t("stickers.italic"),
      icon: <FormatItalicOutlined />,
      on: shown.fontStyle === "italic",
      flip: { fontStyle: shown.fontStyle === "italic" ? "normal" : "italic" },
    },
    {
      word: t("stickers.underline"),
      icon: <FormatUnderlinedOutlined />,
      on: shown.textDecoration === "underline",
      flip: { textDecoration: shown.textDecoration === "underline" ? "none" : "underline" },
    },
  ] as const;
  const size = Number.parseInt(shown.fontSize ?? defaultStyle.fontSize, 10);
  const offeredSizes = [...new Set([...fontSizes, size])].toSorted((a, b) => a - b);
  return (
    <Stack spacing={3} role="group" aria-label={t("stickers.format")}>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center", flexWrap: "wrap" }} useFlexGap>
        {textStyles.map(({ word, icon, on, flip }) => (
          <ToggleButton
            key={word}
            size="small"
            value={word}
            selected={on}
            aria-label={word}
            {...tip(word)}
            onChange={() => set(flip)}
          >
            {icon}
          </ToggleButton>
        ))}
        <TextField
          select
          size="small"
          label={t("stickers.size")}
          value={size}
          onChange={(event) => set({ fontSize: `${event.target.value}px` })}
          sx={{ width: 88 }}
        >
          {offeredSizes.map((px) => (
            <MenuItem key={px} value={px}>
              {px}
            </MenuItem>
          ))}
        </TextField>
        {resettable && (
          <Button
            size="small"
            color="inherit"
            sx={{ ml: { xs: -4, sm: "auto" } }}
            onClick={() => onChange({})}
          >
            {t("stickers.sectionStyle")}
          </Button>
        )}
      </Stack>
      <LabeledField name={t("stickers.background")}>
        <ColorPicker
          label={t("stickers.background")}
          customLabel={t("color.free")}
          value={shown.backgroundColor ?? defaultStyle.backgroundColor}
          onChange={(backgroundColor) => set({ backgroundColor })}
          choices={palette.map(({ key, light, dark: twin }) => ({
            value: light,
            shown: dark ? twin : light,
            label: t(`color.${key}`),
          }))}
        />
      </LabeledField>
      <LabeledField
        name={t("stickers.textColor")}
        action={
          <IconAction
            label={t("stickers.autoColor")}
            size="small"
            disabled={value.color == null}
            onClick={() => set({ color: null })}
          >
            <FormatColorResetOutlined fontSize="small" />
          </IconAction>
        }
      >
        <ColorPicker
          label={t("stickers.textColor")}
          customLabel={t("color.free")}
          value={shown.color ?? ""}
          onChange={(color) => set({ color })}
          choices={textColors.map(({ key, value: ink }) => ({
            value: ink,
            shown: ink,
            label: t(`color.${key}`),
          }))}
        />
      </LabeledField>
    </Stack>
  );
});

/** A group of controls: its name above, and beside the name the button that removes its value. */
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
    <Stack spacing={1}>
      <Stack direction="row" spacing={1} sx={{ alignItems: "center", minHeight: 24 }}>
        <Typography variant="caption" color="textSecondary" aria-hidden>
          {name}
        </Typography>
        {action}
      </Stack>
      {children}
    </Stack>
  );
}
