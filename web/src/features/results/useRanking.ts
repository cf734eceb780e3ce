import type { Item } from "@retro/contract/entities";
import { isFacilitator, seesCounts } from "@retro/rules/permissions";
import { rankByVotes } from "@retro/rules/ranking";
import { useMemo } from "react";
import { useBoardState, useFacilitation, useMe } from "../../board-state/boardHooks.ts";

const noItems: ReadonlyMap<string, Item> = new Map();

export function useRanking() {
  const items = useBoardState((state) => state.view?.items ?? noItems);
  const facilitation = useFacilitation();
  const me = useMe();
  return useMemo(
    () => ({
      /** Null while counts are concealed from the user or have not arrived. */
      ranking: rankByVotes(items.values(), facilitation, me),
      /** From the user, by the facilitator. */
      concealed: !seesCounts(facilitation, me),
      /** The user is the facilitator and conceals the counts from all others. */
      onlyMine: facilitation.facilitator_options.concealVoteCount && isFacilitator(facilitation, me),
    }),
    [items, facilitation, me],
  );
}
