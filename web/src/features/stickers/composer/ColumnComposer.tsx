import "./composer.css";
import { cleanText } from "@retro/contract/clean-text";
import type { StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { textLength } from "@retro/contract/text";
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import type { ChangeEvent, FocusEvent, KeyboardEvent, RefObject } from "react";
import type { ErrorCode } from "@retro/contract/errors";
import { useT } from "../../../i18n/useT.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { isTouchScreen } from "../../../ui/device/touchScreen.ts";
import { pointer } from "../../../ui/pointer.ts";
import { useBodyMark } from "../../../ui/device/bodyMark.ts";
import { stickerCss } from "../card/stickerCss.ts";
import { adjacentColumn, useComposer } from "./composer.ts";
import { useColumnDraft } from "./useColumnDraft.ts";

const counterFrom = 100;
const prevent = (event: { preventDefault: () => void }) => event.preventDefault();
/** A press that takes the focus from the field closes the keyboard on the screen. */
const keepingFocus = { onPointerDown: prevent, onMouseDown: prevent };

interface Props {
  columnId: string;
  number: number;
  sectionStyle: StickerStyle | undefined;
  /** Why the user may not add stickers now; null: they may. */
  refusal: ErrorCode | null;
  /** The number of stickers in the column: the field stays in view when it changes. */
  count: number;
}

/** Escape closes it and keeps the text as a draft, Tab goes to the next column. */
export function ColumnComposer({ columnId, number, sectionStyle, refusal, count }: Props) {
  const t = useT();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const linesButton = useRef<HTMLButtonElement>(null);
  const { draft, setText, fault, save, saveLines, lineCount } = useColumnDraft(columnId, refusal !== null);
  const onBlur = useCloseOnBlur(columnId, form);
  useBodyMark("composing");
  useFieldInView(form, field, `${count} ${lineCount}`);
  const onKeyDown = useComposerKeys(columnId, save, field, linesButton);
  const acceptLines = () => {
    // The button disappears, and a fault is in the field.
    field.current?.focus();
    saveLines();
  };
  const message = refusal === null ? fault : t(`error.${refusal}`);
  const hint = useComposerHint(lineCount);
  return (
    // The handlers act for the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="composer"
      style={stickerCss(draft.style, sectionStyle)}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        autoComplete="off"
        enterKeyHint="send"
        aria-label={t("stickers.addToColumn", { column: number })}
        aria-describedby={`${id}-hint ${id}-message`}
        aria-invalid={fault !== null || undefined}
        placeholder={t("stickers.emptyColumn")}
        readOnly={refusal !== null}
        value={draft.title}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value)}
      />
      <ComposerFoot
        id={id}
        message={message}
        hint={hint}
        length={lineCount > 0 && message === null ? 0 : textLength(cleanText(draft.title))}
      />
      <SaveButton disabled={refusal !== null} />
      {lineCount > 0 && (
        <button
          ref={linesButton}
          type="button"
          className="composer-lines"
          disabled={refusal !== null}
          {...keepingFocus}
          onClick={acceptLines}
        >
          {t("composer.lines", { count: lineCount })}
        </button>
      )}
      <span className="sr-only" role="status">
        {lineCount > 0 && hint}
      </span>
    </form>
  );
}

function useComposerHint(lineCount: number): string {
  const t = useT();
  const action = t("composer.lines", { count: lineCount });
  if (isTouchScreen()) return lineCount === 0 ? "" : action;
  return lineCount === 0 ? t("composer.hint") : t("composer.linesHint", { action });
}

interface FootProps {
  id: string;
  message: string | null;
  hint: string;
  length: number;
}

function ComposerFoot({ id, message, hint, length }: FootProps) {
  return (
    <div className="composer-foot">
      <span id={`${id}-message`} className="composer-message" role="alert">
        {message}
      </span>
      <span id={`${id}-hint`} className="composer-hint" hidden={message !== null}>
        {hint}
      </span>
      {length > limits.stickerTitle - counterFrom && (
        <span className="composer-count">
          {length}/{limits.stickerTitle}
        </span>
      )}
    </div>
  );
}

function SaveButton({ disabled }: { disabled: boolean }) {
  const t = useT();
  return (
    <button
      type="submit"
      className="composer-save"
      aria-label={t("composer.save")}
      {...tip(t("composer.save"))}
      disabled={disabled}
      {...keepingFocus}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M4 12l1.4 1.4L11 7.8V20h2V7.8l5.6 5.6L20 12l-8-8z" />
      </svg>
    </button>
  );
}

/** Enter saves, Escape closes, Tab goes to the offer for a pasted list, and from there to the next column. */
function useComposerKeys(
  columnId: string,
  save: () => void,
  field: RefObject<HTMLElement | null>,
  linesButton: RefObject<HTMLButtonElement | null>,
) {
  const composer = useComposer();
  return (event: KeyboardEvent<HTMLElement>) => {
    const inField = event.target === field.current;
    if (event.key === "Enter" && !event.shiftKey && inField) save();
    else if (event.key === "Escape") composer.close(columnId, { restoreFocus: true });
    else if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      if (inField && !event.shiftKey && linesButton.current?.disabled === false) linesButton.current.focus();
      else if (!inField && event.shiftKey) field.current?.focus();
      else {
        const next = adjacentColumn(columnId, event.shiftKey ? -1 : 1);
        // At the ends Tab leaves the board as from any field.
        if (next === null) return;
        composer.open(next);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The layout stays until the end of the press that took the focus. */
function useCloseOnBlur(columnId: string, form: RefObject<HTMLFormElement | null>) {
  const composer = useComposer();
  return (event: FocusEvent) => {
    if (form.current?.contains(event.relatedTarget) === true) return;
    pointer.afterPress(() => {
      // The user went to another window, or came back.
      if (!document.hasFocus() || form.current?.contains(document.activeElement) === true) return;
      composer.close(columnId);
    });
  };
}

/** @param layout changes when something inside or above the field appears or disappears */
function useFieldInView(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
  layout: string,
) {
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
  const shownLayout = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shownLayout.current === layout) return;
    shownLayout.current = layout;
    form.current?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    // The keyboard on the screen has opened.
    const onResize = () => form.current?.scrollIntoView({ block: "nearest" });
    window.visualViewport?.addEventListener("resize", onResize);
    return () => window.visualViewport?.removeEventListener("resize", onResize);
  }, [form]);
}
