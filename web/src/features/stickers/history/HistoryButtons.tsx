import RedoOutlined from "@mui/icons-material/RedoOutlined";
import UndoOutlined from "@mui/icons-material/UndoOutlined";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useEffect } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import type { Direction } from "../../../board-state/history/changeHistory.ts";
import type { ChangeKind } from "../../../board-state/history/changeSteps.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { isCommandKey, isTypingTarget } from "../../../ui/focus/letterKey.ts";
import { isModalOpen } from "../../../ui/dialogs/modals.ts";
import { isTouchScreen } from "../../../ui/device/touchScreen.ts";
import { undoOrRedo } from "./offerUndo.ts";

const names = { undo: "history.undo", redo: "history.redo" } as const;
const keys = { undo: "Z", redo: "Shift+Z" } as const;
const kinds: Record<ChangeKind, MessageKey> = {
  add: "history.add",
  edit: "history.edit",
  style: "history.style",
  move: "history.move",
  group: "history.group",
  ungroup: "history.ungroup",
  delete: "history.delete",
  sort: "history.sort",
  addAction: "history.addAction",
  editAction: "history.editAction",
  moveAction: "history.moveAction",
  deleteAction: "history.deleteAction",
};

export function HistoryButtons() {
  const store = useBoardStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => undoByKey(store, event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [store]);
  return (
    <>
      <HistoryButton direction="undo" />
      <HistoryButton direction="redo" />
    </>
  );
}

/** It is never `disabled`: a button that the user presses until nothing is left must keep the focus. */
function HistoryButton({ direction }: { direction: Direction }) {
  const t = useT();
  const store = useBoardStore();
  const kind = useBoardState(
    ({ nextUndo, nextRedo }) => (direction === "undo" ? nextUndo : nextRedo)?.kind ?? null,
  );
  const name = t(names[direction]);
  const mac = /Mac|iP/.test(navigator.platform);
  const shortcut = mac ? keys[direction].replace("Shift+", "⇧").replace(/^/, "⌘") : `Ctrl+${keys[direction]}`;
  const what = kind === null ? name : t("history.what", { name, change: t(kinds[kind]) });
  return (
    <IconAction
      icon={direction === "undo" ? UndoOutlined : RedoOutlined}
      label={name}
      tooltip={isTouchScreen() ? what : `${what} (${shortcut})`}
      aria-disabled={kind === null}
      aria-keyshortcuts={`Control+${keys[direction]} Meta+${keys[direction]}`}
      onClick={() => {
        if (kind !== null) void undoOrRedo(store, direction);
      }}
    />
  );
}

/** In a field the browser undoes typing, and a drag has its own keys. */
function undoByKey(store: BoardStore, event: KeyboardEvent): void {
  if (event.defaultPrevented || isTypingTarget(event.target) || isModalOpen()) return;
  const isRedo =
    (event.shiftKey && isCommandKey(event, "z")) ||
    (event.ctrlKey && !event.shiftKey && isCommandKey(event, "y"));
  if (!isRedo && !(isCommandKey(event, "z") && !event.shiftKey)) return;
  event.preventDefault();
  if (document.querySelector("[data-dragging]") === null) void undoOrRedo(store, isRedo ? "redo" : "undo");
}
