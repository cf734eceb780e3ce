import type { Item } from "@retro/contract/items";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { roundInForce, votesInRound } from "@retro/rules/rounds";
import { type Topic, type Topics, topicsLeft, topicsOf } from "@retro/rules/topics";
import { useMemo, useState } from "react";
import { useBoardState, useFacilitation } from "../../../board-state/boardHooks.ts";
import { isScreenBusy } from "../../../ui/focus/busyScreen.ts";

const noItems: ReadonlyMap<string, Item> = new Map();

export interface MeetingTopics {
  /** The one that is shown to everybody; undefined: none, or its sticker is gone. */
  present: Topic | undefined;
  /** Whose votes order them; null: the present ones [V8]. */
  round: number | null;
  /** Counts are withheld: all topics are among the unvoted, so that nothing reveals the order [R3]. */
  isConcealed: boolean;
  /** Most votes first [R2]. */
  voted: readonly Topic[];
  unvoted: readonly Topic[];
  /** What the step goes through yet. */
  left: readonly Topic[];
  isDiscussed: (topic: Topic) => boolean;
}

/** The topics of a step for discussing [F6]; null in another step. */
export function useTopics(meeting: Meeting | undefined): MeetingTopics | null {
  const { steps = [], step, topic, discussed } = meeting ?? {};
  const items = useBoardState((state) => state.view?.items ?? noItems);
  const facilitation = useFacilitation();
  const { kind, topics: most } = steps.find(({ id }) => id === step) ?? {};
  const isDiscussion = kind === "discuss";
  return useMemo(() => {
    if (!isDiscussion) return null;
    const round = roundInForce(facilitation, items.values());
    const counted = topicsOf(items.values(), (item) => votesInRound(item, round));
    const { voted, unvoted } = counted ?? (topicsOf(items.values(), () => 0) as Topics);
    const done = new Set(discussed);
    return {
      round,
      isConcealed: counted === null,
      voted,
      unvoted,
      present: [...voted, ...unvoted].find(({ sticker }) => sticker.id === topic),
      left: topicsLeft(voted, { topic, discussed }, most),
      isDiscussed: ({ sticker }) => done.has(sticker.id),
    };
  }, [isDiscussion, items, facilitation, topic, discussed, most]);
}

/** A busy screen keeps the topic whose sticker goes away, with what its user writes there, until they go on [F8]. */
export function useTopicsOnScreen(topics: MeetingTopics | null, meeting: Meeting | undefined) {
  const now = { topics, at: meeting?.at, isKept: false };
  const [shown, setShown] = useState(now);
  const sticker = useBoardState(({ view }) => view?.items.get(shown.topics?.present?.sticker.id ?? ""));
  if (topics !== shown.topics || now.at !== shown.at) {
    const isGone = shown.topics?.present !== undefined && topics?.present === undefined;
    if (!isGone || now.at !== shown.at || !(shown.isKept || isScreenBusy())) setShown(now);
    else if (!shown.isKept) setShown({ ...shown, isKept: true });
  }
  const { isKept, topics: last } = shown;
  if (!isKept || last?.present === undefined) return { topics, isKept: false, go: () => setShown(now) };
  const present = { ...last.present, members: [], sticker: sticker ?? last.present.sticker };
  return { topics: { ...(topics ?? last), present }, isKept, go: () => setShown(now) };
}
