import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import {
  type Board,
  type BoardDetails,
  type Facilitation,
  idleTimer,
  type Item,
  type Person,
} from "@retro/contract/entities";
import { channels, eventNames } from "@retro/contract/events";
import { noOptions } from "@retro/contract/facilitator-options";
import {
  presentAction,
  presentChange,
  presentItem,
  privilegedAudiences,
  type UnredactedChange,
} from "@retro/rules/present";
import { buildTree, childrenOf, makeOrderKeys } from "@retro/rules/tree";
import { createModelChangeLog } from "./modelChangeLog.ts";
import { RefusalError } from "./refusalError.ts";

export interface Caller {
  id: string;
  socketId: string | undefined;
}
export type Broadcast = (channel: string, event: string, data: unknown, except: string | undefined) => void;

/** The data and the meta of an answer. */
export interface ModelAnswer {
  data: unknown;
  meta: unknown;
}

export const boardId = "board";

/** The model server's board: its tables, its change log, and what each user may read of them. */
export class ModelBoard {
  version = 1;
  head: BoardDetails = { title: "Retro", description: "" };
  facilitation: Facilitation = { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer };
  /** As if the server were newer: catch-ups contain a change of a type that this page does not know. */
  sendsUnknownChange = false;
  /** How many versions back the change log reaches. */
  logLength = 400;
  readonly items = new Map<string, Item>();
  /** Ids of the users who voted, by item. */
  readonly votes = new Map<string, Set<string>>();
  readonly columns: string[] = [];
  /** Deleted stickers that a user can restore: who deleted them, they and what was nested in them, and who voted. */
  readonly restorable = new Map<string, { by: string; items: Item[]; votes: Map<string, Set<string>> }>();
  readonly actions = new Map<string, Action>();
  /** Deleted actions, and who deleted them. */
  readonly restorableActions = new Map<string, { by: string; action: Action }>();
  /** Ids of all stickers and actions that were ever deleted. */
  readonly deleted = new Set<string>();
  /** Who put each item last, and in which version. */
  readonly lastPut = new Map<string, { by: string; version: number }>();
  /** The deletions of single stickers: who deleted which, and who had put what was deleted last. */
  readonly deletions: { by: string; id: string; puts: { by: string; version: number }[] }[] = [];
  readonly clock: () => number;
  readonly #people: readonly Person[];
  readonly #broadcast: Broadcast;
  readonly #log = createModelChangeLog();

  constructor(people: readonly Person[], clock: () => number, broadcast: Broadcast) {
    this.#people = people;
    this.clock = clock;
    this.#broadcast = broadcast;
    for (const section of ["s1", "s2"]) {
      this.insertItem(section, "section", null, section);
      for (const n of [1, 2, 3]) {
        this.columns.push(`${section}c${n}`);
        this.insertItem(`${section}c${n}`, "column", section, null);
      }
    }
  }

  insertItem(id: string, kind: Item["kind"], parent: string | null, title: string | null): void {
    const last = childrenOf(this.items, parent).at(-1)?.order ?? null;
    this.items.set(id, {
      id,
      board_id: boardId,
      parent_id: parent,
      kind,
      order: makeOrderKeys(1, last)[0] as string,
      user_id: null,
      title,
      style: {},
      created_at: new Date(this.clock()).toISOString(),
      rev: 1,
      votes: null,
      hidden: false,
    });
  }

  withVotes(item: Item): Item {
    return { ...item, votes: item.kind === "sticker" ? (this.votes.get(item.id)?.size ?? 0) : null };
  }

  votedIdsOf(userId: string): string[] {
    return [...this.votes].filter(([, users]) => users.has(userId)).map(([id]) => id);
  }

  /** The item as this user may see it. */
  itemFor(userId: string, item: Item): Item {
    return presentItem(this.withVotes(item), this.facilitation, userId);
  }

  /** Commits the changes as a new version, sends the events, and returns the caller's answer. */
  commit(caller: Caller, data: unknown, changes: UnredactedChange[], event = "items"): ModelAnswer {
    if (changes.length === 0) return { data, meta: { version: this.version, changes: [] } };
    this.version += 1;
    this.#log.add(this.version, caller.id, changes);
    for (const change of changes)
      if (change.type === "item.put")
        this.lastPut.set(change.item.id, { by: caller.id, version: this.version });
    for (const change of changes)
      if (change.type === "item.deleted" || change.type === "action.deleted")
        for (const id of change.ids) this.deleted.add(id);
    const { version, facilitation } = this;
    const changesFor = (audience: string | null): Change[] =>
      changes.flatMap((change) => presentChange(change, facilitation, audience));
    this.#sendToBoard(event, changesFor(null), caller.socketId);
    for (const id of privilegedAudiences(changes, facilitation)) {
      const own = { board_id: boardId, version, changes: changesFor(id) };
      this.#broadcast(channels.user(id), eventNames.userItems, own, caller.socketId);
    }
    return { data, meta: { version, changes: changesFor(caller.id) } };
  }

  /** @param event `items`, `board`, or the name of an event of the facilitation */
  #sendToBoard(event: string, changes: Change[], except: string | undefined): void {
    const { version } = this;
    const presence = channels.presence(boardId);
    if (event === "items") this.#broadcast(presence, eventNames.items, { version, changes }, except);
    else if (event === "board")
      this.#broadcast(presence, eventNames.board, { version, board: this.boardNow(), changes }, except);
    else {
      const state = { ...this.facilitation, version, serverTime: this.clock() };
      this.#broadcast(channels.facilitation(boardId), event, state, except);
    }
  }

  boardNow(): Board {
    const sections = childrenOf(this.items, null).map(({ id, title }) => ({ id, title: title ?? "" }));
    return {
      id: boardId,
      ...this.head,
      ...this.facilitation,
      sections,
      ...(this.actions.size > 0 && { action_count: this.actions.size }),
      version: this.version,
      serverTime: this.clock(),
    };
  }

  /** Answers a read. @param path below the board's @throws RefusalError */
  get(caller: Caller, path: string): ModelAnswer {
    const { version } = this;
    if (path === "") return { data: this.boardNow(), meta: undefined };
    if (path === "/items") return { data: buildTree(this.#itemsFor(caller.id)), meta: { version } };
    if (path === "/items/votes")
      return {
        data: this.votedIdsOf(caller.id).map((id) => ({ id, item_id: id, _lft: 0, _rgt: 0 })),
        meta: { version, counts: null },
      };
    if (path === "/actions") return { data: this.#actionsFor(caller.id), meta: { version } };
    if (path === "/users-options") return { data: this.#people, meta: undefined };
    const since = /^\/changes\?since=(\d+)$/.exec(path)?.[1];
    if (since === undefined) throw new RefusalError(404);
    return { data: this.#changesSince(caller, Number(since)), meta: undefined };
  }

  /** What others have changed after a version; null if the log does not reach back so far. */
  changesByOthers(since: number, userId: string) {
    return this.version - since > this.logLength ? null : this.#log.byOthers(since, this.version, userId);
  }

  /** What this user should see. */
  expectedFor(userId: string) {
    return {
      version: this.version,
      head: this.head,
      facilitation: this.facilitation,
      items: this.#itemsFor(userId),
      actions: this.#actionsFor(userId),
      mine: this.votedIdsOf(userId),
    };
  }

  #itemsFor(userId: string): Item[] {
    return [...this.items.values()].map((item) => this.itemFor(userId, item));
  }

  #actionsFor(userId: string): Action[] {
    const actions = [...this.actions.values()].toSorted((a, b) => (a.order < b.order ? -1 : 1));
    return actions.map((action) => presentAction(action, this.facilitation, userId));
  }

  #changesSince(caller: Caller, since: number): unknown {
    const { version } = this;
    const missed = this.#log.since(since, version);
    if (missed === null || version - since > this.logLength) return { reload: true };
    const changes: Change[] = [];
    if (missed.facilitation) changes.push({ type: "session.put", session: this.facilitation });
    if (missed.head) changes.push({ type: "board.put", board: this.head });
    if (missed.reset) changes.push({ type: "votes.reset" });
    for (const id of missed.ids) {
      const item = this.items.get(id);
      if (!item) changes.push({ type: "item.deleted", ids: [id] });
      else {
        changes.push({ type: "item.put", item: this.itemFor(caller.id, item) });
        const voted = this.votes.get(id)?.has(caller.id) ?? false;
        if (missed.wasDeleted(id) || missed.hasVoteBy(caller.id))
          changes.push({ type: "vote.mine", item_id: id, voted });
      }
    }
    for (const id of missed.actionIds) {
      const action = this.actions.get(id);
      changes.push(
        action
          ? { type: "action.put", action: presentAction(action, this.facilitation, caller.id) }
          : { type: "action.deleted", ids: [id] },
      );
    }
    const sentChanges: unknown[] = this.sendsUnknownChange ? [...changes, { type: "item.sparkle" }] : changes;
    return { version, changes: sentChanges, serverTime: this.clock() };
  }
}
