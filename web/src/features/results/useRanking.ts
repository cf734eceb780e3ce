import type { Item } from "@retro/contract/entities";
import { isFacilitator, seesCounts } from "@retro/rules/permissions";
import { rankByVotes, type VoteRanking } from "@retro/rules/ranking";
import { useMemo } from "react";
import { useBoardState, useFacilitation, useMe } from "../../board-state/boardHooks.ts";

const noItems: ReadonlyMap<string, Item> = new Map();

export interface BoardRanking {
  /** Null while counts are concealed from the user or have not arrived. */
  ranking: VoteRanking | null;
  /** The facilitator conceals the counts from the user. */
  concealed: boolean;
  /** The user is the facilitator and conceals the counts from all others. */
  onlyMine: boolean;
}

export function useRanking(): BoardRanking {
  const items = useBoardState((state) => state.view?.items ?? noItems);
  const facilitation = useFacilitation();
  const me = useMe();
  return useMemo(
    () => ({
      ranking: rankByVotes(items.values(), facilitation, me),
      concealed: !seesCounts(facilitation, me),
      onlyMine: facilitation.facilitator_options.concealVoteCount && isFacilitator(facilitation, me),
    }),
    [items, facilitation, me],
  );
}
