import "./dialogs.css";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import FormatColorResetOutlined from "@mui/icons-material/FormatColorResetOutlined";
import { cleanLine } from "@retro/contract/clean-text";
import type { StickerStyle } from "@retro/contract/styles";
import { palette } from "@retro/contract/palette";
import { useT } from "../../../i18n/useT.ts";
import { useDarkTheme } from "../../../ui/device/themeMode.ts";
import { ColorPicker } from "../../../ui/controls/ColorPicker.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { sectionCss, stickerCss } from "../card/stickerCss.ts";
import { LabeledField, StyleFields } from "./StyleFields.tsx";
import { useSectionDraft } from "./useSectionDraft.ts";

export function SectionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const { title, setTitle, background, setBackground, item, setItem, blocked, error, refused, touch, save } =
    useSectionDraft(id);

  return (
    <FormDialog
      keepOnOutsideClick
      width={580}
      refused={refused?.field === undefined ? refused?.message : null}
      title={t("sections.edit")}
      submitLabel={t("common.save")}
      submitDisabled={blocked}
      onCancel={onClose}
      onSubmit={save}
    >
      <TextField
        label={t("sections.title")}
        value={title}
        fullWidth
        autoComplete="off"
        error={error !== undefined}
        helperText={error}
        className="first-field"
        onBlur={touch}
        onChange={(event) => setTitle(event.target.value)}
        slotProps={{ htmlInput: { "aria-required": true, dir: "auto" } }}
      />
      <BackgroundField value={background} onChange={setBackground} />
      <Typography variant="subtitle1" component="h3">
        {t("sections.itemStyle")}
      </Typography>
      <StyleFields value={item} inherited={undefined} onChange={setItem} />
      <SectionPreview title={title} background={background} itemStyle={item} />
    </FormDialog>
  );
}

interface BackgroundFieldProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

function BackgroundField({ value, onChange }: BackgroundFieldProps) {
  const t = useT();
  const { dark } = useDarkTheme();
  return (
    <LabeledField
      name={t("sections.background")}
      action={
        <IconAction
          icon={FormatColorResetOutlined}
          label={t("stickers.autoColor")}
          size="small"
          disabled={value === null}
          onClick={() => onChange(null)}
        />
      }
    >
      <ColorPicker
        label={t("sections.background")}
        customLabel={t("color.free")}
        value={value ?? ""}
        onChange={onChange}
        choices={palette.map(({ key, tint, tintDark, light, dark: twin }) => ({
          value: tint,
          shown: dark ? tintDark : tint,
          edge: dark ? `color-mix(in oklab, ${light}, ${twin})` : light,
          label: t(`color.${key}`),
        }))}
      />
    </LabeledField>
  );
}

interface SectionPreviewProps {
  title: string;
  background: string | null;
  itemStyle: StickerStyle;
}

function SectionPreview({ title, background, itemStyle }: SectionPreviewProps) {
  const t = useT();
  return (
    <div className="section-columns">
      <Typography variant="caption" color="textSecondary">
        {t("sections.preview")}
      </Typography>
      <div className="board-section preview" style={sectionCss(background)}>
        <div className="section-head">
          <h2>{cleanLine(title) === "" ? t("sections.title") : title}</h2>
        </div>
        <div className="sticker" data-locked="" style={stickerCss(itemStyle, undefined)}>
          <div className="sticker-text">{t("sections.previewText")}</div>
        </div>
      </div>
    </div>
  );
}
