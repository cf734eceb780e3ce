import type { VoterCount, VotesLeft } from "@retro/contract/votes";
import type { BoardView } from "@retro/rules/apply-change";
import { isMomentary } from "../../board-state/commands/commands.ts";
import type { BoardStore } from "../../board-state/boardStore.ts";
import type { BoardState } from "../../board-state/types.ts";

/** Changes within this time, in milliseconds, need one request. */
const collectMs = 200;
/** The shortest time between two requests, in milliseconds. */
const pauseMs = 1000;
/** Two hundred people ask together forty times a second. */
const pausePerMemberMs = 25;

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
  // On a screen that hides the counts, as a projector does, a vote changes only the version.
  if (before.version !== after.version && hidesCounts(after)) return true;
  if (before.items === after.items) return false;
  // After several versions at once, the numbers may be the same with other voters.
  if (after.version > before.version + 1) return true;
  for (const [id, item] of after.items)
    if ((before.items.get(id)?.votes ?? 0) !== (item.votes ?? 0)) return true;
  for (const [id, item] of before.items)
    if (item.votes !== null && item.votes > 0 && !after.items.has(id)) return true;
  return false;
}

function hidesCounts({ items }: BoardView): boolean {
  for (const { kind, votes } of items.values()) if (kind === "sticker" && votes === null) return true;
  return false;
}

/** Concealed votes of others change only the version. */
function votesLeftMayDiffer(before: BoardState, after: BoardState): boolean {
  return before.view?.version !== after.view?.version || voterCountMayDiffer(before, after);
}

interface Watch<Count> {
  load: () => Promise<Count | null>;
  /** null: refused */
  onCount: (count: Count | null) => void;
  mayDiffer: (before: BoardState, after: BoardState) => boolean;
  /** The shortest time between two requests, in milliseconds. */
  pause: (state: BoardState) => number;
}
type WatchedStore = Pick<BoardStore, "getState" | "subscribe">;

/** Asks the server after each change that may matter, at most once a second. @param onCount null: refused */
export function watchVoterCount(
  store: WatchedStore,
  load: () => Promise<VoterCount>,
  onCount: (count: VoterCount | null) => void,
): () => void {
  return watchCount(store, { load, onCount, mayDiffer: voterCountMayDiffer, pause: () => pauseMs });
}

/** As `watchVoterCount`. Everybody asks: the more people there are, the less often each of them does. */
export function watchVotesLeft(
  store: WatchedStore,
  load: () => Promise<VotesLeft | null>,
  onCount: (count: VotesLeft | null) => void,
): () => void {
  const pause = ({ members }: BoardState) => Math.max(pauseMs, members.length * pausePerMemberMs);
  return watchCount(store, { load, onCount, mayDiffer: votesLeftMayDiffer, pause });
}

function watchCount<Count>(
  store: WatchedStore,
  { load, onCount, mayDiffer, pause }: Watch<Count>,
): () => void {
  let known = store.getState();
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let loading = false;
  let changed = false;
  let askedAt = Number.NEGATIVE_INFINITY;

  const ask = async () => {
    timer = null;
    // The screen is ahead of the server, such as after a reveal; the server's answer starts the next request.
    if (store.getState().pending.some(({ command }) => isMomentary(command))) return;
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
    const due = askedAt + pause(store.getState()) - performance.now();
    timer = setTimeout(() => void ask(), Math.max(collectMs, due));
  };
  const stop = store.subscribe(() => {
    const now = store.getState();
    if (mayDiffer(known, now)) askSoon();
    known = now;
  });
  void ask();
  return () => {
    closed = true;
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}
