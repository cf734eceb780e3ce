import type { BoardEnvironment } from "../boardEnvironment.ts";
import { createRepeatedWhisper } from "./repeatedWhisper.ts";
import { createWhisperMarks } from "./whisperMarks.ts";

const repeatMs = 40_000;
/** Two lost whispers end no mark. */
const lifetimeMs = 130_000;

/** Done with the step that began at this time, only watching, or neither. */
export type Ready = number | "watching" | null;

interface ReadinessOptions {
  env: BoardEnvironment;
  whisper: (ready: Ready) => void;
  changed: () => void;
}

/** Who is done with the present step of a meeting, and who only watches [F5]. Presence: nothing stores it. */
export function createReadiness({ env, whisper, changed }: ReadinessOptions) {
  const marks = createWhisperMarks(env, lifetimeMs, changed);
  let mine: Ready = null;
  const own = createRepeatedWhisper(env, repeatMs, () => whisper(mine));
  return {
    /** The ids of the other users, by the state that they sent last. */
    others: marks.byItem,
    mine: (): Ready => mine,
    whispered: (ready: Ready, from: string): void => marks.set(from, ready === null ? null : String(ready)),
    left: (userId: string): void => marks.set(userId, null),
    keepOnly: (memberIds: ReadonlySet<string>): void => marks.keepOnly(memberIds),
    /** It names no author: hidden authors change nothing. */
    scrub: (): void => undefined,
    set: (ready: Ready): void => {
      mine = ready;
      own.set(ready === null ? null : String(ready));
      changed();
    },
    /** Another tab of this user sent this state: a person counts once, and is in one state. */
    adopt: (ready: Ready): void => {
      mine = ready;
      own.adopt(ready === null ? null : String(ready));
      changed();
    },
    subscribed: (): void => own.subscribed(),
    memberJoined: (): void => own.memberJoined(),
    close(): void {
      own.stop();
      marks.close();
    },
  };
}
