import Alert from "@mui/material/Alert";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { StickerStyle } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { textLength } from "@retro/contract/text";
import { useEffect, useEffectEvent, useState } from "react";
import type { KeyboardEvent } from "react";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { lookOf } from "../look.ts";
import { linesOf, titleFault } from "./lines.ts";
import { StyleFields } from "./StyleFields.tsx";

/** Text that rests this long is stored, so that it survives the page. */
const draftMs = 300;

export interface StickerDraft {
  title: string;
  style: StickerStyle;
}

interface Props {
  title: string;
  draft: StickerDraft;
  /** How the section wants its stickers. */
  sectionStyle: StickerStyle | undefined;
  /** What the server had against an earlier attempt. */
  refused?: { field: string | undefined; message: string } | undefined;
  /** A new one: several lines may become several stickers. */
  several: boolean;
  /** Hears what is typed, a moment after the last key. */
  onDraft: (draft: StickerDraft) => void;
  onCancel: () => void;
  onSave: (drafts: StickerDraft[]) => void;
}

/** New Sticker and Edit Sticker: the text in the sticker's own look, its formatting, 1,000 characters. */
export function StickerDialog({
  title,
  draft,
  sectionStyle,
  refused,
  several,
  onDraft,
  onCancel,
  onSave,
}: Props) {
  const t = useT();
  const [text, setText] = useState(draft.title);
  const [style, setStyle] = useState(draft.style);
  const [touched, setTouched] = useState(false);
  const [perLine, setPerLine] = useState(false);
  const [fieldError, setFieldError] = useState(refused?.field);
  const lines = several ? linesOf(text) : [];
  const split = perLine && lines.length > 1;
  const faults = (split ? lines : [text]).map(titleFault).find((fault) => fault !== null) ?? null;
  const error = touched && faults !== null ? t(faults.key, { max: faults.max }) : fieldError;

  const tellDraft = useEffectEvent((typed: StickerDraft) => onDraft(typed));
  useEffect(() => {
    if (!touched) return undefined;
    const timer = setTimeout(() => tellDraft({ title: text, style }), draftMs);
    return () => clearTimeout(timer);
  }, [text, style, touched]);

  const save = () => {
    setTouched(true);
    if (faults !== null) return;
    onSave((split ? lines : [text.trim()]).map((each) => ({ title: each, style })));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const fingers = matchMedia("(pointer: coarse)").matches;
    if (event.ctrlKey || event.metaKey || !(event.shiftKey || fingers)) {
      event.preventDefault();
      save();
    }
  };

  return (
    <FormDialog
      open
      stay
      width={580}
      title={title}
      cancelLabel={t("common.cancel")}
      submitLabel={t("common.save")}
      submitDisabled={touched && faults !== null}
      onCancel={onCancel}
      onSubmit={save}
    >
      {refused !== undefined && refused.field === undefined && (
        <Alert severity="error">{refused.message}</Alert>
      )}
      <TextField
        label={t("stickers.title")}
        multiline
        minRows={4}
        maxRows={12}
        fullWidth
        autoComplete="off"
        value={text}
        error={error !== undefined}
        onChange={(event) => {
          setText(event.target.value);
          setTouched(true);
          setFieldError(undefined);
        }}
        onKeyDown={onKeyDown}
        helperText={
          <Stack component="span" direction="row" sx={{ justifyContent: "space-between", gap: 4 }}>
            <span>{error ?? t("stickers.hint")}</span>
            <Counter length={textLength(text.trim())} />
          </Stack>
        }
        slotProps={{
          inputLabel: { shrink: true },
          input: { className: "sticker-input", style: lookOf(style, sectionStyle), notched: true },
          htmlInput: { "aria-required": true, "aria-label": t("stickers.title") },
        }}
      />
      {lines.length > 1 && (
        <FormControlLabel
          control={<Checkbox checked={perLine} onChange={(_event, checked) => setPerLine(checked)} />}
          label={t("stickers.perLine", { count: lines.length })}
        />
      )}
      <StyleFields value={style} base={sectionStyle} onChange={setStyle} resettable />
    </FormDialog>
  );
}

function Counter({ length }: { length: number }) {
  const t = useT();
  const max = limits.stickerTitle;
  return (
    <span style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
      <span aria-hidden>
        {length}/{max}
      </span>
      <span className="sr-only">{t("stickers.counter", { count: length, max })}</span>
    </span>
  );
}
