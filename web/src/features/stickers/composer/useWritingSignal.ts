import { cleanText } from "@retro/contract/clean-text";
import { useCallback, useEffect, useRef } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";

/** A user who has not typed for this long does not write any more, in milliseconds. */
const idleMs = 4000;

/** Until they pause or the field is closed. Call the result with the text after each change. */
export function useWritingSignal(columnId: string): (text: string) => void {
  const store = useBoardStore();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    store.whisperWriting(null);
  }, [store]);
  useEffect(() => stop, [stop]);
  return useCallback(
    (text: string) => {
      if (cleanText(text) === "") return;
      store.whisperWriting(columnId);
      clearTimeout(timer.current);
      timer.current = setTimeout(stop, idleMs);
    },
    [store, columnId, stop],
  );
}
