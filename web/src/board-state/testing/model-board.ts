import type { Change } from "@retro/contract/changes";
import {
  type Board,
  type Item,
  idleTimer,
  noOptions,
  type Person,
  type SessionState,
} from "@retro/contract/entities";
import { channels, eventNames } from "@retro/contract/events";
import { presentChange, presentItem, privilegedAudiences, type WholeChange } from "@retro/rules/present";
import { buildTree, childrenOf, orderAt } from "@retro/rules/tree";
import { Refused } from "./refused.ts";

export interface Caller {
  id: string;
  socketId: string | undefined;
}
export type Broadcast = (channel: string, event: string, data: unknown, except: string | undefined) => void;

/** What one version changed. */
interface Touched {
  version: number;
  ids: Set<string>;
  deleted: boolean;
  voter: string | null;
  head: boolean;
  session: boolean;
  reset: boolean;
}

export const boardId = "board";

/** The model server's board: its tables, its change log, and what each user may read of them. */
export type ModelBoard = ReturnType<typeof createModelBoard>;

export function createModelBoard(people: readonly Person[], clock: () => number, broadcast: Broadcast) {
  const items = new Map<string, Item>();
  const votes = new Map<string, Set<string>>();
  const log: Touched[] = [];
  const deleted = new Set<string>();
  const board = {
    version: 1,
    head: { title: "Retro", description: "" },
    session: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer } as SessionState,
    /** A newer server: its catch-ups hold a change of a type that this page does not know. */
    sparkle: false,
    /** Only so many versions back does the log reach. */
    logReach: 400,
  };

  const plant = (id: string, kind: Item["kind"], parent: string | null, title: string | null) =>
    items.set(id, {
      id,
      board_id: boardId,
      parent_id: parent,
      kind,
      order: orderAt(childrenOf(items, parent), Number.MAX_SAFE_INTEGER),
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
    plant(section, "section", null, section);
    for (const n of [1, 2, 3]) {
      columns.push(`${section}c${n}`);
      plant(`${section}c${n}`, "column", section, null);
    }
  }

  const whole = (item: Item): Item => ({
    ...item,
    votes: item.kind === "sticker" ? (votes.get(item.id)?.size ?? 0) : null,
  });
  const mineOf = (userId: string) => [...votes].filter(([, users]) => users.has(userId)).map(([id]) => id);

  /** Commits what was done, tells the others, and gives the caller's own answer. */
  function commit(
    caller: Caller,
    data: unknown,
    changes: WholeChange[],
    event = "items",
  ): { data: unknown; meta: unknown } {
    if (changes.length === 0) return { data, meta: { version: board.version, changes: [] } };
    board.version += 1;
    const { version, session } = board;
    const entry: Touched = {
      version,
      ids: new Set(),
      deleted: false,
      voter: null,
      head: false,
      session: false,
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
      else if (change.type === "session.put") entry.session = true;
      else entry.reset = true;
    }
    log.push(entry);
    const told = (audience: string | null): Change[] =>
      changes.flatMap((change) => presentChange(change, session, audience));
    const presence = channels.presence(boardId);
    if (event === "items")
      broadcast(presence, eventNames.items, { version, changes: told(null) }, caller.socketId);
    else if (event === "board")
      broadcast(
        presence,
        eventNames.board,
        { version, board: boardNow(), changes: told(null) },
        caller.socketId,
      );
    else
      broadcast(
        channels.session(boardId),
        event,
        { ...session, version, serverTime: clock() },
        caller.socketId,
      );
    for (const id of privilegedAudiences(changes, session))
      broadcast(
        channels.user(id),
        eventNames.mine,
        { board_id: boardId, version, changes: told(id) },
        caller.socketId,
      );
    return { data, meta: { version, changes: told(caller.id) } };
  }

  function boardNow(): Board {
    const sections = childrenOf(items, null).map(({ id, title }) => ({ id, title: title ?? "" }));
    return {
      id: boardId,
      ...board.head,
      ...board.session,
      sections,
      version: board.version,
      serverTime: clock(),
    };
  }

  function changesSince(caller: Caller, since: number): unknown {
    const { version, head, session } = board;
    if (
      since > version ||
      log.filter((entry) => entry.version > since).length !== version - since ||
      version - since > board.logReach
    )
      return { reload: true };
    const missed = log.filter((entry) => entry.version > since);
    const changes: Change[] = [];
    if (missed.some((entry) => entry.session)) changes.push({ type: "session.put", session });
    if (missed.some((entry) => entry.head)) changes.push({ type: "board.put", board: head });
    if (missed.some((entry) => entry.reset)) changes.push({ type: "votes.reset" });
    for (const id of new Set(missed.flatMap((entry) => [...entry.ids]))) {
      const item = items.get(id);
      if (!item) changes.push({ type: "item.deleted", ids: [id] });
      else {
        changes.push({ type: "item.put", item: presentItem(whole(item), session, caller.id) });
        const reborn = missed.some((entry) => entry.deleted && entry.ids.has(id));
        if (reborn || missed.some((entry) => entry.voter === caller.id))
          changes.push({ type: "vote.mine", item_id: id, voted: votes.get(id)?.has(caller.id) ?? false });
      }
    }
    const told: unknown[] = board.sparkle ? [...changes, { type: "item.sparkle" }] : changes;
    return { version, changes: told, serverTime: clock() };
  }

  function get(caller: Caller, path: string): { data: unknown; meta: unknown } {
    if (path === "") return { data: boardNow(), meta: undefined };
    if (path === "/items")
      return {
        data: buildTree(
          [...items.values()].map((item) => presentItem(whole(item), board.session, caller.id)),
        ),
        meta: { version: board.version },
      };
    if (path === "/items/votes")
      return {
        data: mineOf(caller.id).map((id) => ({ id, item_id: id, _lft: 0, _rgt: 0 })),
        meta: { version: board.version, counts: null },
      };
    if (path === "/users-options") return { data: people, meta: undefined };
    const since = /^\/changes\?since=(\d+)$/.exec(path)?.[1];
    if (since === undefined) throw new Refused(404);
    return { data: changesSince(caller, Number(since)), meta: undefined };
  }

  return Object.assign(board, {
    items,
    votes,
    columns,
    deleted,
    plant,
    whole,
    mineOf,
    commit,
    boardNow,
    get,
    truth: (userId: string) => ({
      version: board.version,
      head: board.head,
      session: board.session,
      items: [...items.values()].map((item) => presentItem(whole(item), board.session, userId)),
      mine: mineOf(userId),
    }),
  });
}
