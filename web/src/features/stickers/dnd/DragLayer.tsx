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
import { useBoardStore } from "../../../board-state/hooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { touchable } from "../board.ts";
import { carrier } from "./carrier.ts";
import type { Carrier } from "./carrier.ts";
import { useExternalStore } from "../../../ui/externalStore.ts";
import type { GripsHolder } from "./useDrag.tsx";

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
// We return the focus to the sticker at its new place, which the library does not know. We also announce.
const accessibility = {
  announcements: silent,
  restoreFocus: false,
  screenReaderInstructions: { draggable: "" },
};
const keyboardCodes = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter"] };
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 250, tolerance: 8 } };

/**
 * The one place that knows the drag library. It sees a single draggable, whose element is the sticker that was taken hold of: so a
 * drag renders nothing but what is dragged, however many stickers there are. Targets are found from the DOM (`hit.ts`).
 */
export function DragLayer({ holder }: { holder: GripsHolder }) {
  const store = useBoardStore();
  const t = useT();
  const carry = useMemo(() => carrier(store), [store]);
  const keyboard = useMemo(
    () => ({
      keyboardCodes,
      coordinateGetter: (event: KeyboardEvent) => {
        if (carry.step(event.key)) event.preventDefault();
        return undefined;
      },
    }),
    [carry],
  );
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  );
  useEffect(() => () => carry.cancel(), [carry]);
  useEffect(
    () =>
      store.subscribe(() => {
        // The library ends a drag by itself only on Escape.
        if (carry.forgetHidden()) document.dispatchEvent(new KeyboardEvent("keydown", { code: "Escape" }));
      }),
    [store, carry],
  );
  return (
    <>
      <DndContext
        sensors={sensors}
        accessibility={accessibility}
        autoScroll={{ layoutShiftCompensation: false, threshold: { x: 0.05, y: 0.15 } }}
        onDragStart={({ activatorEvent }: DragStartEvent) => carry.start(activatorEvent)}
        onDragEnd={() => carry.drop()}
        onDragCancel={() => carry.cancel()}
      >
        <Grip holder={holder} carry={carry} />
        <DragOverlay dropAnimation={null} zIndex={1250} style={{ pointerEvents: "none" }}>
          <Clone carry={carry} />
        </DragOverlay>
      </DndContext>
      <DropMark carry={carry} word={t("stickers.group")} />
      <Live carry={carry} />
    </>
  );
}

function Grip({ holder, carry }: { holder: GripsHolder; carry: Carrier }) {
  const store = useBoardStore();
  const { setNodeRef, listeners } = useDraggable({ id: "sticker" });
  useEffect(() => {
    const take = (event: SyntheticEvent, name: string) => {
      const target = event.target as Element;
      const slot = target.closest(".sticker")?.closest<HTMLElement>("[data-sticker]");
      const id = slot?.dataset["sticker"];
      if (carry.carrying() || !slot || id === undefined || target.closest("button, input") !== null) return;
      if (touchable(store.getState().view, id) === null) return;
      carry.hold(id);
      setNodeRef(slot);
      (listeners?.[name] as ((event: SyntheticEvent) => void) | undefined)?.(event);
    };
    holder.put({
      mouse: (event) => take(event, "onMouseDown"),
      touch: (event) => take(event, "onTouchStart"),
      key: (event) => {
        if (event.target instanceof Element && event.target.matches(".sticker")) take(event, "onKeyDown");
      },
    });
    return () => holder.put(null);
  }, [holder, carry, store, listeners, setNodeRef]);
  return null;
}

/** What follows the hand: the sticker as it looks, copied once. */
function Clone({ carry }: { carry: Carrier }) {
  const id = useExternalStore(carry.lifted);
  const fill = useCallback(
    (box: HTMLDivElement | null) => {
      const copy = id === null ? null : carry.copy(id);
      if (box !== null && copy !== null) box.replaceChildren(copy);
    },
    [id, carry],
  );
  return id === null ? null : <div ref={fill} className="drag-clone" aria-hidden inert />;
}

function DropMark({ carry, word }: { carry: Carrier; word: string }) {
  const mark = useExternalStore(carry.mark);
  if (mark === null) return null;
  const { kind, left, top, width, height } = mark;
  return (
    <div
      className="drop-mark"
      data-kind={kind}
      data-word={word}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
    />
  );
}

function Live({ carry }: { carry: Carrier }) {
  const said = useExternalStore(carry.said);
  return (
    <p className="sr-only" role="status" aria-live="assertive" aria-atomic>
      {said}
    </p>
  );
}
