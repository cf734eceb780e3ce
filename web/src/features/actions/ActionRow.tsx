import ArrowDownwardOutlined from "@mui/icons-material/ArrowDownwardOutlined";
import ArrowUpwardOutlined from "@mui/icons-material/ArrowUpwardOutlined";
import BlockOutlined from "@mui/icons-material/BlockOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import ReplayOutlined from "@mui/icons-material/ReplayOutlined";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import type { Action } from "@retro/contract/actions";
import { memo, useEffect, useState } from "react";
import { useBoardState, useBoardStore, usePermissions } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { OwnerAndDue } from "../../ui/display/OwnerAndDue.tsx";
import { DragHandle } from "../../ui/drag/DragHandle.tsx";
import { focusNextFrame } from "../../ui/focus/focusNextFrame.ts";
import { addAction, deleteAction, editAction, keepActionEdit, setStatus } from "./actionCommands.ts";
import { draftOf } from "./actionDraft.ts";
import { ActionForm } from "./ActionForm.tsx";
import { IssueLink } from "./IssueLink.tsx";

interface Props {
  action: Action;
  /** From 0. */
  place: number;
  places: number;
  locked: boolean;
  edited: Action | undefined;
  deleted: boolean;
  onEdit: (id: string, action: Action | null) => void;
  onMove: (action: Action, place: number) => void;
  onShow: (id: string) => void;
}

export const ActionRow = memo(function ActionRow(props: Props) {
  const { action, edited, locked, onEdit } = props;
  const t = useT();
  const store = useBoardStore();
  const fixed = locked || action.hidden;
  const statusFixed = usePermissions().setStatus !== null || action.hidden;
  if (edited !== undefined) return <Editor {...props} edited={edited} />;
  const name = action.text ?? t("actions.hidden");
  return (
    <li className="action" data-action={action.id} data-row={action.id} data-status={action.status}>
      <DragHandle title={name} disabled={fixed} />
      <input
        type="checkbox"
        checked={action.status === "done"}
        disabled={statusFixed}
        aria-label={t("actions.doneOf", { text: name })}
        onChange={(event) => setStatus(store, action, event.target.checked ? "done" : "open")}
      />
      <div className="action-content">
        <button
          type="button"
          className="action-text"
          dir="auto"
          disabled={fixed}
          onClick={() => onEdit(action.id, action)}
        >
          {action.hidden ? <em>{name}</em> : name}
          {!fixed && <span className="sr-only">, {t("actions.edit")}</span>}
        </button>
        <div className="action-meta">
          <Details action={action} />
          <Tools {...props} fixed={fixed} statusFixed={statusFixed} />
        </div>
      </div>
    </li>
  );
});

/** If somebody deletes the action while it is open, offers to add the text as a new action. */
function Editor({ action, edited, deleted, onEdit }: Props & { edited: Action }) {
  const t = useT();
  const store = useBoardStore();
  const [kept] = useState(() => store.drafts.get(action.id));
  const [begun] = useState(() => draftOf({ ...edited, ...(kept?.type === "action.edit" && kept) }));
  useEffect(() => store.drafts.open(action.id), [store, action.id]);
  const leave = () => {
    store.drafts.drop(action.id);
    leaveEditor(action.id, onEdit);
  };
  return (
    <li className="action" data-action={action.id} data-row={deleted ? undefined : action.id}>
      <div className="action-content">
        {deleted && (
          <p className="actions-note" role="status">
            {t("actions.gone")}
          </p>
        )}
        {kept?.type === "action.edit" && kept.rev !== edited.rev && (
          <p className="actions-note">{t("validation.changedMeanwhile", { current: edited.text ?? "" })}</p>
        )}
        <ActionForm
          draft={begun}
          kept={kept !== null}
          keep={(draft) => keepActionEdit(store, edited, draft)}
          label={t("actions.edit")}
          submit={t(deleted ? "actions.add" : "common.save")}
          textRef={focusAtFirst}
          onCancel={leave}
          onSave={(draft) => {
            if (deleted) addAction(store, draft, null);
            else editAction(store, edited, action, draft);
            leave();
          }}
        />
      </div>
    </li>
  );
}

const focusAtFirst = (field: HTMLTextAreaElement | null) => field?.focus();

function leaveEditor(id: string, onEdit: Props["onEdit"]): void {
  const list = document.activeElement?.closest(".side-panel, .section-actions") ?? null;
  onEdit(id, null);
  focusNextFrame(() => {
    const row = list?.querySelector(`[data-action="${id}"]`) ?? list;
    row?.querySelector<HTMLElement>(".action-text, textarea")?.focus();
  });
}

function Details({ action }: { action: Action }) {
  const t = useT();
  return (
    <p className="action-details">
      {action.status === "dropped" && <span>{t("actions.dropped")}</span>}
      <OwnerAndDue action={action} />
    </p>
  );
}

type ToolsProps = Props & { fixed: boolean; statusFixed: boolean };

function Tools({ action, place, places, fixed, statusFixed, onMove, onShow }: ToolsProps) {
  const t = useT();
  const store = useBoardStore();
  const source = useBoardState(({ view }) =>
    view?.items.has(action.source_item_id ?? "") ? action.source_item_id : null,
  );
  const isOpen = action.status === "open";
  return (
    <div className="action-tools">
      <IconAction
        icon={isOpen ? BlockOutlined : ReplayOutlined}
        size="small"
        label={t(isOpen ? "actions.drop" : "actions.reopen")}
        disabled={statusFixed}
        onClick={() => setStatus(store, action, isOpen ? "dropped" : "open")}
      />
      <IconAction
        icon={ArrowUpwardOutlined}
        size="small"
        label={t("actions.up")}
        data-move="up"
        disabled={fixed || place === 0}
        onClick={() => onMove(action, place - 1)}
      />
      <IconAction
        icon={ArrowDownwardOutlined}
        size="small"
        label={t("actions.down")}
        data-move="down"
        disabled={fixed || place === places - 1}
        onClick={() => onMove(action, place + 1)}
      />
      <IssueLink action={action} />
      {source !== null && (
        <IconAction
          icon={StickyNote2Outlined}
          size="small"
          label={t("actions.showSource")}
          onClick={() => onShow(source)}
        />
      )}
      <IconAction
        icon={DeleteOutlined}
        size="small"
        label={t("actions.delete")}
        disabled={fixed}
        onClick={() => removeAction(store, action)}
      />
    </div>
  );
}

function removeAction(store: Parameters<typeof deleteAction>[0], action: Action): void {
  const row = document.activeElement?.closest(`[data-action="${action.id}"]`);
  const next =
    row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest(".side-panel, .section-actions");
  deleteAction(store, action);
  next?.querySelector<HTMLElement>(".action-text, textarea")?.focus();
}
