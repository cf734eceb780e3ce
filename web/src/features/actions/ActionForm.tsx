import { cleanText } from "@retro/contract/clean-text";
import { isWebAddress } from "@retro/contract/web-address";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { useUnsavedText } from "../../ui/dialogs/unsavedText.ts";
import type { ActionDraft } from "./actionDraft.ts";
import { DueField } from "./DueField.tsx";
import { LinkField } from "./LinkField.tsx";
import { OwnerField } from "./OwnerField.tsx";

interface Props {
  draft: ActionDraft;
  /** Those were typed before, and not saved. */
  kept: boolean;
  label: string;
  submit: string;
  onSave: (draft: ActionDraft) => void;
  onCancel?: () => void;
  textRef?: Ref<HTMLTextAreaElement>;
  keep?: (draft: ActionDraft) => void;
}

export function ActionForm({ draft: first, kept, label, submit, onSave, onCancel, textRef, keep }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(first);
  const wrong = draft.link.trim() !== "" && !isWebAddress(draft.link.trim());
  const empty = cleanText(draft.text) === "" || wrong;
  const [begun] = useState(first);
  useUnsavedText(!empty && (kept || draft !== begun));
  const set = (part: Partial<ActionDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keep?.(next);
  };
  const save = () => {
    if (!empty) onSave(draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && onCancel) {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
    if (event.key !== "Enter" || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    save();
  };
  return (
    // Keys bubble up from the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="action-form"
      aria-label={label}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={textRef}
        rows={2}
        dir="auto"
        maxLength={limits.actions.text}
        aria-label={t("actions.text")}
        placeholder={t("actions.placeholder")}
        value={draft.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className="action-fields">
        <OwnerField owner={draft.owner} onChange={(owner) => set({ owner })} />
        <DueField day={draft.due_on} onChange={(due_on) => set({ due_on })} />
        <LinkField link={draft.link} onChange={(link) => set({ link })} />
        <div className="action-buttons">
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              {t("common.cancel")}
            </Button>
          )}
          <Button type="submit" size="small" variant="contained" aria-disabled={empty}>
            {submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
