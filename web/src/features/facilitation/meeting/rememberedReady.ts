import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useEffect, useRef } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { recall, remember } from "../../../device/deviceMemory.ts";
import { useMediaQuery, wallQuery } from "../../../ui/device/useMediaQuery.ts";

/**
 * A reload keeps that the user is done with the step; the device keeps whether they only watch or take part. A
 * wall screen shows the board to a room: it only watches, until its user takes part [F5].
 */
export function useRememberedReady({ at }: Meeting): void {
  const store = useBoardStore();
  const isWall = useMediaQuery(wallQuery);
  const ready = useBoardState((state) => state.ready);
  const remembered = useRef(ready);
  useEffect(() => {
    const before = remembered.current;
    if (before === ready) return;
    remembered.current = ready;
    remember("retro.done", typeof ready === "number" ? String(ready) : null);
    const isWatching = ready === "watching";
    // What every screen of this size does is no choice of its user.
    if (isWatching || before === "watching")
      remember("retro.watches", isWatching === isWall ? null : isWatching ? "yes" : "no");
  }, [ready, isWall]);
  useEffect(() => {
    if (store.getState().ready !== null) return;
    const watches = recall("retro.watches");
    if (watches === "yes" || (watches === null && isWall)) store.setReady("watching");
    else if (recall("retro.done") === String(at)) store.setReady(at);
  }, [store, isWall, at]);
}
