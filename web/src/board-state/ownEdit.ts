import type { BoardEnvironment } from "./boardEnvironment.ts";

/** The server allows ten whispers a second, for edits and names together; this stays below it. */
const whisperEveryMs = 220;
/** Whispers may be lost: an edit is whispered again at this interval while it lasts. */
const repeatMs = 10_000;

/**
 * Whispers which item this user edits.
 * @param whisper sends the item's id, or null for none
 */
export function createOwnEdit(env: BoardEnvironment, whisper: (itemId: string | null) => void) {
  let editedItem: string | null = null;
  let lastWhispered: string | null = null;
  let cancelPause: (() => void) | null = null;
  let cancelRepeat: (() => void) | null = null;

  function whisperNow(): void {
    lastWhispered = editedItem;
    whisper(editedItem);
    cancelRepeat?.();
    cancelRepeat = editedItem === null ? null : env.schedule(repeatMs, whisperNow);
  }

  /** Whispers at once, but at most every `whisperEveryMs`; values in between are skipped. */
  function whisperSoon(): void {
    if (cancelPause) return;
    cancelPause = env.schedule(whisperEveryMs, () => {
      cancelPause = null;
      if (lastWhispered !== editedItem) whisperNow();
    });
    whisperNow();
  }

  return {
    set(itemId: string | null): void {
      if (itemId === editedItem) return;
      editedItem = itemId;
      whisperSoon();
    },
    /** The channel is subscribed: the members may have missed earlier whispers. */
    subscribed(): void {
      if (editedItem !== null) whisperNow();
    },
    /** A new member does not know earlier whispers; several new members share one whisper. */
    memberJoined(): void {
      if (editedItem !== null) whisperSoon();
    },
    close(): void {
      if (editedItem !== null) whisper(null);
      cancelPause?.();
      cancelRepeat?.();
    },
  };
}
