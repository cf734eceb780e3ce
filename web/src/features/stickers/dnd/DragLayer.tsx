import { useEffect, useMemo, type RefObject } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { useExternalStore } from "../../../ui/externalStore.ts";
import { useStickerParts } from "../stickerActions.ts";
import type { DropIndicatorBox } from "./hitTest.ts";
import { StickerDrag } from "./stickerDrag.ts";

interface Props {
  boardRef: RefObject<HTMLElement | null>;
  /** A press that began before this code was there. */
  earlyPress: RefObject<PointerEvent | KeyboardEvent | null>;
}

/** One pair of listeners for all stickers; nothing is rendered but the mark of the target. */
export function DragLayer({ boardRef, earlyPress }: Props) {
  const store = useBoardStore();
  const t = useT();
  const { addActionFrom } = useStickerParts();
  const stickerDrag = useMemo(
    () => new StickerDrag(store, (id) => addActionFrom(store, id)),
    [store, addActionFrom],
  );
  const { drag } = stickerDrag;
  useEffect(() => store.subscribe(() => stickerDrag.scrubHidden()), [store, stickerDrag]);
  useEffect(() => {
    if (boardRef.current === null) return undefined;
    const stop = drag.listen(boardRef.current);
    if (earlyPress.current !== null) drag.begin(earlyPress.current);
    return stop;
  }, [drag, boardRef, earlyPress]);
  const box = useExternalStore(stickerDrag.indicator);
  const announcement = useExternalStore(stickerDrag.announcement);
  return (
    <>
      {box !== null && <DropMark box={box} label={t(box.makesAction ? "actions.make" : "stickers.group")} />}
      <p className="sr-only" role="status" aria-live="assertive" aria-atomic>
        {announcement}
      </p>
    </>
  );
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
