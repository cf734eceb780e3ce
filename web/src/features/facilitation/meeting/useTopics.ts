import type { Item } from "@retro/contract/entities";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { roundInForce, votesInRound } from "@retro/rules/rounds";
import { type Topic, type Topics, topicsOf } from "@retro/rules/topics";
import { useMemo } from "react";
import { useBoardState, useFacilitation } from "../../../board-state/boardHooks.ts";

const noItems: ReadonlyMap<string, Item> = new Map();

export interface MeetingTopics {
  /** The one that is shown to everybody; undefined: none, or its sticker is gone. */
  present: Topic | undefined;
  /** Whose votes order them; null: the present ones [V8]. */
  round: number | null;
  /** Counts are withheld: all topics are among the unvoted, so that nothing tells the order [R3]. */
  isConcealed: boolean;
  /** Most votes first [R2]. */
  voted: readonly Topic[];
  unvoted: readonly Topic[];
  /** With votes, neither shown nor discussed. */
  left: readonly Topic[];
  isDiscussed: (topic: Topic) => boolean;
}

/** The topics of a step for discussing [F6]; null in another step. */
export function useTopics({ steps, step, topic, discussed }: Meeting): MeetingTopics | null {
  const items = useBoardState((state) => state.view?.items ?? noItems);
  const facilitation = useFacilitation();
  const isDiscussion = steps.find(({ id }) => id === step)?.kind === "discuss";
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
      left: voted.filter(({ sticker: { id } }) => id !== topic && !done.has(id)),
      isDiscussed: ({ sticker }) => done.has(sticker.id),
    };
  }, [isDiscussion, items, facilitation, topic, discussed]);
}
