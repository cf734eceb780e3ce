import { useEffect, useLayoutEffect, useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { externalStore, useExternalStore } from "../../../ui/externalStore.ts";
import { trackReveals, turnOver } from "./reveal.ts";

/** The hidden stickers turn over together, and screen readers hear of it. */
export function RevealEffect() {
  const t = useT();
  const store = useBoardStore();
  const [revealed] = useState(() => externalStore<readonly string[]>([]));
  const ids = useExternalStore(revealed);
  useEffect(() => {
    const newlyVisible = trackReveals(store.getState());
    return store.subscribe(() => {
      const found = newlyVisible(store.getState());
      if (found.length > 0) revealed.set(found);
    });
  }, [store, revealed]);
  // React renders the texts and this component together: the turn begins before the first paint of the texts.
  useLayoutEffect(() => {
    if (ids.length === 0) return;
    turnOver(new Set(ids));
    announce(t("stickers.revealed"));
  }, [ids, t]);
  return null;
}
