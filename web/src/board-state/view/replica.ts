import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import {
  applyChange,
  type BoardView,
  ownVotesOf,
  scrubWithheldData,
  withOwnVotes,
} from "@retro/rules/apply-change";
import { pickFacilitation } from "@retro/rules/facilitation";
import { isFacilitator } from "@retro/rules/permissions";
import { revealsTo } from "@retro/rules/present";
import { tellsOwnReactions } from "@retro/rules/reactions";
import { applyVersionedChange } from "./applyVersionedChange.ts";
import { mergeLoadedItems } from "./loadedItems.ts";
import { mergeLoadedActions } from "./versionedActions.ts";
import { PartVersions } from "./partVersions.ts";

/** `isPersonal`: presented for this user (answers, the user's channel), else for everyone on the board. */
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
  readonly mine: {
    readonly ids: readonly string[];
    /** The sections of votes whose stickers have moved since [V2]. */
    readonly givenIn?: Readonly<Record<string, string>>;
    readonly version: number;
  } | null;
  /** Left out when they were not loaded, or the board has none. */
  readonly actions?: LoadedActions;
}
export interface LoadedActions {
  readonly list: readonly Action[];
  readonly version: number;
}
/** A load of the actions alone, which does not delay the first view. */
export interface ActionsUpdate {
  readonly kind: "actions";
  readonly actions: LoadedActions;
}
export type BoardUpdate = VersionUpdate | CatchUpUpdate | SnapshotUpdate | ActionsUpdate;

/** The confirmed view of one board: the server's changes, in the order of versions [Y2]. No I/O. */
export class Replica {
  readonly #me: string;
  #view: BoardView | null = null;
  #versions = new PartVersions();
  /** Versions whose predecessor is missing. */
  readonly #earlyVersions = new Map<number, VersionUpdate>();
  /** Versions of which this user may see more than has arrived. */
  readonly #incompleteVersions = new Set<number>();
  #inFlight = 0;

  constructor(me: string) {
    this.#me = me;
  }

  view(): BoardView | null {
    return this.#view;
  }

  /** The view contains everything up to this version, including what only this user may see. */
  completeVersion(): number {
    if (!this.#view) return 0;
    let firstIncomplete = this.#view.version + 1;
    for (const version of this.#incompleteVersions) firstIncomplete = Math.min(firstIncomplete, version);
    return firstIncomplete - 1;
  }

  hasGap(): boolean {
    return this.#earlyVersions.size > 0;
  }

  /** @returns `revealed`: text that was withheld is shown now, and the items must be loaded again */
  applyUpdate(update: BoardUpdate): { revealed: boolean } {
    if (update.kind === "version") return { revealed: this.#applyVersionUpdate(update) };
    if (update.kind === "actions") {
      const { list, version } = update.actions;
      if (this.#view) this.#view = mergeLoadedActions(this.#view, this.#versions, list, version);
      return { revealed: false };
    }
    return {
      revealed: update.kind === "catch-up" ? this.#applyCatchUp(update) : this.#applySnapshot(update),
    };
  }

  /** The server's data went back in time (a restored backup): the next load counts whatever its version. */
  reset(): void {
    this.#view = null;
    this.#versions = new PartVersions();
    this.#earlyVersions.clear();
    this.#incompleteVersions.clear();
  }

  /** Part versions are not pruned while answers are in flight: they may contain older parts. */
  addInFlight(by: number): void {
    this.#inFlight += by;
  }

  #applyVersionUpdate(update: VersionUpdate): boolean {
    const { version, changes, isPersonal } = update;
    if (!this.#view || version > this.#view.version) {
      if (isPersonal || !this.#earlyVersions.has(version)) this.#earlyVersions.set(version, update);
      return this.#applyInOrder();
    }
    // Of a version that is known already, only what this user alone may see is new.
    if (!isPersonal || !this.#incompleteVersions.delete(version)) return false;
    return this.#applyChanges(this.#view, version, changes);
  }

  #applyCatchUp({ version, changes }: CatchUpUpdate): boolean {
    if (!this.#view || version < this.completeVersion()) return false;
    const revealed = this.#applyChanges(this.#view, version, changes);
    this.#raiseVersion(version);
    this.#completeUpTo(version);
    return this.#applyInOrder() || revealed;
  }

  #applySnapshot({ board, items, mine, actions }: SnapshotUpdate): boolean {
    if (!this.#view && (!board || !mine)) return false;
    let view = this.#view ?? emptyView(this.#me, board as Board);
    const before = view.facilitation;
    // Facilitation first: the items must be let in under the new options.
    if (board) view = this.#withLoadedBoard(view, board);
    view = mergeLoadedItems(view, this.#versions, items.tree, items.version);
    if (mine) view = this.#withLoadedVotes(view, mine);
    // The board's number of actions is 0.
    const none = board && !board.action_count ? { list: [], version: board.version } : undefined;
    const loaded = actions ?? none;
    if (loaded) view = mergeLoadedActions(view, this.#versions, loaded.list, loaded.version);
    this.#view = scrubWithheldData(view);
    if (board && mine) {
      const version = Math.min(board.version, items.version, mine.version);
      this.#raiseVersion(version);
      this.#completeUpTo(version);
    }
    const revealed =
      board !== null && items.version < board.version && revealsTo(before, view.facilitation, this.#me);
    return this.#applyInOrder() || revealed;
  }

  #withLoadedBoard(old: BoardView, board: Board): BoardView {
    const { title, description, version } = board;
    const versions = this.#versions;
    let view = old;
    if (version >= versions.details) view = { ...view, details: { title, description } };
    if (version >= versions.facilitation) view = { ...view, facilitation: pickFacilitation(board) };
    versions.details = Math.max(versions.details, version);
    versions.facilitation = Math.max(versions.facilitation, version);
    return view;
  }

  #withLoadedVotes(
    view: BoardView,
    { ids, givenIn, version }: NonNullable<SnapshotUpdate["mine"]>,
  ): BoardView {
    const versions = this.#versions;
    const kept = ownVotesOf(view).filter((id) => versions.of("ownVotes", id) > version);
    const loaded = ids.filter((id) => versions.of("ownVotes", id) <= version);
    versions.setAll("ownVotes", version);
    const sections = Object.fromEntries(Object.entries(givenIn ?? {}).filter(([id]) => loaded.includes(id)));
    return withOwnVotes(view, [...kept, ...loaded], sections);
  }

  /** @returns whether the changes revealed text */
  #applyChanges(view: BoardView, version: number, changes: readonly Change[]): boolean {
    let next = view;
    for (const change of changes) next = applyVersionedChange(next, this.#versions, version, change);
    this.#view = next;
    return (
      view.facilitation !== next.facilitation && revealsTo(view.facilitation, next.facilitation, this.#me)
    );
  }

  /** Applies the early versions that directly follow the view. @returns whether one of them revealed text */
  #applyInOrder(): boolean {
    let revealed = false;
    for (let next = this.#nextVersion(); this.#view && next; next = this.#nextVersion()) {
      const { version, changes, isPersonal } = next;
      this.#earlyVersions.delete(version);
      if (!isPersonal && mayBeIncomplete(this.#view, changes)) this.#incompleteVersions.add(version);
      revealed = this.#applyChanges(this.#view, version, changes) || revealed;
      this.#raiseVersion(version);
    }
    if (this.#view) this.#forgetOldVersions(this.#view.version);
    return revealed;
  }

  #nextVersion(): VersionUpdate | undefined {
    return this.#view ? this.#earlyVersions.get(this.#view.version + 1) : undefined;
  }

  #raiseVersion(version: number): void {
    if (this.#view && version > this.#view.version) this.#view = { ...this.#view, version };
  }

  #completeUpTo(version: number): void {
    for (const each of this.#incompleteVersions) if (each <= version) this.#incompleteVersions.delete(each);
  }

  #forgetOldVersions(version: number): void {
    for (const early of this.#earlyVersions.keys()) if (early <= version) this.#earlyVersions.delete(early);
    if (this.#inFlight === 0 && this.#incompleteVersions.size === 0) this.#versions.prune(version);
  }
}

function emptyView(me: string, board: Board): BoardView {
  const { title, description } = board;
  return {
    userId: me,
    version: 0,
    details: { title, description },
    facilitation: pickFacilitation(board),
    items: new Map(),
    votedIds: new Set(),
    actions: new Map(),
  };
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
          (item.votes === null && facilitates) ||
          !tellsOwnReactions(item.reactions)
        );
      }
      case "action.put": {
        const { user_id, source_user_id, hidden } = change.action;
        const maybeOwn = [user_id, source_user_id].some((id) => id === null || id === view.userId);
        const hidesAuthors = view.facilitation.facilitator_options.avatars === "hide";
        return (hidden && (facilitates || maybeOwn)) || (hidesAuthors && user_id === null);
      }
      case "item.deleted":
      case "action.deleted":
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

/** What withholds something on screen must not wait for the end of a drag [H1]. */
export function hidesShownContent(update: BoardUpdate, view: BoardView | null): boolean {
  if (!view) return false;
  if (update.kind === "actions") return false;
  const facilitations =
    update.kind === "snapshot"
      ? [update.board]
      : update.changes.map((c) => (c.type === "session.put" ? c.session : null));
  return facilitations.some((facilitation) => {
    if (facilitation === null) return false;
    const { facilitator_id, facilitator_options, timer } = facilitation;
    const session = { facilitator_id, facilitator_options, timer };
    const after = applyChange(view, { type: "session.put", session });
    return after.items !== view.items || after.actions !== view.actions;
  });
}
