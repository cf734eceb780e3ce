import type { BoardEnvironment } from "../boardEnvironment.ts";

/** The server allows ten whispers a second. Two kinds are whispered this often; names seldom change. */
const whisperEveryMs = 220;

/**
 * Whispers at which item this user is.
 * @param repeatMs whispers may be lost: the item is whispered again at this interval while the user is at it
 * @param whisper sends the item's id, or null for none
 */
export function createRepeatedWhisper(
  env: BoardEnvironment,
  repeatMs: number,
  whisper: (itemId: string | null) => void,
) {
  let currentItem: string | null = null;
  let lastWhispered: string | null = null;
  let cancelPause: (() => void) | null = null;
  let cancelRepeat: (() => void) | null = null;

  function whisperNow(): void {
    whisper(currentItem);
    whispered();
  }

  function whispered(): void {
    lastWhispered = currentItem;
    cancelRepeat?.();
    cancelRepeat = currentItem === null ? null : env.schedule(repeatMs, whisperNow);
  }

  function stop(): void {
    cancelPause?.();
    cancelRepeat?.();
  }

  /** Whispers at once, but at most every `whisperEveryMs`; values in between are skipped. */
  function whisperSoon(): void {
    if (cancelPause) return;
    cancelPause = env.schedule(whisperEveryMs, () => {
      cancelPause = null;
      if (lastWhispered !== currentItem) whisperSoon();
    });
    whisperNow();
  }

  return {
    set(itemId: string | null): void {
      if (itemId === currentItem) return;
      currentItem = itemId;
      whisperSoon();
    },
    /** Another tab of this user has whispered it. */
    adopt(itemId: string | null): void {
      currentItem = itemId;
      whispered();
    },
    /** The channel is subscribed: the members may have missed earlier whispers. */
    subscribed(): void {
      if (currentItem !== null) whisperNow();
    },
    /** A new member has missed earlier whispers; several new members share one whisper. */
    memberJoined(): void {
      if (currentItem === null) return;
      // Members who come during the pause have missed the whisper before it.
      lastWhispered = null;
      whisperSoon();
    },
    close(): void {
      if (currentItem !== null) whisper(null);
      stop();
    },
    /** Closes without a word: the user may have another tab. */
    stop,
  };
}
