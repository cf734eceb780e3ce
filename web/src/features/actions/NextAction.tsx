import "./actions.css";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { actionPlaceOf, newActionPlace } from "../../board-state/drafts/drafts.ts";
import { useT } from "../../i18n/useT.ts";
import { focusNextFrame } from "../../ui/focus/focusNextFrame.ts";
import { addAction, keepNewAction } from "./actionCommands.ts";
import { draftOf } from "./actionDraft.ts";
import { ActionForm } from "./ActionForm.tsx";

interface Props {
  /** The topic that it comes from; null: none. */
  sourceId: string | null;
  /** Somebody asked for the field. */
  focused: boolean;
  /** For who leads there from elsewhere on the screen. */
  fieldRef?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/** The field for the next action, which keeps what is typed in it. */
export function NextAction({ sourceId, focused, fieldRef }: Props) {
  const t = useT();
  const store = useBoardStore();
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  const [count, setCount] = useState(0);
  const place = sourceId === null ? newActionPlace : actionPlaceOf(sourceId);
  useEffect(() => store.drafts.open(place), [store, place]);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused, field]);
  return (
    <ActionForm
      // A new form for the next action.
      key={count}
      draft={draftOf((store.drafts.get(place) ?? {}) as Parameters<typeof draftOf>[0])}
      kept
      keep={(draft) => keepNewAction(store, draft, sourceId ?? undefined)}
      label={t("actions.new")}
      submit={t("actions.add")}
      textRef={field}
      onSave={(draft) => {
        addAction(store, draft, sourceId);
        store.drafts.drop(place);
        setCount(count + 1);
        focusNextFrame(() => field.current?.focus());
      }}
    />
  );
}
