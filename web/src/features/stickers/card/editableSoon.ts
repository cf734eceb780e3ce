import { isMissingText, itemPart } from "@retro/rules/parts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { editableSticker } from "../boardQueries.ts";

/** After this time the user does not expect a dialog any more, in milliseconds. */
const longestWaitMs = 3000;

/** While content is hidden, a new text comes a moment after the change itself: a press waits for it. */
export function whenEditable(
  store: Pick<BoardStore, "getState" | "subscribe">,
  id: string,
  act: (id: string) => void,
): void {
  const textComes = () => {
    const { view, screen } = store.getState();
    if (screen === "hidden") return false;
    const item = view?.items.get(id);
    return view !== null && item !== undefined && isMissingText(itemPart, item, view);
  };
  const actIfEditable = () => {
    if (editableSticker(store.getState().view, id) !== null) act(id);
  };
  if (!textComes()) {
    actIfEditable();
    return;
  }
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  const timer = setTimeout(stop, longestWaitMs);
  const unsubscribe = store.subscribe(() => {
    if (textComes()) return;
    stop();
    actIfEditable();
  });
}
