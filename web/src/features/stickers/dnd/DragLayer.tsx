import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { DragStartEvent } from "@dnd-kit/core";
import { useCallback, useEffect, useMemo } from "react";
import type { SyntheticEvent } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { phoneQuery } from "../../../ui/device/useMediaQuery.ts";
import { editableSticker } from "../boardQueries.ts";
import { useLanes } from "../lanes/lanes.ts";
import { createDragController } from "./dragController.ts";
import type { DragController } from "./dragController.ts";
import type { DropIndicatorBox } from "./hitTest.ts";
import { useExternalStore } from "../../../ui/externalStore.ts";
import type { DragStarterRegistry } from "./useDrag.tsx";

const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
// The app returns the focus itself, because the library does not know the sticker's new element, and makes its own announcements.
const accessibility = {
  announcements: noAnnouncements,
  restoreFocus: false,
  screenReaderInstructions: { draggable: "" },
};
const keyboardCodes = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter"] };
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 250, tolerance: 8 } };

/**
 * The only user of the drag library. The library knows one draggable, whose element is the grabbed sticker, so a drag renders only what is
 * dragged, whatever the size of the board. Drop targets are found from the DOM (`hitTest.ts`).
 */
export function DragLayer({ registry }: { registry: DragStarterRegistry }) {
  const store = useBoardStore();
  const t = useT();
  const { dragOver } = useLanes();
  const controller = useMemo(() => createDragController(store, dragOver), [store, dragOver]);
  const autoScroll = useMemo(
    () => ({
      layoutShiftCompensation: false,
      // The bars of a phone cover more of the upper edge.
      threshold: { x: 0.05, y: matchMedia(phoneQuery).matches ? 0.2 : 0.15 },
      canScroll: () => !controller.isOnTab(),
    }),
    [controller],
  );
  const keyboard = useMemo(
    () => ({
      keyboardCodes,
      coordinateGetter: (event: KeyboardEvent) => {
        if (controller.moveByKey(event.key)) event.preventDefault();
        return undefined;
      },
    }),
    [controller],
  );
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  );
  useEffect(() => () => controller.cancel(), [controller]);
  useEffect(
    () =>
      store.subscribe(() => {
        // The library ends a drag by itself only on Escape.
        if (controller.scrubHidden())
          document.dispatchEvent(new KeyboardEvent("keydown", { code: "Escape" }));
      }),
    [store, controller],
  );
  return (
    <>
      <DndContext
        sensors={sensors}
        accessibility={accessibility}
        autoScroll={autoScroll}
        onDragStart={({ activatorEvent }: DragStartEvent) => controller.start(activatorEvent)}
        onDragEnd={() => controller.drop()}
        onDragCancel={() => controller.cancel()}
      >
        <DragSource registry={registry} controller={controller} />
        <DragOverlay dropAnimation={null} zIndex={1250} style={{ pointerEvents: "none" }}>
          <DragPreview controller={controller} />
        </DragOverlay>
      </DndContext>
      <DropIndicator controller={controller} label={t("stickers.group")} />
      <DragLiveRegion controller={controller} />
    </>
  );
}

function DragSource({ registry, controller }: { registry: DragStarterRegistry; controller: DragController }) {
  const store = useBoardStore();
  const { setNodeRef, listeners } = useDraggable({ id: "sticker" });
  useEffect(() => {
    const startDrag = (event: SyntheticEvent, name: string) => {
      const target = event.target as Element;
      const listItem = target.closest(".sticker")?.closest<HTMLElement>("[data-sticker]");
      const id = listItem?.dataset["sticker"];
      if (
        controller.isDragging() ||
        !listItem ||
        id === undefined ||
        target.closest("button, input") !== null
      )
        return;
      if (editableSticker(store.getState().view, id) === null) return;
      controller.grab(id);
      setNodeRef(listItem);
      (listeners?.[name] as ((event: SyntheticEvent) => void) | undefined)?.(event);
    };
    registry.register({
      mouse: (event) => startDrag(event, "onMouseDown"),
      touch: (event) => startDrag(event, "onTouchStart"),
      key: (event) => {
        if (event.target instanceof Element && event.target.matches(".sticker"))
          startDrag(event, "onKeyDown");
      },
    });
    return () => registry.register(null);
  }, [registry, controller, store, listeners, setNodeRef]);
  return null;
}

/** The preview that follows the pointer: a copy of the sticker as it looked at the start. */
function DragPreview({ controller }: { controller: DragController }) {
  const id = useExternalStore(controller.draggedId);
  const fill = useCallback(
    (box: HTMLDivElement | null) => {
      const copy = id === null ? null : controller.createPreview(id);
      if (box !== null && copy !== null) box.replaceChildren(copy);
    },
    [id, controller],
  );
  return id === null ? null : <div ref={fill} className="drag-clone" aria-hidden inert />;
}

/** The library measures the dragged sticker again whenever an element beside the board appears: the mark has a parent of its own. */
function DropIndicator({ controller, label }: { controller: DragController; label: string }) {
  const box = useExternalStore(controller.indicator);
  return <div>{box !== null && <DropMark box={box} label={label} />}</div>;
}

function DropMark({ box, label }: { box: DropIndicatorBox; label: string }) {
  const { kind, left, top, width, height } = box;
  return (
    <div
      className="drop-mark"
      data-kind={kind}
      data-label={label}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
    />
  );
}

function DragLiveRegion({ controller }: { controller: DragController }) {
  const announcement = useExternalStore(controller.announcement);
  return (
    <p className="sr-only" role="status" aria-live="assertive" aria-atomic>
      {announcement}
    </p>
  );
}
