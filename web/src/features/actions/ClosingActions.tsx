import "./actions.css";
import "./closing-actions.css";
import AddOutlined from "@mui/icons-material/AddOutlined";
import type { Action } from "@retro/contract/actions";
import { sortActions } from "@retro/rules/actions";
import { useId, useMemo, useState } from "react";
import { useBoardState, useBoardStore, usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { OwnerAndDue } from "../../ui/display/OwnerAndDue.tsx";
import { editAction } from "./actionCommands.ts";
import { type ActionDraft, draftOf } from "./actionDraft.ts";
import { DueField } from "./DueField.tsx";
import { NextAction } from "./NextAction.tsx";
import { OwnerChip } from "./OwnerChip.tsx";
import { StickersToActions } from "./StickersToActions.tsx";

/** What the team will do, as the meeting leaves it: it asks for owners and dates that are missing. */
export function ClosingActions() {
  const t = useT();
  const titleId = useId();
  const all = useBoardState(({ view }) => view?.actions);
  const mayEdit = usePermissions().editStickers === null;
  const [isAdding, setAdding] = useState(false);
  const actions = useMemo(
    () => sortActions([...(all?.values() ?? [])].filter(({ text }) => text !== null)),
    [all],
  );
  const ownerless = actions.filter((action) => action.status === "open" && action.owner_name === null).length;
  return (
    <section className="closing-actions" aria-labelledby={titleId}>
      <div className="closing-head">
        <h3 id={titleId}>
          {t("actions.title")} {actions.length > 0 && <span>{actions.length}</span>}
        </h3>
        {ownerless > 0 && <p>{t("actions.noOwner", { count: ownerless })}</p>}
      </div>
      {actions.length === 0 ? (
        <p className="results-note">{t("actions.none")}</p>
      ) : (
        <ul>
          {actions.map((action) => (
            <li key={action.id} data-status={action.status}>
              <p className="text" dir="auto">
                {action.text}
              </p>
              <div className="chips">
                {mayEdit ? <EditableChips action={action} /> : <OwnerAndDue action={action} />}
                {action.status !== "open" && <span>{t(`actions.${action.status}`)}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <StickersToActions />}
      {!mayEdit ? null : isAdding ? (
        <NextAction sourceId={null} focused />
      ) : (
        <Button variant="outlined" onClick={() => setAdding(true)}>
          <AddOutlined fontSize="small" />
          {t("actions.new")}
        </Button>
      )}
    </section>
  );
}

function EditableChips({ action }: { action: Action }) {
  const t = useT();
  const store = useBoardStore();
  const { text, due_on, link } = action;
  const edit = (part: Partial<ActionDraft>) =>
    editAction(store, action, action, { ...draftOf(action), ...part });
  return (
    <>
      <OwnerChip action={action} onChange={(owner) => edit({ owner })} />
      <DueField
        day={due_on ?? ""}
        missing={t("actions.byWhen")}
        about={text ?? ""}
        onChange={(day) => edit({ due_on: day })}
      />
      <OwnerAndDue action={{ status: "open", owner_name: null, due_on: null, link }} />
    </>
  );
}
