import type { Item } from "@retro/contract/items";
import { isFacilitator, seesCounts } from "@retro/rules/permissions";
import { rankByVotes } from "@retro/rules/ranking";
import { roundInForce } from "@retro/rules/rounds";
import { useMemo } from "react";
import { useBoardState, useFacilitation, useMe } from "../../board-state/boardHooks.ts";

const noItems: ReadonlyMap<string, Item> = new Map();

/** @param chosen the round to look at [V8]; left out: that which a team talks about now */
export function useRanking(chosen?: number | null) {
  const items = useBoardState((state) => state.view?.items ?? noItems);
  const facilitation = useFacilitation();
  const me = useMe();
  return useMemo(() => {
    const round = chosen === undefined ? roundInForce(facilitation, items.values()) : chosen;
    const isPresent = round === null;
    return {
      /** The number of a closed round; null: the present votes. */
      round,
      /** Null while counts are concealed from the user or have not arrived. */
      ranking: rankByVotes(items.values(), facilitation, me, round),
      /** From the user, by the facilitator. */
      concealed: isPresent && !seesCounts(facilitation, me),
      /** The user is the facilitator and conceals the counts from all others. */
      onlyMine:
        isPresent && facilitation.facilitator_options.concealVoteCount && isFacilitator(facilitation, me),
    };
  }, [items, facilitation, me, chosen]);
}
