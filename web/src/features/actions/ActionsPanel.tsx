import "./actions.css";
import type { Action } from "@retro/contract/actions";
import { useEffect, useRef, useState, type ReactNode, type RefObject, useCallback } from "react";
import { useBoardState, useBoardStore, usePermissions } from "../../board-state/boardHooks.ts";
import { newActionPlace } from "../../board-state/drafts/drafts.ts";
import { hasDueAction } from "../../board-state/view/hasDueAction.ts";
import { useT } from "../../i18n/useT.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { useSortableList } from "../../ui/drag/useSortableList.ts";
import { focusNextFrame } from "../../ui/focus/focusNextFrame.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { useScrubHiddenText } from "../../ui/device/scrubHiddenText.ts";
import { SidePanel } from "../../ui/panels/SidePanel.tsx";
import { leaveSidePanel } from "../../ui/panels/sidePanelState.ts";
import { addAction, keepNewAction, moveAction } from "./actionCommands.ts";
import { draftOf, emptyDraft } from "./actionDraft.ts";
import { ActionForm } from "./ActionForm.tsx";
import { ActionRow } from "./ActionRow.tsx";
import { newActionSource, panelName } from "./newAction.ts";
import { sortActions } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import { isActionHiddenFrom } from "@retro/rules/permissions";

interface PanelProps {
  onShow: (id: string) => void;
  calendar: ReactNode;
}

export function ActionsPanel({ onShow, calendar }: PanelProps) {
  const t = useT();
  const hasCalendar = useBoardState(hasDueAction);
  return (
    <SidePanel name={panelName} title={t("actions.title")} footer={hasCalendar && calendar}>
      <BoardActions fromStickers onShow={(id) => leaveSidePanel(panelName, () => onShow(id))} />
    </SidePanel>
  );
}

export interface BoardActionsProps {
  onShow: (id: string) => void;
  /** Whether the form takes the sticker from which an action is made: one form of a board does. */
  fromStickers: boolean;
  /** The form keeps its place while the user may add nothing. */
  keepsPlace?: boolean;
}

/** The field for the next action and the list of all: in the panel, and in the section for actions [D6]. */
export function BoardActions({ onShow, fromStickers, keepsPlace = false }: BoardActionsProps) {
  const t = useT();
  const actions = useActions();
  const editors = useActionEditors(actions);
  const refusal = usePermissions().editStickers;
  const locked = refusal !== null;
  // Texts that are hidden now leave the memory.
  useScrubHiddenText(actions.some(({ hidden }) => hidden));
  return (
    <>
      <div className="new-action" data-locked={locked ? "" : undefined}>
        {locked && (
          <p className="actions-note">
            {t(refusal === "board_read_only" ? "actions.boardLocked" : "actions.locked")}
          </p>
        )}
        {(keepsPlace || !locked) && <NewAction fromStickers={fromStickers} />}
      </div>
      {editors.shown.length === 0 ? (
        <EmptyState title={t("actions.noneHere")}>{t("actions.noneHint")}</EmptyState>
      ) : (
        <ActionList actions={actions} editors={editors} locked={locked} onShow={onShow} />
      )}
    </>
  );
}

/** Begins with the text of the sticker that it is made from, or with what was typed before. */
function NewAction({ fromStickers }: { fromStickers: boolean }) {
  const t = useT();
  const store = useBoardStore();
  const asked = useExternalStore(newActionSource);
  const source = fromStickers ? asked : null;
  // A text that is hidden now, or gone, is not offered.
  const title = useBoardState(({ view }) => view?.items.get(source ?? "")?.title ?? null);
  const sourceId = title === null ? null : source;
  const [count, setCount] = useState(0);
  useEffect(() => (sourceId === null ? store.drafts.open(newActionPlace) : undefined), [store, sourceId]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (sourceId === null) return undefined;
    // After the panel, which takes the focus when it opens, and the menu, which returns it.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [sourceId]);
  return (
    <>
      {title !== null && <p className="actions-note">{t("actions.fromSticker")}</p>}
      <ActionForm
        // A new form for the next action.
        key={`${sourceId} ${count}`}
        draft={
          sourceId === null
            ? draftOf((store.drafts.get(newActionPlace) ?? {}) as Parameters<typeof draftOf>[0])
            : { ...emptyDraft, text: title ?? "" }
        }
        kept={sourceId === null}
        label={t("actions.new")}
        submit={t("actions.add")}
        textRef={field}
        {...(sourceId === null
          ? { keep: (draft) => keepNewAction(store, draft) }
          : { onCancel: () => leaveSource(field) })}
        onSave={(draft) => {
          addAction(store, draft, sourceId);
          if (sourceId === null) store.drafts.drop(newActionPlace);
          if (fromStickers) newActionSource.set(null);
          setCount(count + 1);
          focusNextFrame(() => field.current?.focus());
        }}
      />
    </>
  );
}

function leaveSource(field: RefObject<HTMLTextAreaElement | null>): void {
  newActionSource.set(null);
  focusNextFrame(() => field.current?.focus());
}

interface ListProps {
  actions: readonly Action[];
  editors: ActionEditors;
  locked: boolean;
  onShow: (id: string) => void;
}

function ActionList({ actions, editors, locked, onShow }: ListProps) {
  const t = useT();
  const store = useBoardStore();
  const list = useSortableList<HTMLOListElement>({
    onDrop: (id, place) => moveAction(store, actions, id, place),
    pauseUpdates: store.pauseUpdates,
  });
  const onMove = ({ id }: Action, place: number) => {
    const pressed = document.activeElement?.getAttribute("data-move");
    const shown = document.activeElement?.closest("ol") ?? null;
    moveAction(store, actions, id, place);
    keepMoveFocus(shown, id, pressed ?? "up");
  };
  return (
    <ol ref={list} className="actions" aria-label={t("actions.title")}>
      {editors.shown.map((action) => (
        <ActionRow
          key={action.id}
          action={action}
          edited={editors.edited.get(action.id)}
          deleted={editors.isDeleted(action.id)}
          onEdit={editors.setEdited}
          place={actions.indexOf(action)}
          places={actions.length}
          locked={locked}
          onMove={onMove}
          onShow={onShow}
        />
      ))}
    </ol>
  );
}

/**
 * The pressed button moves with its row and loses the focus; at the end of the list the other one takes it.
 */
function keepMoveFocus(list: Element | null, id: string, pressed: string): void {
  focusNextFrame(() => {
    const buttons = [
      ...(list?.querySelectorAll<HTMLButtonElement>(`[data-action="${id}"] [data-move]`) ?? []),
    ];
    const target = buttons.find((each) => each.dataset["move"] === pressed && !each.disabled);
    (target ?? buttons.find((each) => !each.disabled))?.focus();
  });
}

const none: readonly Action[] = [];
const sorted = new WeakMap<BoardView["actions"], readonly Action[]>();

function useActions(): readonly Action[] {
  return useBoardState(({ view }) => {
    if (view === null || view.actions.size === 0) return none;
    let actions = sorted.get(view.actions);
    if (actions === undefined) sorted.set(view.actions, (actions = sortActions(view.actions.values())));
    return actions;
  });
}

const noEditors: ReadonlyMap<string, Action> = new Map();

type ActionEditors = ReturnType<typeof useActionEditors>;

/** An editor stays open when its action is deleted, to keep its text; it closes when that is hidden [D3]. */
function useActionEditors(actions: readonly Action[]) {
  const [edited, setEdited] = useState(noEditors);
  const facilitation = useBoardState(({ view }) => view?.facilitation);
  const userId = useBoardState(({ view }) => view?.userId ?? null);
  const hidden = [...edited.values()].filter(
    (each) => facilitation !== undefined && isActionHiddenFrom(facilitation, each, userId),
  );
  const change = useCallback(
    (id: string, action: Action | null) =>
      setEdited((before) => {
        const next = new Map(before);
        if (action === null) next.delete(id);
        else next.set(id, action);
        return next;
      }),
    [],
  );
  // The state contains their texts, too.
  if (hidden.length > 0) setEdited(new Map([...edited].filter(([, each]) => !hidden.includes(each))));
  const deleted = [...edited.values()].filter(({ id }) => !actions.some((each) => each.id === id));
  return {
    shown: deleted.length === 0 ? actions : sortActions([...actions, ...deleted]),
    /** By id, as they were when the editor opened. */
    edited,
    isDeleted: (id: string) => deleted.some((each) => each.id === id),
    setEdited: change,
  };
}
