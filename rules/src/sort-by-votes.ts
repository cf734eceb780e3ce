import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { mayEditStickers } from "./permissions.ts";
import { indexChildren, type ItemNodes } from "./tree.ts";

/** Why a section cannot be sorted by votes now; null when it can. */
export type SortRefusal = "stickers_locked" | "content_hidden" | "counts_concealed" | null;

/**
 * May this user sort a section by votes? [V6] Not while content is hidden or counts are concealed, not even
 * the facilitator: the order would show everybody which stickers lead.
 */
export function maySortByVotes(facilitation: Facilitation, userId: string): SortRefusal {
  const { hideContent, concealVoteCount } = facilitation.facilitator_options;
  if (mayEditStickers(facilitation, userId) !== null) return "stickers_locked";
  if (hideContent) return "content_hidden";
  return concealVoteCount ? "counts_concealed" : null;
}

export interface SiblingOrder {
  parent_id: string;
  from: string[];
  to: string[];
}

/** A group counts with all its votes [V4]; equal votes keep their order. Only columns that change [V6]. */
export function orderByVotes(items: ItemNodes<Item>, sectionId: string): SiblingOrder[] {
  const index = indexChildren(items.values());
  const votesOf = ({ id, votes }: Item): number =>
    (index.get(id) ?? []).reduce((sum, child) => sum + votesOf(child), votes ?? 0);
  return (index.get(sectionId) ?? []).flatMap((column) => {
    const children = index.get(column.id) ?? [];
    const totals = new Map(children.map((item) => [item.id, votesOf(item)]));
    const total = ({ id }: Item) => totals.get(id) ?? 0;
    const sorted = children.toSorted((a, b) => total(b) - total(a));
    const changes = sorted.some((item, i) => item !== children[i]);
    const ids = (list: readonly Item[]) => list.map(({ id }) => id);
    return changes ? [{ parent_id: column.id, from: ids(children), to: ids(sorted) }] : [];
  });
}
