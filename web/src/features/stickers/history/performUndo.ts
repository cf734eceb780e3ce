import { limits } from "@retro/contract/limits";
import type { Direction } from "../../../board-state/history/changeHistory.ts";
import type { ChangeEntry } from "../../../board-state/history/changeSteps.ts";
import { undoChange, type UndoFailure } from "../../../board-state/history/undoChange.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { phoneQuery } from "../../../ui/device/useMediaQuery.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { neighbourOf, pointOutSticker, stickerCardOf } from "../keyboard/stickerFocus.ts";
import { changedIds, failureText, refusalText, undoneText } from "./undoTexts.ts";

/** The user's newest change, or the given one [Y7]. */
export function performUndo(store: BoardStore, direction: Direction, given?: ChangeEntry): void {
  const entry = given ?? store.history.next(direction);
  const before = store.getState().view;
  if (entry === null || before === null) return;
  const focusedId =
    document.activeElement?.closest<HTMLElement>("[data-sticker]")?.dataset["sticker"] ?? null;
  const neighbour = focusedId === null ? null : neighbourOf(focusedId);
  const result = undoChange(store, direction, given);
  if (result === null) return;
  if (!result.done) {
    toast({ message: refusalText(result.refusal, direction, before), duration: limits.undoMs });
    return;
  }
  const after = store.getState().view ?? before;
  const text = undoneText(result.entry, direction, before, after);
  // On a phone the button is in a panel over the board.
  if (matchMedia(phoneQuery).matches) toast({ message: text });
  else announce(text);
  if (focusedId !== null) keepFocus(() => stickerCardOf(focusedId) ?? neighbour);
  const [first] = changedIds(result.entry);
  if (first !== undefined) requestAnimationFrame(() => pointOutSticker(first));
  void reportFailure(store, direction, result.failure);
}

async function reportFailure(
  store: BoardStore,
  direction: Direction,
  outcome: Promise<UndoFailure | null>,
): Promise<void> {
  const failure = await outcome;
  // Read now: an older view could contain text that is hidden by now.
  const { view } = store.getState();
  if (failure !== null && view !== null)
    toast({ message: failureText(failure, direction, view), duration: limits.undoMs });
}
