import "./actions.css";
import { sortActions } from "@retro/rules/actions";
import { type RefObject, useMemo } from "react";
import { useBoardState, useBoardStore, usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { OwnerAndDue } from "../../ui/display/OwnerAndDue.tsx";
import { setStatus } from "./actionCommands.ts";
import { NextAction } from "./NextAction.tsx";

interface Props {
  sourceId: string;
  /** Somebody asked for the field. */
  focused?: boolean;
  /** For who leads there from elsewhere on the screen. */
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
}

/** The actions that came from one topic, and the field for the next one, beside what they came from. */
export function TopicActions({ sourceId, focused = false, fieldRef }: Props) {
  const t = useT();
  const store = useBoardStore();
  const all = useBoardState(({ view }) => view?.actions);
  const permissions = usePermissions();
  const actions = useMemo(
    () => sortActions([...(all?.values() ?? [])].filter(({ source_item_id }) => source_item_id === sourceId)),
    [all, sourceId],
  );
  return (
    <div className="topic-actions">
      <h3>{t("actions.title")}</h3>
      {actions.length > 0 && (
        <ul>
          {actions.map((action) => {
            const text = action.text ?? t("actions.hidden");
            return (
              <li key={action.id} data-status={action.status}>
                <input
                  type="checkbox"
                  checked={action.status === "done"}
                  disabled={permissions.setStatus !== null || action.hidden}
                  aria-label={t("actions.doneOf", { text })}
                  onChange={(event) => setStatus(store, action, event.target.checked ? "done" : "open")}
                />
                <div className="text-and-owner">
                  <span className="text" dir="auto">
                    {text}
                  </span>
                  <OwnerAndDue action={action} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {permissions.editStickers === null && (
        <NextAction sourceId={sourceId} focused={focused} fieldRef={fieldRef} />
      )}
    </div>
  );
}
