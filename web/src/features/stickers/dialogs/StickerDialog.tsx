import Alert from "@mui/material/Alert";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { StickerStyle } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useCallback, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import type { StickerDraft } from "./stickerDraft.ts";
import { splitLines, titleFault } from "./stickerTitles.ts";
import { StickerTextField } from "./StickerTextField.tsx";
import { StyleFields } from "./StyleFields.tsx";

interface Props {
  title: string;
  /** The values when it opens. */
  draft: StickerDraft;
  /** The style that the section gives its stickers. */
  sectionStyle: StickerStyle | undefined;
  /** The server's errors on an earlier attempt. */
  refused?: { field: string | undefined; message: string } | undefined;
  /** For a new sticker: several lines may become several stickers. */
  allowSeveral: boolean;
  /** Called with the text when the user stops typing. */
  onDraft: (draft: StickerDraft) => void;
  onCancel: () => void;
  onSave: (drafts: StickerDraft[]) => void;
}

/** New Sticker and Edit Sticker: the text in the sticker's style, and its formatting, at most 1,000 characters (spec 5.10). */
export function StickerDialog(props: Props) {
  const { title, draft, sectionStyle, refused, allowSeveral, onDraft, onCancel, onSave } = props;
  const t = useT();
  const [style, setStyle] = useState(draft.style);
  const [touched, setTouched] = useState(false);
  const [perLine, setPerLine] = useState(false);
  const [fieldError, setFieldError] = useState(refused?.field);
  const onEdit = useCallback(() => {
    setTouched(true);
    setFieldError(undefined);
  }, []);
  const { text, textCheck, onText } = useTextCheck(draft.title, allowSeveral, onEdit);
  const split = perLine && textCheck.lines > 1;
  const fault = split ? textCheck.lineFault : textCheck.fault;
  const error = touched && fault !== null ? t(fault, { max: limits.stickerTitle }) : fieldError;

  const save = () => {
    setTouched(true);
    if (fault !== null) return;
    onSave((split ? splitLines(text.current) : [text.current.trim()]).map((title) => ({ title, style })));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    save();
  };

  return (
    <FormDialog
      open
      keepOnOutsideClick
      width={580}
      title={title}
      cancelLabel={t("common.cancel")}
      submitLabel={t("common.save")}
      submitDisabled={touched && fault !== null}
      onCancel={onCancel}
      onSubmit={save}
    >
      {refused !== undefined && refused.field === undefined && (
        <Alert severity="error">{refused.message}</Alert>
      )}
      <StickerTextField
        initial={draft.title}
        style={style}
        sectionStyle={sectionStyle}
        error={error}
        onText={onText}
        onDraft={onDraft}
        onKeyDown={onKeyDown}
      />
      {textCheck.lines > 1 && (
        <FormControlLabel
          control={<Checkbox checked={perLine} onChange={(_event, checked) => setPerLine(checked)} />}
          label={t("stickers.perLine", { count: textCheck.lines })}
        />
      )}
      <StyleFields value={style} inherited={sectionStyle} onChange={setStyle} resettable />
    </FormDialog>
  );
}

/** Whether the key saves: Enter, unless it starts a new line (with Shift, or on a touch keyboard) or ends a composition. */
function isSaveKey(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return false;
  const isTouch = matchMedia("(pointer: coarse)").matches;
  return event.ctrlKey || event.metaKey || !(event.shiftKey || isTouch);
}

interface TextCheck {
  /** The number of lines with text; 0 if the text is always one sticker. */
  lines: number;
  fault: MessageKey | null;
  lineFault: MessageKey | null;
}

/** Keeps the typed text without a render, and renders only when the facts about it change. */
function useTextCheck(initial: string, allowSeveral: boolean, onEdit: () => void) {
  const text = useRef(initial);
  const [textCheck, setTextCheck] = useState(() => checkText(initial, allowSeveral));
  const onText = useCallback(
    (typed: string) => {
      text.current = typed;
      setTextCheck((before) => {
        const next = checkText(typed, allowSeveral);
        const same = (["lines", "fault", "lineFault"] as const).every((key) => before[key] === next[key]);
        return same ? before : next;
      });
      onEdit();
    },
    [allowSeveral, onEdit],
  );
  return { text, textCheck, onText };
}

/** The facts about the text that the surrounding dialog needs; they seldom change. */
function checkText(text: string, several: boolean): TextCheck {
  const lines = several ? splitLines(text) : [];
  return {
    lines: lines.length,
    fault: titleFault(text)?.key ?? null,
    lineFault: lines.map(titleFault).find((fault) => fault !== null)?.key ?? null,
  };
}
