import type { UnredactedChange } from "@retro/rules/present";

/** What one version touched: ids, never text (docs/decisions/sync.md). */
export interface TouchedParts {
  /** A user's id, "" for the server, null for an erased user; missing in entries of earlier releases. */
  by?: string | null;
  put?: string[];
  /** Items of which only the reactions have changed: no conflict for those who edit or delete them. */
  react?: string[];
  del?: string[];
  vote?: { item: string; user: string };
  /** Restored stickers with votes: everybody's own votes on them are back. */
  voted?: string[];
  act?: string[];
  actDel?: string[];
  head?: true;
  session?: true;
  reset?: true;
}

export function summariseTouched(changes: readonly UnredactedChange[], by: string): TouchedParts {
  const touched: TouchedParts = { by };
  for (const change of changes) {
    if (change.type === "item.put")
      (touched[change.reactor === undefined ? "put" : "react"] ??= []).push(change.item.id);
    else if (change.type === "item.deleted") (touched.del ??= []).push(...change.ids);
    else if (change.type === "action.put") (touched.act ??= []).push(change.action.id);
    else if (change.type === "action.deleted") (touched.actDel ??= []).push(...change.ids);
    else if (change.type === "vote") touched.vote = { item: change.item_id, user: change.user_id };
    else if (change.type === "votes.restored") (touched.voted ??= []).push(change.item_id);
    else if (change.type === "board.put") touched.head = true;
    else if (change.type === "session.put") touched.session = true;
    else if (change.type === "votes.reset") touched.reset = true;
    else if (change.type !== "tick") change satisfies never;
  }
  return touched;
}

export function mergeTouched(entries: readonly TouchedParts[]) {
  const idsOf = (field: "put" | "react" | "del" | "voted" | "act" | "actDel") =>
    new Set(entries.flatMap((entry) => entry[field] ?? []));
  const [put, deleted] = [new Set([...idsOf("put"), ...idsOf("react")]), idsOf("del")];
  const voters = new Map<string, Set<string>>();
  for (const { vote } of entries)
    if (vote) voters.set(vote.item, (voters.get(vote.item) ?? new Set()).add(vote.user));
  return {
    put,
    deleted,
    voters,
    items: new Set([...put, ...voters.keys()]),
    /** Items of which every user's own vote may be gone: deleted and added again. */
    ownVotes: new Set([...deleted].filter((id) => put.has(id))),
    /** Restored items with votes; only a voter may see that somebody has voted [H2]. */
    restoredVotes: idsOf("voted"),
    actions: new Set([...idsOf("act"), ...idsOf("actDel")]),
    head: entries.some(({ head }) => head),
    session: entries.some(({ session }) => session),
    reset: entries.some(({ reset }) => reset),
  };
}
