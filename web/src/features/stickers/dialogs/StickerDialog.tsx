import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { StickerStyle } from "@retro/contract/styles";
import { singleText, splitLines } from "@retro/rules/text/list-lines";
import { useCallback, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";
import { isTouchScreen } from "../../../ui/device/touchScreen.ts";
import type { StickerDraft } from "../saving/stickerDraft.ts";
import { linesFault, titleFault } from "../card/stickerTitles.ts";
import type { TitleFault } from "../card/stickerTitles.ts";
import { StickerTextField } from "./StickerTextField.tsx";
import { StyleFields } from "./StyleFields.tsx";

interface Props {
  title: string;
  draft: StickerDraft;
  sectionStyle: StickerStyle | undefined;
  refused?: { field: string | undefined; message: string } | undefined;
  onTyped: (draft: StickerDraft) => void;
  onCancel: () => void;
  onEscape: (draft: StickerDraft) => void;
  /** `byKey`: whoever saves with Enter goes on writing. */
  onSave: (drafts: StickerDraft[], byKey: boolean) => void;
  onSaveNext?: (drafts: StickerDraft[]) => void;
}

export function StickerDialog(props: Props) {
  const { title, draft, sectionStyle, refused, onCancel, onEscape, onSaveNext } = props;
  const t = useT();
  const form = useStickerForm(props);
  const { text, textCheck, style, saved } = form;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (onSaveNext !== undefined && event.shiftKey) form.saveNext();
    else form.saveByKey();
  };
  return (
    <FormDialog
      keepOnOutsideClick
      width={580}
      refused={refused?.field === undefined ? refused?.message : null}
      title={title}
      submitLabel={t("common.save")}
      submitDisabled={form.blocked}
      onCancel={onCancel}
      onEscape={() => onEscape({ title: text.current, style })}
      onSubmit={form.save}
      {...(onSaveNext && {
        onSubmitNext: form.saveNext,
        footer: <SaveNextButton disabled={form.blocked} onClick={form.saveNext} />,
      })}
    >
      <StyleFields value={style} inherited={sectionStyle} onChange={form.setStyle} resettable />
      <StickerTextField
        key={saved}
        initial={saved === 0 ? draft.title : ""}
        takesFocus={saved > 0}
        style={style}
        sectionStyle={sectionStyle}
        error={form.error}
        onText={form.onText}
        onKeyDown={onKeyDown}
      />
      {textCheck.lines > 1 && (
        <FormControlLabel
          control={
            <Checkbox checked={form.perLine} onChange={(_event, checked) => form.setPerLine(checked)} />
          }
          label={t("stickers.perLine", { count: textCheck.lines })}
        />
      )}
      <span className="sr-only" role="status">
        {saved > 0 && t("composer.added", { count: saved })}
      </span>
    </FormDialog>
  );
}

function SaveNextButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const t = useT();
  return (
    <Button
      color="inherit"
      disabled={disabled}
      onClick={onClick}
      {...tip(isTouchScreen() ? null : t("stickers.saveNextKeys"))}
    >
      {t("stickers.saveNext")}
    </Button>
  );
}

function useStickerForm({ draft, refused, onTyped, onSave, onSaveNext }: Props) {
  const t = useT();
  const [style, setStyle] = useState(draft.style);
  const [touched, setTouched] = useState(false);
  const [perLine, setPerLine] = useState(false);
  const [fieldError, setFieldError] = useState(refused?.field);
  const [saved, setSaved] = useState(0);
  const onEdit = useCallback(
    (title: string) => {
      setTouched(true);
      setFieldError(undefined);
      onTyped({ title, style });
    },
    [onTyped, style],
  );
  const { text, textCheck, onText } = useTextCheck(draft.title, onSaveNext !== undefined, onEdit);
  const split = perLine && textCheck.lines > 1;
  const fault = split ? textCheck.lineFault : textCheck.fault;
  const saveWith = (send: (drafts: StickerDraft[]) => void) => {
    setTouched(true);
    if (fault !== null) return;
    send((split ? splitLines(text.current) : [singleText(text.current)]).map((title) => ({ title, style })));
  };
  return {
    text,
    textCheck,
    onText,
    style,
    setStyle: (next: StickerStyle) => {
      setStyle(next);
      onTyped({ title: text.current, style: next });
    },
    perLine,
    setPerLine,
    saved,
    blocked: touched && fault !== null,
    error: touched && fault !== null ? t(fault.key, { max: fault.max }) : fieldError,
    save: () => saveWith((drafts) => onSave(drafts, false)),
    saveByKey: () => saveWith((drafts) => onSave(drafts, true)),
    saveNext: () =>
      saveWith((drafts) => {
        onSaveNext?.(drafts);
        onText("");
        setTouched(false);
        setPerLine(false);
        setSaved(saved + drafts.length);
      }),
  };
}

function isSaveKey(event: KeyboardEvent): boolean {
  if (event.key !== "Enter") return false;
  return event.ctrlKey || event.metaKey || !(event.shiftKey || isTouchScreen());
}

interface TextCheck {
  lines: number;
  fault: TitleFault | null;
  lineFault: TitleFault | null;
}

/** Keeps the typed text without a render, and renders only when the facts about it change. */
function useTextCheck(initial: string, allowSeveral: boolean, onEdit: (typed: string) => void) {
  const text = useRef(initial);
  const [textCheck, setTextCheck] = useState(() => checkText(initial, allowSeveral));
  const onText = useCallback(
    (typed: string) => {
      text.current = typed;
      setTextCheck((before) => {
        const next = checkText(typed, allowSeveral);
        return isSameCheck(before, next) ? before : next;
      });
      onEdit(typed);
    },
    [allowSeveral, onEdit],
  );
  return { text, textCheck, onText };
}

function checkText(text: string, several: boolean): TextCheck {
  const lines = several ? splitLines(text) : [];
  return {
    lines: lines.length,
    fault: titleFault(text),
    lineFault: linesFault(lines),
  };
}

function isSameCheck(a: TextCheck, b: TextCheck): boolean {
  return a.lines === b.lines && a.fault?.key === b.fault?.key && a.lineFault?.key === b.lineFault?.key;
}
