import "./actions.css";
import { useEffect, useRef, useState } from "react";
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
}

/** The field for the next action, which keeps what is typed in it. */
export function NextAction({ sourceId, focused }: Props) {
  const t = useT();
  const store = useBoardStore();
  const field = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState(0);
  const place = sourceId === null ? newActionPlace : actionPlaceOf(sourceId);
  useEffect(() => store.drafts.open(place), [store, place]);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
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
