import "./inline-title.css";
import { cleanLine } from "@retro/contract/clean-text";
import { useEffect, useId, useRef, useState } from "react";
import type { ComponentProps, KeyboardEvent, Ref } from "react";
import { useT } from "../../i18n/useT.ts";
import { isTypingTarget } from "../focus/letterKey.ts";
import { tip } from "../tooltips/tip.ts";
import { titleFault } from "./titleFault.ts";
import { useBodyMark } from "../device/bodyMark.ts";

/** @param before the title that the user has seen: only this one is replaced. @returns null: it is saved */
export type Rename = (title: string, before: string) => Promise<RenameRefusal | null>;
interface RenameRefusal {
  message: string;
  /** The title that another user has given meanwhile: the next save replaces it, and no other. */
  current?: string | undefined;
}

interface Props {
  as: "h1" | "h2" | "h3";
  id?: string;
  className?: string;
  title: string;
  editable: boolean;
  label: string;
  max: number;
  rename: Rename;
  /** What an empty title shows; without it the title may not be empty. */
  placeholder?: string;
  tabIndex?: 0 | -1;
  /** The field is open from the beginning. */
  begun?: boolean;
  /** The field is closed; its text is saved or discarded. */
  onLeft?: () => void;
}

interface Draft {
  text: string;
  before: string;
  problem?: string | undefined;
}

/**
 * Enter or leaving the field saves, Escape cancels; another window is no leaving. A refused title opens the
 * field again. A tap that leaves another field opens nothing.
 */
export function InlineTitle(props: Props) {
  const { as: Heading, id, className, title, editable, label, placeholder, tabIndex } = props;
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const leftField = useRef(false);
  const edit = useTitleEdit(props, button);
  const name = edit.pending ?? title;
  const shown = name === "" ? (placeholder ?? "") : name;
  const classes = ["inline-title", className].filter(Boolean).join(" ");
  if (edit.draft !== null)
    return (
      <Heading id={id} className={classes}>
        <TitleField label={label} draft={edit.draft} {...edit.field} />
      </Heading>
    );
  if (!editable)
    return (
      <Heading id={id} className={classes} {...tip(shown)}>
        <span className="text" dir="auto">
          {shown}
        </span>
      </Heading>
    );
  return (
    // The button says what it does; the heading is named by the title alone.
    <Heading id={id} className={classes} aria-label={shown} {...tip(shown)}>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        data-placeholder={name === "" ? "" : undefined}
        aria-label={name === "" ? shown : t("title.rename", { title: shown })}
        onPointerDown={({ pointerType }) => {
          leftField.current = pointerType === "touch" && isTypingTarget(document.activeElement);
        }}
        onClick={() => {
          if (!leftField.current) edit.begin();
          leftField.current = false;
        }}
      >
        <span className="text" dir="auto">
          {shown}
        </span>
      </button>
    </Heading>
  );
}

function useTitleEdit(
  { title, max, rename, placeholder, begun, onLeft }: Props,
  button: { current: HTMLElement | null },
) {
  const t = useT();
  const [draft, setDraft] = useState<Draft | null>(begun === true ? { text: title, before: title } : null);
  const [pending, setPending] = useState<string | null>(null);
  const send = useRenameQueue(rename);
  const refocus = useRef(false);
  useEffect(() => {
    if (draft === null && refocus.current) button.current?.focus();
    refocus.current = false;
  }, [draft, button]);
  const faultOf = (typed: string) =>
    placeholder !== undefined && cleanLine(typed) === "" ? undefined : titleFault(t, typed, max);

  const save = async ({ text, before }: Draft) => {
    const wanted = cleanLine(text);
    setDraft(null);
    if (wanted === cleanLine(before)) {
      onLeft?.();
      return;
    }
    setPending(wanted);
    const { refusal, from, isLast } = await send(wanted, before);
    if (!isLast) return;
    setPending(null);
    if (refusal === null) {
      onLeft?.();
      return;
    }
    const refused = { before: refusal.current ?? from, problem: refusal.message };
    // Keep the text of a user who is typing another title already.
    setDraft((open) => ({ text: open?.text ?? text, ...refused }));
  };
  const submit = () => {
    if (draft === null) return;
    const problem = faultOf(draft.text);
    if (problem !== undefined) setDraft({ ...draft, problem });
    else {
      refocus.current = true;
      void save(draft);
    }
  };
  const cancel = () => {
    refocus.current = true;
    setDraft(null);
    onLeft?.();
  };
  const leave = () => {
    // What the user has read a message about waits for their decision; nothing else stays open.
    if (draft === null || draft.problem !== undefined) return;
    if (faultOf(draft.text) === undefined) void save(draft);
    else {
      setDraft(null);
      onLeft?.();
    }
  };
  const type = (text: string) => setDraft(draft && { ...draft, text, problem: undefined });
  return {
    draft,
    pending,
    begin: () => setDraft({ text: pending ?? title, before: pending ?? title }),
    field: { onType: type, onSubmit: submit, onCancel: cancel, onLeave: leave },
  };
}

/** Sends renames one after the other. One that follows a refused one starts from the same title as that. */
function useRenameQueue(rename: Rename) {
  /** Where the refused last rename started from; undefined: it was not refused, or there is none. */
  const last = useRef<Promise<string | undefined>>(Promise.resolve(undefined));
  return async (wanted: string, before: string) => {
    const earlier = last.current;
    const sent = earlier.then(async (refusedFrom) => {
      const from = refusedFrom === undefined ? before : refusedFrom;
      return { from, refusal: await rename(wanted, from) };
    });
    const own = sent.then(({ from, refusal }) => (refusal === null ? undefined : from));
    last.current = own;
    const outcome = await sent;
    const isLast = last.current === own;
    if (isLast) last.current = Promise.resolve(undefined);
    return { ...outcome, isLast };
  };
}

interface FieldProps {
  label: string;
  draft: Draft;
  onType: (text: string) => void;
  onSubmit: () => void;
  onCancel: () => void;
  onLeave: () => void;
}

function TitleField({ label, draft, onType, onSubmit, onCancel, onLeave }: FieldProps) {
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  useBodyMark("renaming");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    // Escape must not also end the view of one section.
    event.stopPropagation();
    if (event.key === "Enter") onSubmit();
    else onCancel();
  };
  return (
    <>
      <AutoFocusInput
        ref={input}
        type="text"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={label}
        aria-invalid={draft.problem === undefined ? undefined : true}
        aria-describedby={draft.problem === undefined ? undefined : problemId}
        dir="auto"
        size={Math.max(8, draft.text.length)}
        value={draft.text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => {
          // In another window the field stays the active element: the user has not left it.
          if (document.activeElement !== currentTarget) onLeave();
        }}
      />
      {draft.problem !== undefined && (
        <span id={problemId} className="problem" role="alert">
          {draft.problem}
        </span>
      )}
    </>
  );
}

function AutoFocusInput(props: ComponentProps<"input"> & { ref: Ref<HTMLInputElement> }) {
  // oxlint-disable-next-line jsx-a11y/no-autofocus
  return <input {...props} autoFocus />;
}
