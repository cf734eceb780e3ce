import type { ChangesOfOthers } from "@retro/contract/changes";
import { mayNameWriters, seesCounts } from "@retro/rules/permissions";
import { readChangeLog } from "../../board/read/change-log-store.ts";
import type { TouchedParts } from "../../board/read/touched-parts.ts";
import { systemCaller } from "../../board/turn/caller.ts";
import type { Turn } from "../../board/turn/turn.ts";
import { AppError } from "../../http/errors/app-error.ts";
import * as store from "./store.ts";

type ForeignChange = ChangesOfOthers["changed"][number];

const maxIdsRead = 10_000;
/** A refusal names at most this many changes: the user needs somebody to ask, not the whole history. */
const maxNamed = 5;

/** Votes count if they are still given and not concealed: a refusal would reveal them [T12, H2]. */
export async function refuseChangedByOthers(
  turn: Turn,
  ids: readonly string[],
  seen: { since: number; items: number },
): Promise<void> {
  const versions = { since: seen.since, until: turn.version - 1 };
  const log = await readChangeLog(turn.db, turn.board.id, versions, (entries) => {
    const ids = entries.reduce((sum, { put = [], del = [] }) => sum + put.length + del.length, 0);
    return ids > maxIdsRead;
  });
  const changed = log && (await foreignChanges(turn, ids, seen.items, log));
  if (changed?.length === 0) return;
  const data: ChangesOfOthers = { changed: changed ?? [] };
  throw new AppError(409, "conflict", { data });
}

async function foreignChanges(
  turn: Turn,
  ids: readonly string[],
  expectedItems: number,
  log: readonly TouchedParts[],
): Promise<ForeignChange[]> {
  const { db, caller, facilitation } = turn;
  const [root] = ids;
  const known = new Set(ids);
  const others = log.filter(({ by }) => by !== caller.userId && by !== systemCaller.userId);
  const changed = new Map<string, ForeignChange>();
  const add = (what: ForeignChange["what"], by: string | null) => {
    const user_id = mayNameWriters(facilitation) ? by : null;
    changed.set(`${what} ${user_id}`, { what, user_id });
  };
  const votedIds = new Set<string>();
  for (const { by = null, put = [], del = [], vote, voted = [] } of others) {
    for (const id of put.filter((each) => known.has(each))) add(id === root ? "changed" : "inside", by);
    // Which items were in it before is not known: somebody else may have taken out what is missing.
    const touchesOther = [...put, ...del].some((id) => !known.has(id));
    if (ids.length < expectedItems && touchesOther) add("inside", null);
    for (const id of [...voted, ...(vote ? [vote.item] : [])]) if (known.has(id)) votedIds.add(id);
  }
  if (votedIds.size > 0 && seesCounts(facilitation, caller.userId)) {
    const voters = new Set(others.flatMap(({ vote }) => vote?.user ?? []));
    if (await store.haveVoted(db, [...votedIds], [...voters])) add("voted", null);
  }
  return [...changed.values()].slice(0, maxNamed);
}
