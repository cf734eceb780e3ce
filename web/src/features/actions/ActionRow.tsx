import ArrowDownwardOutlined from "@mui/icons-material/ArrowDownwardOutlined";
import ArrowUpwardOutlined from "@mui/icons-material/ArrowUpwardOutlined";
import BlockOutlined from "@mui/icons-material/BlockOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DragIndicatorOutlined from "@mui/icons-material/DragIndicatorOutlined";
import ReplayOutlined from "@mui/icons-material/ReplayOutlined";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import type { Action } from "@retro/contract/actions";
import { memo, useState } from "react";
import type { PointerEvent } from "react";
import { useBoardState, useBoardStore } from "../../board-state/boardHooks.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { formatDay } from "../../ui/calendarDay.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { deleteAction, editAction, setStatus } from "./actionCommands.ts";
import { draftOf, isOverdue } from "./actionDraft.ts";
import { ActionForm } from "./ActionForm.tsx";

interface Props {
  action: Action;
  /** From 0. */
  place: number;
  places: number;
  locked: boolean;
  /** The dragged action would go before this one. */
  dropHere: boolean;
  dragged: boolean;
  onMove: (action: Action, place: number) => void;
  onGrab: (event: PointerEvent<HTMLElement>, action: Action) => void;
  onShow: (id: string) => void;
}

/** One action: its status, its text, which a press opens for editing, and what else can be done with it. */
export const ActionRow = memo(function ActionRow(props: Props) {
  const { action, locked, dropHere, dragged, onGrab } = props;
  const t = useT();
  const store = useBoardStore();
  /** The action when its editor opened; null: it is not edited. */
  const [edited, setEdited] = useState<Action | null>(null);
  const fixed = locked || action.hidden;
  if (edited !== null && !fixed)
    return (
      <li className="action" data-action={action.id}>
        <ActionForm
          draft={draftOf(edited)}
          label={t("actions.edit")}
          submit={t("common.save")}
          textRef={(field) => field?.focus()}
          onCancel={() => leaveEditor(action.id, setEdited)}
          onSave={(draft) => {
            editAction(store, edited, action, draft);
            leaveEditor(action.id, setEdited);
          }}
        />
      </li>
    );
  const name = action.text ?? t("actions.hidden");
  return (
    <li
      className="action"
      data-action={action.id}
      data-status={action.status}
      data-drop={dropHere ? "" : undefined}
      data-dragged={dragged ? "" : undefined}
    >
      <span
        className="action-handle"
        aria-hidden
        data-off={fixed ? "" : undefined}
        onPointerDown={fixed ? undefined : (event) => onGrab(event, action)}
      >
        <DragIndicatorOutlined fontSize="small" />
      </span>
      <input
        type="checkbox"
        checked={action.status === "done"}
        disabled={fixed}
        aria-label={t("actions.doneOf", { text: name })}
        onChange={(event) => setStatus(store, action, event.target.checked ? "done" : "open")}
      />
      <div className="action-content">
        <button type="button" className="action-text" disabled={fixed} onClick={() => setEdited(action)}>
          {action.hidden ? <em>{name}</em> : name}
          {!fixed && <span className="sr-only">, {t("actions.edit")}</span>}
        </button>
        <Details action={action} />
        <Tools {...props} fixed={fixed} />
      </div>
    </li>
  );
});

/** Returns the focus to the action's text, where the editor was. */
function leaveEditor(id: string, setEdited: (edited: null) => void): void {
  setEdited(null);
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-action="${id}"] .action-text`)?.focus(),
  );
}

/** Owner, due date, and whether the action was dropped. */
function Details({ action }: { action: Action }) {
  const t = useT();
  const locale = useLocale();
  const [today] = useState(() => new Date());
  const { owner_name, due_on, status } = action;
  if (owner_name === null && due_on === null && status !== "dropped") return null;
  const overdue = isOverdue(action, today);
  return (
    <p className="action-details">
      {status === "dropped" && <span>{t("actions.dropped")}</span>}
      {owner_name !== null && <span>{owner_name}</span>}
      {due_on !== null && (
        <span data-overdue={overdue ? "" : undefined}>
          {t(overdue ? "actions.overdue" : "actions.dueOn", {
            date: formatDay(due_on, locale),
          })}
        </span>
      )}
    </p>
  );
}

function Tools({ action, place, places, fixed, onMove, onShow }: Props & { fixed: boolean }) {
  const t = useT();
  const store = useBoardStore();
  const source = useBoardState(({ view }) =>
    view?.items.has(action.source_item_id ?? "") ? action.source_item_id : null,
  );
  const isOpen = action.status === "open";
  return (
    <div className="action-tools">
      <IconAction
        size="small"
        label={t(isOpen ? "actions.drop" : "actions.reopen")}
        disabled={fixed}
        onClick={() => setStatus(store, action, isOpen ? "dropped" : "open")}
      >
        {isOpen ? <BlockOutlined fontSize="small" /> : <ReplayOutlined fontSize="small" />}
      </IconAction>
      <IconAction
        size="small"
        label={t("actions.up")}
        data-move="up"
        disabled={fixed || place === 0}
        onClick={() => onMove(action, place - 1)}
      >
        <ArrowUpwardOutlined fontSize="small" />
      </IconAction>
      <IconAction
        size="small"
        label={t("actions.down")}
        data-move="down"
        disabled={fixed || place === places - 1}
        onClick={() => onMove(action, place + 1)}
      >
        <ArrowDownwardOutlined fontSize="small" />
      </IconAction>
      {source !== null && (
        <IconAction size="small" label={t("actions.showSource")} onClick={() => onShow(source)}>
          <StickyNote2Outlined fontSize="small" />
        </IconAction>
      )}
      <IconAction
        size="small"
        label={t("actions.delete")}
        disabled={fixed}
        onClick={() => removeAction(store, action)}
      >
        <DeleteOutlined fontSize="small" />
      </IconAction>
    </div>
  );
}

/** Deletes the action; the focus goes to the next one, or to the field for a new one. */
function removeAction(store: Parameters<typeof deleteAction>[0], action: Action): void {
  const row = document.querySelector(`[data-action="${action.id}"]`);
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest(".side-panel");
  deleteAction(store, action);
  next?.querySelector<HTMLElement>(".action-text, textarea")?.focus();
}
