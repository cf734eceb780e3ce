import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useEffect, useRef } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { recall, remember } from "../../../device/deviceMemory.ts";

/** A reload keeps that the user is done with the step; the device keeps that they only watch [F5]. */
export function useRememberedReady({ at }: Meeting): void {
  const store = useBoardStore();
  const ready = useBoardState((state) => state.ready);
  const remembered = useRef(ready);
  useEffect(() => {
    const before = remembered.current;
    if (before === ready) return;
    remembered.current = ready;
    remember("retro.done", typeof ready === "number" ? String(ready) : null);
    const isWatching = ready === "watching";
    if (isWatching || before === "watching") remember("retro.watches", isWatching ? "yes" : null);
  }, [ready]);
  useEffect(() => {
    if (store.getState().ready !== null) return;
    if (recall("retro.watches") === "yes") store.setReady("watching");
    else if (recall("retro.done") === String(at)) store.setReady(at);
  }, [store, at]);
}
