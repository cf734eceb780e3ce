import type { Change } from "@retro/contract/changes";
import { type Board, type Item, idleTimer, type Person, type Facilitation } from "@retro/contract/entities";
import { noOptions } from "@retro/contract/facilitator-options";
import { channels, eventNames } from "@retro/contract/events";
import { presentChange, presentItem, privilegedAudiences, type UnredactedChange } from "@retro/rules/present";
import { buildTree, childrenOf, orderKeyAt } from "@retro/rules/tree";
import { RefusalError } from "./refusalError.ts";

export interface Caller {
  id: string;
  socketId: string | undefined;
}
export type Broadcast = (channel: string, event: string, data: unknown, except: string | undefined) => void;

/** What one version changed. */
interface LogEntry {
  version: number;
  ids: Set<string>;
  deleted: boolean;
  voter: string | null;
  head: boolean;
  facilitation: boolean;
  reset: boolean;
}

export const boardId = "board";

/** The model server's board: its tables, its change log, and what each user may read of them. */
export type ModelBoard = ReturnType<typeof createModelBoard>;

export function createModelBoard(people: readonly Person[], clock: () => number, broadcast: Broadcast) {
  const items = new Map<string, Item>();
  const votes = new Map<string, Set<string>>();
  const log: LogEntry[] = [];
  const deleted = new Set<string>();
  const board = {
    version: 1,
    head: { title: "Retro", description: "" },
    facilitation: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer } as Facilitation,
    /** As if the server were newer: catch-ups contain a change of a type that this page does not know. */
    sendsUnknownChange: false,
    /** How many versions back the change log reaches. */
    logLength: 400,
  };

  const insertItem = (id: string, kind: Item["kind"], parent: string | null, title: string | null) =>
    items.set(id, {
      id,
      board_id: boardId,
      parent_id: parent,
      kind,
      order: orderKeyAt(childrenOf(items, parent), Number.MAX_SAFE_INTEGER),
      user_id: null,
      title,
      style: {},
      created_at: new Date(clock()).toISOString(),
      rev: 1,
      votes: null,
      hidden: false,
    });
  const columns: string[] = [];
  for (const section of ["s1", "s2"]) {
    insertItem(section, "section", null, section);
    for (const n of [1, 2, 3]) {
      columns.push(`${section}c${n}`);
      insertItem(`${section}c${n}`, "column", section, null);
    }
  }

  const withVotes = (item: Item): Item => ({
    ...item,
    votes: item.kind === "sticker" ? (votes.get(item.id)?.size ?? 0) : null,
  });
  const votedIdsOf = (userId: string) =>
    [...votes].filter(([, users]) => users.has(userId)).map(([id]) => id);

  /** Commits the changes as a new version, sends the events, and returns the caller's answer. */
  function commit(
    caller: Caller,
    data: unknown,
    changes: UnredactedChange[],
    event = "items",
  ): { data: unknown; meta: unknown } {
    if (changes.length === 0) return { data, meta: { version: board.version, changes: [] } };
    board.version += 1;
    const { version, facilitation } = board;
    const entry: LogEntry = {
      version,
      ids: new Set(),
      deleted: false,
      voter: null,
      head: false,
      facilitation: false,
      reset: false,
    };
    for (const change of changes) {
      if (change.type === "item.put") entry.ids.add(change.item.id);
      else if (change.type === "item.deleted") {
        entry.deleted = true;
        for (const id of change.ids) {
          entry.ids.add(id);
          deleted.add(id);
        }
      } else if (change.type === "vote") {
        entry.ids.add(change.item_id);
        entry.voter = change.user_id;
      } else if (change.type === "board.put") entry.head = true;
      else if (change.type === "session.put") entry.facilitation = true;
      else entry.reset = true;
    }
    log.push(entry);
    const changesFor = (audience: string | null): Change[] =>
      changes.flatMap((change) => presentChange(change, facilitation, audience));
    const presence = channels.presence(boardId);
    if (event === "items")
      broadcast(presence, eventNames.items, { version, changes: changesFor(null) }, caller.socketId);
    else if (event === "board")
      broadcast(
        presence,
        eventNames.board,
        { version, board: boardNow(), changes: changesFor(null) },
        caller.socketId,
      );
    else
      broadcast(
        channels.facilitation(boardId),
        event,
        { ...facilitation, version, serverTime: clock() },
        caller.socketId,
      );
    for (const id of privilegedAudiences(changes, facilitation))
      broadcast(
        channels.user(id),
        eventNames.userItems,
        { board_id: boardId, version, changes: changesFor(id) },
        caller.socketId,
      );
    return { data, meta: { version, changes: changesFor(caller.id) } };
  }

  function boardNow(): Board {
    const sections = childrenOf(items, null).map(({ id, title }) => ({ id, title: title ?? "" }));
    return {
      id: boardId,
      ...board.head,
      ...board.facilitation,
      sections,
      version: board.version,
      serverTime: clock(),
    };
  }

  function changesSince(caller: Caller, since: number): unknown {
    const { version, head, facilitation } = board;
    if (
      since > version ||
      log.filter((entry) => entry.version > since).length !== version - since ||
      version - since > board.logLength
    )
      return { reload: true };
    const missed = log.filter((entry) => entry.version > since);
    const changes: Change[] = [];
    if (missed.some((entry) => entry.facilitation))
      changes.push({ type: "session.put", session: facilitation });
    if (missed.some((entry) => entry.head)) changes.push({ type: "board.put", board: head });
    if (missed.some((entry) => entry.reset)) changes.push({ type: "votes.reset" });
    for (const id of new Set(missed.flatMap((entry) => [...entry.ids]))) {
      const item = items.get(id);
      if (!item) changes.push({ type: "item.deleted", ids: [id] });
      else {
        changes.push({ type: "item.put", item: presentItem(withVotes(item), facilitation, caller.id) });
        const addedAgain = missed.some((entry) => entry.deleted && entry.ids.has(id));
        if (addedAgain || missed.some((entry) => entry.voter === caller.id))
          changes.push({ type: "vote.mine", item_id: id, voted: votes.get(id)?.has(caller.id) ?? false });
      }
    }
    const sentChanges: unknown[] = board.sendsUnknownChange
      ? [...changes, { type: "item.sparkle" }]
      : changes;
    return { version, changes: sentChanges, serverTime: clock() };
  }

  function get(caller: Caller, path: string): { data: unknown; meta: unknown } {
    if (path === "") return { data: boardNow(), meta: undefined };
    if (path === "/items")
      return {
        data: buildTree(
          [...items.values()].map((item) => presentItem(withVotes(item), board.facilitation, caller.id)),
        ),
        meta: { version: board.version },
      };
    if (path === "/items/votes")
      return {
        data: votedIdsOf(caller.id).map((id) => ({ id, item_id: id, _lft: 0, _rgt: 0 })),
        meta: { version: board.version, counts: null },
      };
    if (path === "/users-options") return { data: people, meta: undefined };
    const since = /^\/changes\?since=(\d+)$/.exec(path)?.[1];
    if (since === undefined) throw new RefusalError(404);
    return { data: changesSince(caller, Number(since)), meta: undefined };
  }

  return Object.assign(board, {
    items,
    votes,
    columns,
    deleted,
    insertItem,
    withVotes,
    votedIdsOf,
    commit,
    boardNow,
    get,
    expectedFor: (userId: string) => ({
      version: board.version,
      head: board.head,
      facilitation: board.facilitation,
      items: [...items.values()].map((item) => presentItem(withVotes(item), board.facilitation, userId)),
      mine: votedIdsOf(userId),
    }),
  });
}
