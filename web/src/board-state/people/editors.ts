import type { BoardEnvironment } from "../boardEnvironment.ts";
import { createRepeatedWhisper } from "./repeatedWhisper.ts";
import { createWhisperMarks } from "./whisperMarks.ts";

const repeatMs = 10_000;
/** Three lost whispers end no mark. */
const lifetimeMs = 35_000;

export interface EditorsOptions {
  env: BoardEnvironment;
  /** Whether avatars are hidden: nobody may then learn who edits what [H3]. */
  hidden: () => boolean;
  whisper: (itemId: string | null) => void;
  changed: () => void;
}

export function createEditors({ env, hidden, whisper, changed }: EditorsOptions) {
  const marks = createWhisperMarks(env, lifetimeMs, changed);
  const own = createRepeatedWhisper(env, repeatMs, (itemId) => {
    if (!hidden()) whisper(itemId);
  });
  return {
    byItem: marks.byItem,
    whispered(itemId: string | null, from: string): void {
      if (!hidden()) marks.set(from, itemId);
    },
    left: (userId: string): void => marks.set(userId, null),
    keepOnly: (memberIds: ReadonlySet<string>): void => marks.keepOnly(memberIds),
    scrub: (): void => marks.clear(),
    set: (itemId: string | null): void => own.set(itemId),
    subscribed: (): void => own.subscribed(),
    memberJoined: (): void => own.memberJoined(),
    close(): void {
      own.close();
      marks.close();
    },
  };
}
