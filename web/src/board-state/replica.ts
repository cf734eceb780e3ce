import type { Change } from "@retro/contract/changes";
import type { Board, Item, TreeItem } from "@retro/contract/entities";
import { applyChange, type BoardView, restrict } from "@retro/rules/apply";
import { isFacilitator } from "@retro/rules/gates";
import { revealsTo } from "@retro/rules/present";
import { absorb, sameItem } from "./absorb.ts";
import { createStamps } from "./stamps.ts";

/** News of one version. `whole`: presented for this user (own answers, the own channel); else for everyone on the board. */
export interface VersionNews {
  readonly kind: "version";
  readonly version: number;
  readonly changes: readonly Change[];
  readonly whole: boolean;
}
/** The answer of `changes?since=`: everything up to a version, for this user. */
export interface CatchUpNews {
  readonly kind: "catch-up";
  readonly version: number;
  readonly changes: readonly Change[];
}
/** A load of the board; each part has its version. After a reveal only the items are loaded. */
export interface SnapshotNews {
  readonly kind: "snapshot";
  readonly board: Board | null;
  readonly items: { readonly tree: readonly TreeItem[]; readonly version: number };
  readonly mine: { readonly ids: readonly string[]; readonly version: number } | null;
}
export type News = VersionNews | CatchUpNews | SnapshotNews;

/** The confirmed view of one board: what the server said, in the order of its versions [Y2]. No I/O. */
export interface Replica {
  /** Null until the first load. */
  view: () => BoardView | null;
  /** Everything up to here is known for sure, what only this user may see included: `changes?since=` asks from here. */
  sure: () => number;
  /** Versions have arrived whose predecessors have not. */
  hasGap: () => boolean;
  /** @returns whether the session's change now shows this user what was withheld before: a reload of the items is due */
  take: (news: News) => { revealed: boolean };
  /** The server's data went back in time (a restored backup): the next load counts, whatever its version. */
  forget: () => void;
  /** While an answer is under way, what is known of versions must not be forgotten. */
  flying: (by: number) => void;
}

/** @param me the user's id */
export function createReplica(me: string): Replica {
  let view: BoardView | null = null;
  let stamps = createStamps();
  const inbox = new Map<number, VersionNews>();
  /** Versions of which there may be more to know for this user than has arrived. */
  const doubtful = new Set<number>();
  let inFlight = 0;

  const sure = () => {
    if (!view) return 0;
    let least = view.version + 1;
    for (const version of doubtful) least = Math.min(least, version);
    return least - 1;
  };

  function absorbAll(version: number, changes: readonly Change[]): boolean {
    let next = view as BoardView;
    const before = next.session;
    for (const change of changes) next = absorb(next, stamps, version, change);
    view = next;
    return before !== next.session && revealsTo(before, next.session, me);
  }

  function advance(version: number): void {
    if (view && version > view.version) view = { ...view, version };
  }

  /** What is ahead of the view and now in turn. */
  function drain(): boolean {
    let revealed = false;
    for (let next = view && inbox.get(view.version + 1); view && next; next = inbox.get(view.version + 1)) {
      inbox.delete(next.version);
      if (!next.whole && mayHoldMore(view, next.changes)) doubtful.add(next.version);
      revealed = absorbAll(next.version, next.changes) || revealed;
      advance(next.version);
    }
    if (view) for (const version of inbox.keys()) if (version <= view.version) inbox.delete(version);
    if (inFlight === 0 && doubtful.size === 0 && view) stamps.prune(view.version);
    return revealed;
  }

  function takeVersion(news: VersionNews): boolean {
    if (!view || news.version > view.version) {
      if (news.whole || !inbox.has(news.version)) inbox.set(news.version, news);
      return drain();
    }
    // For a version that is known already, only data that just this user may see still counts; the rest is old.
    if (!news.whole || !doubtful.delete(news.version)) return false;
    return absorbAll(news.version, news.changes);
  }

  function takeCatchUp(news: CatchUpNews): boolean {
    if (!view || news.version < sure()) return false;
    const revealed = absorbAll(news.version, news.changes);
    advance(news.version);
    for (const version of doubtful) if (version <= news.version) doubtful.delete(version);
    return drain() || revealed;
  }

  function takeSnapshot({ board, items, mine }: SnapshotNews): boolean {
    if (!view) {
      if (!board || !mine) return false;
      view = firstView(me, board);
    }
    const before = view.session;
    const at = items.version;
    // The session first: what it no longer withholds must get in.
    if (board) {
      const { title, description, facilitator_id, facilitator_options, timer, version } = board;
      if (version >= stamps.head) view = { ...view, head: { title, description } };
      if (version >= stamps.session)
        view = { ...view, session: { facilitator_id, facilitator_options, timer } };
      stamps.head = Math.max(stamps.head, version);
      stamps.session = Math.max(stamps.session, version);
    }
    const old = view;
    const next = new Map<string, Item>();
    const fresh = new Map(flatten(items.tree).map((item) => [item.id, item]));
    // Those of a version past the snapshot stay as they are known; the rest is as the snapshot says.
    for (const [id, known] of old.items) if (fresh.has(id) || stamps.put(id) > at) next.set(id, known);
    view = { ...old, items: next };
    for (const item of fresh.values()) view = putLoaded(view, stamps, at, item);
    if (sameItems(view.items, old.items)) view = { ...view, items: old.items };
    stamps.setAll("put", at);
    if (mine) {
      const kept = [...view.mine].filter((id) => stamps.mine(id) > mine.version);
      const loaded = mine.ids.filter((id) => stamps.mine(id) <= mine.version);
      view = { ...view, mine: new Set([...kept, ...loaded]) };
      stamps.setAll("mine", mine.version);
    }
    view = restrict(view);
    if (board && mine) {
      const version = Math.min(board.version, at, mine.version);
      advance(version);
      for (const each of doubtful) if (each <= version) doubtful.delete(each);
    }
    const revealed = board !== null && at < board.version && revealsTo(before, view.session, me);
    return drain() || revealed;
  }

  return {
    view: () => view,
    sure,
    hasGap: () => inbox.size > 0,
    take(news) {
      if (news.kind === "version") return { revealed: takeVersion(news) };
      return { revealed: news.kind === "catch-up" ? takeCatchUp(news) : takeSnapshot(news) };
    },
    forget() {
      view = null;
      stamps = createStamps();
      inbox.clear();
      doubtful.clear();
    },
    flying(by) {
      inFlight += by;
    },
  };
}

function firstView(me: string, board: Board): BoardView {
  const { title, description, facilitator_id, facilitator_options, timer } = board;
  return {
    me,
    version: 0,
    head: { title, description },
    session: { facilitator_id, facilitator_options, timer },
    items: new Map(),
    mine: new Set(),
  };
}

/** A loaded item; in place, because a load touches all of them. */
function putLoaded(
  view: BoardView,
  stamps: ReturnType<typeof createStamps>,
  version: number,
  item: Item,
): BoardView {
  const items = view.items as Map<string, Item>;
  if (!items.has(item.id) && stamps.put(item.id) > version) return view;
  const merged = absorb(
    { ...view, items: new Map(items.has(item.id) ? [[item.id, items.get(item.id) as Item]] : []) },
    stamps,
    version,
    {
      type: "item.put",
      item,
    },
  ).items.get(item.id);
  if (merged) items.set(item.id, merged);
  return view;
}

function sameItems(a: BoardView["items"], b: BoardView["items"]): boolean {
  if (a.size !== b.size) return false;
  for (const [id, item] of a) {
    const other = b.get(id);
    if (!other || !sameItem(item, other)) return false;
  }
  return true;
}

function flatten(tree: readonly TreeItem[]): Item[] {
  const items: Item[] = [];
  const walk = (nodes: readonly TreeItem[]): void => {
    for (const { _lft, _rgt, children, ...item } of nodes) {
      items.push(item);
      walk(children);
    }
  };
  walk(tree);
  return items;
}

/** Could the user's own channel tell more of this version than the board's does? */
function mayHoldMore(view: BoardView, changes: readonly Change[]): boolean {
  const over = isFacilitator(view.session, view.me);
  return changes.some((change) => {
    switch (change.type) {
      case "tick":
      case "votes.put":
        // A vote may be this user's own, put in another tab.
        return true;
      case "item.put": {
        const { item } = change;
        if (item.kind !== "sticker") return false;
        const maybeOwn =
          item.user_id === view.me || (item.user_id === null && view.items.get(item.id)?.user_id == null);
        return (
          (item.hidden && (over || maybeOwn)) ||
          (item.user_id === null && maybeOwn) ||
          (item.votes === null && over)
        );
      }
      case "item.deleted":
      case "board.put":
      case "session.put":
      case "votes.reset":
      case "vote.mine":
        return false;
      default:
        return change satisfies never;
    }
  });
}

/** Would this news withhold something that is on screen now? Then it cannot wait. */
export function withholds(news: News, view: BoardView | null): boolean {
  if (!view) return false;
  const sessions =
    news.kind === "snapshot"
      ? [news.board]
      : news.changes.map((c) => (c.type === "session.put" ? c.session : null));
  return sessions.some(
    (session) =>
      session !== null &&
      applyChange(view, {
        type: "session.put",
        session: {
          facilitator_id: session.facilitator_id,
          facilitator_options: session.facilitator_options,
          timer: session.timer,
        },
      }).items !== view.items,
  );
}
