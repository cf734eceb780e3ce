import type { Change } from "@retro/contract/changes";
import type { Board, Item, TreeItem } from "@retro/contract/entities";
import { applyChange, type BoardView, scrubWithheldData } from "@retro/rules/apply-change";
import { isFacilitator } from "@retro/rules/permissions";
import { revealsTo } from "@retro/rules/present";
import { applyVersionedChange, sameItem } from "./applyVersionedChange.ts";
import { createPartVersions } from "./partVersions.ts";

/** The changes of one version. `isPersonal`: presented for this user (answers, the user's channel), else for everyone on the board. */
export interface VersionUpdate {
  readonly kind: "version";
  readonly version: number;
  readonly changes: readonly Change[];
  readonly isPersonal: boolean;
}
/** The answer of `changes?since=`: everything up to a version, for this user. */
export interface CatchUpUpdate {
  readonly kind: "catch-up";
  readonly version: number;
  readonly changes: readonly Change[];
}
/** A load of the board; each part has its own version. After a reveal only the items are loaded. */
export interface SnapshotUpdate {
  readonly kind: "snapshot";
  readonly board: Board | null;
  readonly items: { readonly tree: readonly TreeItem[]; readonly version: number };
  readonly mine: { readonly ids: readonly string[]; readonly version: number } | null;
}
export type BoardUpdate = VersionUpdate | CatchUpUpdate | SnapshotUpdate;

/** The confirmed view of one board: what the server said, in the order of versions (rule Y2). No I/O. */
export interface Replica {
  /** Null until the first load. */
  view: () => BoardView | null;
  /** The view contains everything up to this version, including what only this user may see: `changes?since=` asks from here. */
  completeVersion: () => number;
  /** A version has arrived whose predecessor is missing. */
  hasGap: () => boolean;
  /** @returns `revealed`: a facilitation change shows this user text that was withheld; the items must be loaded again */
  applyUpdate: (news: BoardUpdate) => { revealed: boolean };
  /** Empties the view: the server's data went back in time (a restored backup), so the next load counts whatever its version. */
  reset: () => void;
  /** Counts answers in flight. Part versions are not pruned meanwhile, because an answer may contain older parts. */
  addInFlight: (by: number) => void;
}

/** @param me the user's id */
export function createReplica(me: string): Replica {
  let view: BoardView | null = null;
  let versions = createPartVersions();
  const earlyVersions = new Map<number, VersionUpdate>();
  /** Versions of which this user may see more than has arrived. */
  const incompleteVersions = new Set<number>();
  let inFlight = 0;

  const sure = () => {
    if (!view) return 0;
    let least = view.version + 1;
    for (const version of incompleteVersions) least = Math.min(least, version);
    return least - 1;
  };

  function applyChanges(version: number, changes: readonly Change[]): boolean {
    let next = view as BoardView;
    const before = next.facilitation;
    for (const change of changes) next = applyVersionedChange(next, versions, version, change);
    view = next;
    return before !== next.facilitation && revealsTo(before, next.facilitation, me);
  }

  function raiseVersion(version: number): void {
    if (view && version > view.version) view = { ...view, version };
  }

  /** Applies the early versions that directly follow the view. @returns whether one of them revealed text */
  function applyInOrder(): boolean {
    let revealed = false;
    for (
      let next = view && earlyVersions.get(view.version + 1);
      view && next;
      next = earlyVersions.get(view.version + 1)
    ) {
      earlyVersions.delete(next.version);
      if (!next.isPersonal && mayBeIncomplete(view, next.changes)) incompleteVersions.add(next.version);
      revealed = applyChanges(next.version, next.changes) || revealed;
      raiseVersion(next.version);
    }
    if (view)
      for (const version of earlyVersions.keys()) if (version <= view.version) earlyVersions.delete(version);
    if (inFlight === 0 && incompleteVersions.size === 0 && view) versions.prune(view.version);
    return revealed;
  }

  function applyVersionUpdate(news: VersionUpdate): boolean {
    if (!view || news.version > view.version) {
      if (news.isPersonal || !earlyVersions.has(news.version)) earlyVersions.set(news.version, news);
      return applyInOrder();
    }
    // Of a version that is known already, only what this user alone may see is new.
    if (!news.isPersonal || !incompleteVersions.delete(news.version)) return false;
    return applyChanges(news.version, news.changes);
  }

  function applyCatchUp(news: CatchUpUpdate): boolean {
    if (!view || news.version < sure()) return false;
    const revealed = applyChanges(news.version, news.changes);
    raiseVersion(news.version);
    for (const version of incompleteVersions) if (version <= news.version) incompleteVersions.delete(version);
    return applyInOrder() || revealed;
  }

  function applySnapshot({ board, items, mine }: SnapshotUpdate): boolean {
    if (!view) {
      if (!board || !mine) return false;
      view = emptyView(me, board);
    }
    const before = view.facilitation;
    const at = items.version;
    // Facilitation first: the items must be let in under the new options.
    if (board) {
      const { title, description, facilitator_id, facilitator_options, timer, version } = board;
      if (version >= versions.head) view = { ...view, details: { title, description } };
      if (version >= versions.facilitation)
        view = { ...view, facilitation: { facilitator_id, facilitator_options, timer } };
      versions.head = Math.max(versions.head, version);
      versions.facilitation = Math.max(versions.facilitation, version);
    }
    const old = view;
    const next = new Map<string, Item>();
    const fresh = new Map(flatten(items.tree).map((item) => [item.id, item]));
    // Items newer than the snapshot stay as they are; the snapshot replaces the rest.
    for (const [id, known] of old.items) if (fresh.has(id) || versions.item(id) > at) next.set(id, known);
    view = { ...old, items: next };
    for (const item of fresh.values()) view = putLoadedItem(view, versions, at, item);
    if (sameItems(view.items, old.items)) view = { ...view, items: old.items };
    versions.setAll("put", at);
    if (mine) {
      const kept = [...view.votedIds].filter((id) => versions.ownVote(id) > mine.version);
      const loaded = mine.ids.filter((id) => versions.ownVote(id) <= mine.version);
      view = { ...view, votedIds: new Set([...kept, ...loaded]) };
      versions.setAll("mine", mine.version);
    }
    view = scrubWithheldData(view);
    if (board && mine) {
      const version = Math.min(board.version, at, mine.version);
      raiseVersion(version);
      for (const each of incompleteVersions) if (each <= version) incompleteVersions.delete(each);
    }
    const revealed = board !== null && at < board.version && revealsTo(before, view.facilitation, me);
    return applyInOrder() || revealed;
  }

  return {
    view: () => view,
    completeVersion: sure,
    hasGap: () => earlyVersions.size > 0,
    applyUpdate(news) {
      if (news.kind === "version") return { revealed: applyVersionUpdate(news) };
      return { revealed: news.kind === "catch-up" ? applyCatchUp(news) : applySnapshot(news) };
    },
    reset() {
      view = null;
      versions = createPartVersions();
      earlyVersions.clear();
      incompleteVersions.clear();
    },
    addInFlight(by) {
      inFlight += by;
    },
  };
}

function emptyView(me: string, board: Board): BoardView {
  const { title, description, facilitator_id, facilitator_options, timer } = board;
  return {
    userId: me,
    version: 0,
    details: { title, description },
    facilitation: { facilitator_id, facilitator_options, timer },
    items: new Map(),
    votedIds: new Set(),
  };
}

/** Puts a loaded item into the view's map in place: copying the map for each item of a load would be quadratic. */
function putLoadedItem(
  view: BoardView,
  versions: ReturnType<typeof createPartVersions>,
  version: number,
  item: Item,
): BoardView {
  const items = view.items as Map<string, Item>;
  if (!items.has(item.id) && versions.item(item.id) > version) return view;
  const merged = applyVersionedChange(
    { ...view, items: new Map(items.has(item.id) ? [[item.id, items.get(item.id) as Item]] : []) },
    versions,
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
  const visit = (nodes: readonly TreeItem[]): void => {
    for (const { _lft, _rgt, children, ...item } of nodes) {
      items.push(item);
      visit(children);
    }
  };
  visit(tree);
  return items;
}

/** Whether the user's channel may contain more of this version than the board's channel. */
function mayBeIncomplete(view: BoardView, changes: readonly Change[]): boolean {
  const facilitates = isFacilitator(view.facilitation, view.userId);
  return changes.some((change) => {
    switch (change.type) {
      case "tick":
      case "votes.put":
        // This user may have put the vote in another tab.
        return true;
      case "item.put": {
        const { item } = change;
        if (item.kind !== "sticker") return false;
        const maybeOwn =
          item.user_id === view.userId || (item.user_id === null && view.items.get(item.id)?.user_id == null);
        return (
          (item.hidden && (facilitates || maybeOwn)) ||
          (item.user_id === null && maybeOwn) ||
          (item.votes === null && facilitates)
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

/** Whether the update withholds something that is on screen now: then it must not wait for the end of a drag (rule H1). */
export function hidesShownContent(news: BoardUpdate, view: BoardView | null): boolean {
  if (!view) return false;
  const facilitations =
    news.kind === "snapshot"
      ? [news.board]
      : news.changes.map((c) => (c.type === "session.put" ? c.session : null));
  return facilitations.some(
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
