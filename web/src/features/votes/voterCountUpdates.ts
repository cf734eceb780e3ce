import type { VoterCount } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardStore } from "../../board-state/boardStore.ts";
import type { BoardState } from "../../board-state/types.ts";

/** Changes within this time, in milliseconds, need one request. */
const collectMs = 200;
/** The shortest time between two requests, in milliseconds. */
const pauseMs = 1000;

export function voterCountMayDiffer(before: BoardState, after: BoardState): boolean {
  return (
    before.members !== after.members ||
    before.subscription !== after.subscription ||
    // An own vote counts when the server has it.
    before.pending !== after.pending ||
    votesDiffer(before.view, after.view)
  );
}

function votesDiffer(before: BoardView | null, after: BoardView | null): boolean {
  if (before === null || after === null) return before !== after;
  if (before.items === after.items) return false;
  // After several versions at once, the numbers may be the same with other voters.
  if (after.version > before.version + 1) return true;
  for (const [id, item] of after.items)
    if ((before.items.get(id)?.votes ?? 0) !== (item.votes ?? 0)) return true;
  for (const [id, item] of before.items)
    if (item.votes !== null && item.votes > 0 && !after.items.has(id)) return true;
  return false;
}

/** Asks the server after each change that may matter, at most once a second. @param onCount null: refused */
export function watchVoterCount(
  store: Pick<BoardStore, "getState" | "subscribe">,
  load: () => Promise<VoterCount>,
  onCount: (count: VoterCount | null) => void,
): () => void {
  let known = store.getState();
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let loading = false;
  let changed = false;
  let askedAt = Number.NEGATIVE_INFINITY;

  const ask = async () => {
    timer = null;
    loading = true;
    changed = false;
    askedAt = performance.now();
    const count = await load().catch(() => null);
    loading = false;
    if (closed) return;
    onCount(count);
    if (changed) askSoon();
  };
  const askSoon = () => {
    changed = true;
    if (timer !== null || loading) return;
    timer = setTimeout(() => void ask(), Math.max(collectMs, askedAt + pauseMs - performance.now()));
  };
  const stop = store.subscribe(() => {
    const now = store.getState();
    if (voterCountMayDiffer(known, now)) askSoon();
    known = now;
  });
  void ask();
  return () => {
    closed = true;
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}
