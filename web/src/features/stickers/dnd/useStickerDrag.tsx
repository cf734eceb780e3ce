import { useEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { waitForIdle } from "../../../ui/loading/chunks.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";

const DragLayer = lazyPart(() => import("./DragLayer.tsx"), "DragLayer", {
  // While it loads, a press waits. Nobody can drag without it, so a failure shows a message.
  fallback: null,
  editing: true,
  plain: true,
});

/**
 * The code is fetched when a pointer or the focus first reaches a sticker; a press that is still down then
 * drags.
 */
export function useStickerDrag(boardRef: RefObject<HTMLElement | null>): ReactNode {
  const [wanted, setWanted] = useState(false);
  const press = useRef<PointerEvent | KeyboardEvent | null>(null);
  useEffect(() => void waitForIdle(4000).then(() => setWanted(true)), []);
  useEffect(() => {
    const board = boardRef.current;
    if (board === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const onReach = ({ target }: Event) => {
      if (target instanceof Element && target.closest(".sticker") !== null) setWanted(true);
    };
    const onPress = (event: PointerEvent | KeyboardEvent) => {
      if (!(event instanceof KeyboardEvent) || event.code === "Space") press.current = event;
      onReach(event);
    };
    for (const name of ["pointerover", "focusin"]) board.addEventListener(name, onReach, { signal });
    for (const name of ["pointerdown", "keydown"] as const) board.addEventListener(name, onPress, { signal });
    for (const name of ["pointerup", "pointercancel"])
      window.addEventListener(name, () => (press.current = null), { signal });
    return () => listening.abort();
  }, [boardRef]);
  return wanted && <DragLayer boardRef={boardRef} earlyPress={press} />;
}
