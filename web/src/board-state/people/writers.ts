import type { BoardEnvironment } from "../boardEnvironment.ts";
import { createRepeatedWhisper } from "./repeatedWhisper.ts";
import { createWhisperMarks } from "./whisperMarks.ts";

const repeatMs = 3000;
/** One lost whisper ends no mark. */
const lifetimeMs = 7000;
/** The id of a writer whose name may not be shown. */
export const somebody = "";

interface WritersOptions {
  env: BoardEnvironment;
  /** Whether the others may see that this user is the one who writes. */
  mayNameMe: () => boolean;
  /** Whether this user may see who writes. */
  mayNameOthers: () => boolean;
  /** Whispers with the user's id; null: this user writes no more. */
  whisperNamed: (columnId: string | null) => void;
  whisperAnonymously: (columnId: string) => void;
  changed: () => void;
}

/** In which columns the users of the board write new stickers [H7]. */
export function createWriters(options: WritersOptions) {
  const { env } = options;
  const named = createWhisperMarks(env, lifetimeMs, marksChanged);
  // Without a sender, whispers about one column are one mark. No end is whispered: it would connect two
  // whispers.
  const anonymous = createWhisperMarks(env, lifetimeMs, marksChanged);
  let byColumn: ReadonlyMap<string, readonly string[]> = new Map();
  const own = createRepeatedWhisper(env, repeatMs, (columnId) => {
    if (options.mayNameMe()) options.whisperNamed(columnId);
    else if (columnId !== null) options.whisperAnonymously(columnId);
  });

  function marksChanged(): void {
    const next = new Map(named.byItem());
    for (const columnId of anonymous.byItem().keys())
      next.set(columnId, [...(next.get(columnId) ?? []), somebody]);
    for (const [columnId, writers] of next) {
      const old = byColumn.get(columnId);
      if (old?.length === writers.length && old.every((id, i) => id === writers[i])) next.set(columnId, old);
    }
    byColumn = next;
    options.changed();
  }

  return {
    /** Column id → ids of the others who write there, and `somebody`. */
    byColumn: () => byColumn,
    /** @param from undefined: the sender is withheld */
    whispered(columnId: string | null, from: string | undefined): void {
      if (from !== undefined && options.mayNameOthers()) named.set(from, columnId);
      else if (columnId !== null) anonymous.set(columnId, columnId);
    },
    left: (userId: string): void => named.set(userId, null),
    keepOnly: (memberIds: ReadonlySet<string>): void => named.keepOnly(memberIds),
    /** The options about names have changed: removes all marks. */
    scrub(): void {
      named.clear();
      anonymous.clear();
      marksChanged();
    },
    set: (columnId: string | null): void => own.set(columnId),
    subscribed: (): void => own.subscribed(),
    memberJoined: (): void => own.memberJoined(),
    close(): void {
      own.close();
      named.close();
      anonymous.close();
    },
  };
}
