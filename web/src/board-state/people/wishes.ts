import type { WhisperWish } from "@retro/contract/events";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { createId } from "../commands/createId.ts";
import { createRepeatedWhisper } from "./repeatedWhisper.ts";
import { createWhisperMarks } from "./whisperMarks.ts";

const repeatMs = 40_000;
/** A wish for a new member comes this much later than what names this user: together they would say whose it is. */
const laterMs = [500, 5000] as const;
/** Two lost whispers end no mark. */
const lifetimeMs = 130_000;

export type Wish = WhisperWish["wish"];

interface WishOptions {
  env: BoardEnvironment;
  /** Over channels whose frames do not name their sender. */
  whisper: (said: Omit<WhisperWish, "board_id">) => void;
  /** How many are on the board: of more wishes, some are made up. */
  people: () => number;
  changed: () => void;
}

/**
 * What people want of the present topic, by a token instead of the user [F6]: this one is random, and the built-in
 * endpoint puts its own in its place, so that each user has one. A wish is not repeated when
 * this user subscribes again, nor taken back when they leave: the members who see that would learn whose it is.
 */
export function createWishes({ env, whisper, people, changed }: WishOptions) {
  const marks = createWhisperMarks(env, lifetimeMs, changed);
  let mine: Wish = null;
  let token = "";
  let topic = "";
  let cancelLater: (() => void) | null = null;
  const own = createRepeatedWhisper(env, repeatMs, () =>
    whisper({ token, wish: mine, topic: Number(topic) }),
  );
  return {
    /** The tokens of the others, by their last wish. */
    others: marks.byItem,
    mine: (): Wish => mine,
    whispered(said: WhisperWish): void {
      // A wish about another topic takes nobody's place.
      const known = [...marks.byItem()].flatMap(([wish, tokens]) =>
        wish.split(":")[1] === said.wish?.split(":")[1] ? tokens : [],
      );
      if (said.token !== token && (known.includes(said.token) || known.length < people()))
        marks.set(said.token, said.wish);
    },
    set(wish: Wish): void {
      const wishTopic = wish?.split(":")[1];
      if (wishTopic !== undefined && wishTopic !== topic) {
        // One token for two topics would say that the same person wanted both.
        token = createId();
        topic = wishTopic;
      }
      mine = wish;
      own.set(wish);
      changed();
    },
    /** Another tab of this user sent this wish: their wishes have one token. */
    adopt(said: WhisperWish): void {
      ({ token, wish: mine } = said);
      topic = mine?.split(":")[1] ?? topic;
      own.adopt(mine);
      marks.set(token, null);
      changed();
    },
    memberJoined(): void {
      if (mine === null) return;
      const [from, to] = laterMs;
      cancelLater ??= env.schedule(from + env.random() * (to - from), () => {
        cancelLater = null;
        own.memberJoined();
      });
    },
    close(): void {
      cancelLater?.();
      own.stop();
      marks.close();
    },
  };
}
