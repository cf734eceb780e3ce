import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import FormatColorResetOutlined from "@mui/icons-material/FormatColorResetOutlined";
import type { Item, SectionStyle, StickerStyle } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { palette } from "@retro/contract/palette";
import { hasForbiddenCharacters, textLength } from "@retro/contract/text";
import { useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { useDarkTheme } from "../../../theme/useDarkTheme.ts";
import { ColorPicker } from "../../../ui/ColorPicker.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { IconAction } from "../../../ui/IconAction.tsx";
import { errorDetails } from "../boardQueries.ts";
import { sectionCss, stickerCss } from "../stickerCss.ts";
import { stylePatch } from "../saveSticker.ts";
import { LabeledField, StyleFields } from "./StyleFields.tsx";

/** Edit Section: title, background, and the style of its stickers with a live preview. */
export function SectionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const store = useBoardStore();
  const { dark } = useDarkTheme();
  const [before] = useState(() => store.getState().view?.items.get(id));
  const style = (before?.style ?? {}) as SectionStyle;
  const [title, setTitle] = useState(before?.title ?? "");
  const [background, setBackground] = useState<string | null>(style.self?.backgroundColor ?? null);
  const [item, setItem] = useState<StickerStyle>(style.item ?? {});
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ field?: string; message: string } | null>(null);
  /** The revision that a save replaces: after a conflict, the one that the user has seen. */
  const [rev, setRev] = useState(before?.rev);
  const fault =
    title.trim() === ""
      ? t("validation.titleRequired")
      : hasForbiddenCharacters(title)
        ? t("validation.forbiddenCharacters")
        : textLength(title.trim()) > limits.sectionTitle
          ? t("validation.maxAllowed", { max: limits.sectionTitle })
          : null;
  const error = touched && fault !== null ? fault : refused?.field;

  const save = async () => {
    setTouched(true);
    if (fault !== null || before === undefined) return;
    const self =
      background === (style.self?.backgroundColor ?? null) ? undefined : { backgroundColor: background };
    const itemPatch = stylePatch(style.item ?? {}, item);
    const changedTitle = title.trim() === before.title ? undefined : title.trim();
    if (self === undefined && itemPatch === undefined && changedTitle === undefined) {
      onClose();
      return;
    }
    setBusy(true);
    try {
      await store.send({
        type: "item.edit",
        id,
        ...(rev !== undefined && { rev }),
        ...(changedTitle !== undefined && { title: changedTitle }),
        ...((self !== undefined || itemPatch !== undefined) && {
          style: { ...(self && { self }), ...(itemPatch && { item: itemPatch }) },
        }),
      });
      onClose();
    } catch (problem) {
      const { status, message, field, data } = errorDetails(problem, t("error.internal"));
      const current = status === 409 ? (data as Item | undefined) : undefined;
      if (current !== undefined) setRev(current.rev);
      const renamed = current !== undefined && current.title !== before.title;
      const shown = renamed ? t("validation.changedMeanwhile", { current: current.title ?? "" }) : field;
      setRefused({ message, ...(shown !== undefined && { field: shown }) });
      setBusy(false);
    }
  };

  return (
    <FormDialog
      open
      keepOnOutsideClick
      width={580}
      title={t("sections.edit")}
      cancelLabel={t("common.cancel")}
      submitLabel={t("common.save")}
      busy={busy}
      submitDisabled={touched && fault !== null}
      onCancel={onClose}
      onSubmit={() => void save()}
    >
      {refused !== null && refused.field === undefined && <Alert severity="error">{refused.message}</Alert>}
      <TextField
        label={t("sections.title")}
        value={title}
        fullWidth
        autoComplete="off"
        error={error !== undefined}
        helperText={error}
        sx={{ mt: 2 }}
        onBlur={() => setTouched(true)}
        onChange={(event) => {
          setTitle(event.target.value);
          setTouched(true);
          setRefused(null);
        }}
        slotProps={{ htmlInput: { "aria-required": true } }}
      />
      <LabeledField
        name={t("sections.background")}
        action={
          <IconAction
            label={t("stickers.autoColor")}
            size="small"
            disabled={background === null}
            onClick={() => setBackground(null)}
          >
            <FormatColorResetOutlined fontSize="small" />
          </IconAction>
        }
      >
        <ColorPicker
          label={t("sections.background")}
          customLabel={t("color.free")}
          value={background ?? ""}
          onChange={setBackground}
          choices={palette.map(({ key, tint, tintDark, light, dark: twin }) => ({
            value: tint,
            shown: dark ? tintDark : tint,
            edge: dark ? `color-mix(in oklab, ${light}, ${twin})` : light,
            label: t(`color.${key}`),
          }))}
        />
      </LabeledField>
      <Typography variant="subtitle1" component="h3">
        {t("sections.itemStyle")}
      </Typography>
      <StyleFields value={item} inherited={undefined} onChange={setItem} />
      <Stack spacing={1}>
        <Typography variant="caption" color="textSecondary">
          {t("sections.preview")}
        </Typography>
        <div className="board-section preview" style={sectionCss(background)}>
          <div className="section-head">
            <h2>{title.trim() === "" ? t("sections.title") : title}</h2>
          </div>
          <div className="sticker" data-locked="" style={stickerCss(item, undefined)}>
            <div className="sticker-text">{t("sections.previewText")}</div>
          </div>
        </div>
      </Stack>
    </FormDialog>
  );
}
