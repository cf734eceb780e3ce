import { useEffect, useRef } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { recall, remember } from "../../../device/deviceMemory.ts";
import { useMediaQuery, wallQuery } from "../../../ui/device/useMediaQuery.ts";

/**
 * A wall screen shows the board to a room: nobody waits for it to be done [F5]. One whose user takes part does so
 * in the next meetings, too.
 */
export function useWatchingWall(): void {
  const store = useBoardStore();
  const isWall = useMediaQuery(wallQuery);
  const isWatching = useBoardState(({ ready }) => ready === "watching");
  const wasWatching = useRef(isWatching);
  useEffect(() => {
    if (isWall && wasWatching.current !== isWatching)
      remember("retro.wallTakesPart", isWatching ? null : "1");
    wasWatching.current = isWatching;
  }, [isWall, isWatching]);
  useEffect(() => {
    const takesPart = recall("retro.wallTakesPart") !== null;
    if (isWall && !takesPart && store.getState().ready === null) store.setReady("watching");
  }, [isWall, store]);
}
