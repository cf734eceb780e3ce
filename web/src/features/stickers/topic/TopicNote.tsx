import { cleanText } from "@retro/contract/clean-text";
import type { Item } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { useEffect, useId, useRef, useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { notePlaceOf } from "../../../board-state/drafts/drafts.ts";
import { useT } from "../../../i18n/useT.ts";
import { useUnsavedText } from "../../../ui/dialogs/unsavedText.ts";
import { editableSticker } from "../boardQueries.ts";
import { useRenameItem } from "../section/useRenameItem.ts";

interface Draft {
  text: string;
  /** The note that the writer has seen: only this one is replaced. */
  before: string;
  /** Of the sticker, when they saw it. */
  rev: number;
}

/** What was said about a topic [F7]. Leaving the field saves; what another has saved meanwhile is shown first. */
export function TopicNote({ item: { id, rev, note = "" } }: { item: Item }) {
  const t = useT();
  const store = useBoardStore();
  const save = useRenameItem(id, "note");
  const problemId = useId();
  const place = notePlaceOf(id);
  const editable = useBoardState(({ view }) => editableSticker(view, id) !== null);
  const [draft, setDraft] = useState<Draft | null>(() => {
    const kept = store.drafts.get(place);
    return kept?.type === "item.edit" && kept.note != null
      ? { text: kept.note, before: note, rev: kept.rev ?? rev }
      : null;
  });
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useRef<Promise<void> | null>(null);
  const typed = useRef<string | null>(null);
  /** The field was left while a save was on its way. */
  const leftAgain = useRef(false);
  useEffect(() => {
    const close = store.drafts.open(place);
    // A note that is left with its topic is still being saved.
    return () => void (saving.current ?? Promise.resolve()).then(close);
  }, [store, place]);
  useUnsavedText(draft !== null);
  const finish = () => {
    leftAgain.current = saving.current !== null;
    if (draft === null || saving.current !== null) return;
    saving.current = saveAll(draft).finally(() => {
      saving.current = null;
    });
  };
  const saveAll = async (first: Draft) => {
    let rest = await saveDraft(first);
    while (rest !== null && leftAgain.current) {
      leftAgain.current = false;
      rest = await saveDraft(rest);
    }
  };
  /** The present revision, if it has the note that the writer has seen: another's may have come meanwhile. */
  const revWith = (seen: string, before: number) => {
    const now = store.getState().view?.items.get(id);
    return now !== undefined && cleanText(now.note ?? "") === seen ? now.rev : before;
  };
  /** @returns what was typed while it was saved */
  const saveDraft = async (draft: Draft): Promise<Draft | null> => {
    const text = cleanText(draft.text);
    if (text === cleanText(draft.before)) {
      store.drafts.drop(place);
      setDraft(null);
      return null;
    }
    const refusal = await save(text, draft.before);
    setProblem(refusal?.message ?? null);
    if (refusal !== null) {
      setDraft((open) => ({
        text: open?.text ?? draft.text,
        before: refusal.current ?? draft.before,
        rev: refusal.current === undefined ? draft.rev : revWith(refusal.current, draft.rev),
      }));
      return null;
    }
    const seenRev = revWith(text, draft.rev);
    const rest =
      typed.current === null || typed.current === draft.text
        ? null
        : { text: typed.current, before: text, rev: seenRev };
    setDraft(rest);
    const kept = store.drafts.get(place);
    if (kept?.type === "item.edit" && kept.note !== draft.text) store.drafts.keep({ ...kept, rev: seenRev });
    else store.drafts.drop(place);
    return rest;
  };
  return (
    <label className="topic-note">
      <span>{t("meeting.note")}</span>
      <textarea
        rows={3}
        dir="auto"
        maxLength={limits.topicNote}
        readOnly={!editable && draft === null}
        placeholder={editable ? t("meeting.notePlaceholder") : ""}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        value={draft?.text ?? note}
        onChange={({ target: { value } }) => {
          const seen = draft?.rev ?? rev;
          typed.current = value;
          setDraft({ text: value, before: draft?.before ?? note, rev: seen });
          store.drafts.keep({ type: "item.edit", id, rev: seen, note: value });
        }}
        onBlur={() => {
          // Another window is no leaving.
          if (document.hasFocus()) finish();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          finish();
        }}
      />
      {problem !== null && (
        <span id={problemId} className="problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}
