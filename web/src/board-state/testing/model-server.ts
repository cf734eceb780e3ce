import type { Change } from "@retro/contract/changes";
import {
  type Board,
  type BoardHead,
  type Item,
  idleTimer,
  noOptions,
  type Person,
  type SessionState,
  type StickerStyle,
} from "@retro/contract/entities";
import { channels, eventNames } from "@retro/contract/events";
import {
  isFacilitator,
  isHiddenFrom,
  mayEditStickers,
  mayTouchSticker,
  type Refusal,
  seesCounts,
} from "@retro/rules/gates";
import { mergeStyle } from "@retro/rules/revision";
import { presentChange, presentItem, privilegedAudiences, type WholeChange } from "@retro/rules/present";
import { buildTree, childrenOf, orderAt, placeAt, placeFault, subtreeIds } from "@retro/rules/tree";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import type { Method } from "../api.ts";
import { facilitate, type SessionStep, setTimer } from "./model-session.ts";
import { Refused } from "./refused.ts";

export interface Caller {
  id: string;
  socketId: string | undefined;
}
export type Broadcast = (channel: string, event: string, data: unknown, except: string | undefined) => void;

interface NewSticker {
  id: string;
  title: string;
  style?: StickerStyle;
}

interface Touched {
  version: number;
  ids: Set<string>;
  deleted: boolean;
  voter: string | null;
  head: boolean;
  session: boolean;
  reset: boolean;
}

/** A call that the server carried out. */
export interface DoneCall {
  readonly caller: string;
  readonly method: Method;
  /** Below the board. */
  readonly path: string;
  readonly body: unknown;
  /** Of a move: where the sticker was. */
  readonly from: string | undefined;
}

/**
 * The truth that clients are held against: the contract's calls over the house's own rules and a tiny log, in memory, one call at a
 * time. Not the server's code: what both have in common is in `rules`.
 */
export interface ModelServer {
  readonly boardId: string;
  readonly columns: readonly string[];
  /** The answer of one call. @throws Refused */
  handle: (caller: Caller, method: Method, path: string, body: unknown) => { data: unknown; meta: unknown };
  /** What this user ought to see. */
  truth: (userId: string) => {
    version: number;
    head: BoardHead;
    session: SessionState;
    items: Item[];
    mine: string[];
  };
  /** Calls answered, by method and path below the board. */
  readonly asked: string[];
  /** Calls that changed something, in their order. */
  readonly done: readonly DoneCall[];
  /** Ids of stickers that were deleted at some time. */
  readonly deleted: ReadonlySet<string>;
  /** A newer server: its catch-ups hold a change of a type that this page does not know. */
  sparkle: boolean;
  /** Only so many versions back does the log reach. */
  logReach: number;
}

export function createModelServer(
  people: readonly Person[],
  clock: () => number,
  broadcast: Broadcast,
): ModelServer {
  const boardId = "board";
  const items = new Map<string, Item>();
  const votes = new Map<string, Set<string>>();
  const log: Touched[] = [];
  const asked: string[] = [];
  const deleted = new Set<string>();
  const done: DoneCall[] = [];
  let version = 1;
  let head: BoardHead = { title: "Retro", description: "" };
  let session: SessionState = { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer };

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
  const refuse = (code: Refusal) => {
    if (code !== null) throw new Refused(403, code);
  };

  /** Commits what was done, tells the others, and gives the caller's own answer. */
  function commit(
    caller: Caller,
    data: unknown,
    changes: WholeChange[],
    event = "items",
  ): { data: unknown; meta: unknown } {
    if (changes.length === 0) return { data, meta: { version, changes: [] } };
    version += 1;
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
    return { id: boardId, ...head, ...session, sections, version, serverTime: clock() };
  }

  function changesSince(caller: Caller, since: number): unknown {
    if (
      since > version ||
      log.filter((entry) => entry.version > since).length !== version - since ||
      version - since > server.logReach
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
    const told: unknown[] = server.sparkle ? [...changes, { type: "item.sparkle" }] : changes;
    return { version, changes: told, serverTime: clock() };
  }

  function get(caller: Caller, path: string): { data: unknown; meta: unknown } {
    if (path === "") return { data: boardNow(), meta: undefined };
    if (path === "/items")
      return {
        data: buildTree([...items.values()].map((item) => presentItem(whole(item), session, caller.id))),
        meta: { version },
      };
    if (path === "/items/votes")
      return {
        data: mineOf(caller.id).map((id) => ({ id, item_id: id, _lft: 0, _rgt: 0 })),
        meta: { version, counts: null },
      };
    if (path === "/users-options") return { data: people, meta: undefined };
    const since = /^\/changes\?since=(\d+)$/.exec(path)?.[1];
    if (since === undefined) throw new Refused(404);
    return { data: changesSince(caller, Number(since)), meta: undefined };
  }

  function add(caller: Caller, body: NewSticker & { parent_id: string }) {
    const { data, meta } = addAll(caller, body.parent_id, [body]);
    return { data: (data as Item[])[0], meta };
  }

  function addAll(caller: Caller, parentId: string, list: readonly NewSticker[]) {
    for (const { id } of list) {
      const known = items.get(id);
      if (known && known.user_id !== caller.id) throw new Refused(409, "id_taken");
    }
    const fresh = list.filter(({ id }) => !items.has(id));
    if (fresh.length > 0) {
      refuse(mayEditStickers(session, caller.id));
      if (placeFault(items, null, parentId)) throw new Refused(422, "invalid");
    }
    for (const { id, title, style } of fresh) {
      plant(id, "sticker", parentId, title);
      items.set(id, { ...(items.get(id) as Item), user_id: caller.id, style: style ?? {} });
    }
    return commit(
      caller,
      list.map(({ id }) => presentItem(whole(items.get(id) as Item), session, caller.id)),
      fresh.map(({ id }) => ({ type: "item.put" as const, item: whole(items.get(id) as Item) })),
    );
  }

  function edit(caller: Caller, id: string, body: { title?: string; style?: StickerStyle; rev?: number }) {
    const item = items.get(id);
    if (!item || item.kind === "column") throw new Refused(404);
    refuse(mayTouchSticker(session, item, caller.id));
    const shown = (each: Item) => presentItem(whole(each), session, caller.id);
    if (body.rev !== undefined && body.rev !== item.rev) throw new Refused(409, "conflict", shown(item));
    const title = body.title ?? item.title;
    const style = body.style ? mergeStyle(item, body.style) : item.style;
    if (title === item.title && JSON.stringify(style) === JSON.stringify(item.style))
      return commit(caller, shown(item), []);
    const edited = { ...item, title, style, rev: item.rev + 1 };
    items.set(id, edited);
    return commit(caller, shown(edited), [{ type: "item.put", item: whole(edited) }]);
  }

  function touchable(caller: Caller, id: string): Item {
    const item = items.get(id);
    if (item?.kind !== "sticker") throw new Refused(404);
    refuse(mayEditStickers(session, caller.id));
    for (const below of subtreeIds(items, id))
      if (isHiddenFrom(session, items.get(below) as Item, caller.id))
        throw new Refused(403, "content_hidden");
    return item;
  }

  function move(caller: Caller, body: { item_id: string; parent_id: string; after_id: string | null }) {
    const item = touchable(caller, body.item_id);
    if (placeFault(items, item.id, body.parent_id)) throw new Refused(422, "invalid");
    const siblings = childrenOf(items, body.parent_id);
    const others = siblings.filter((sibling) => sibling.id !== item.id);
    // The rule as the contract states it, not as rules/ computes it: behind the sibling named, at the end when it is gone.
    const at = others.findIndex((sibling) => sibling.id === body.after_id);
    const position = body.after_id === null ? 0 : at < 0 ? others.length : at + 1;
    if (siblings.findIndex((sibling) => sibling.id === item.id) === position)
      return commit(caller, presentItem(whole(item), session, caller.id), []);
    const { order, rekeyed } = placeAt(others, position);
    const moved = { ...item, parent_id: body.parent_id, order };
    const puts = [moved, ...rekeyed.map((each) => ({ ...each.item, order: each.order }))];
    for (const put of puts) items.set(put.id, put);
    return commit(
      caller,
      presentItem(whole(moved), session, caller.id),
      puts.map((put) => ({ type: "item.put" as const, item: whole(put) })),
    );
  }

  function remove(caller: Caller, id: string) {
    touchable(caller, id);
    const ids = subtreeIds(items, id);
    for (const each of ids) {
      items.delete(each);
      votes.delete(each);
    }
    return commit(caller, { deleted: ids }, [{ type: "item.deleted", ids }]);
  }

  function vote(caller: Caller, id: string, voted: boolean) {
    const item = items.get(id);
    if (item?.kind !== "sticker") throw new Refused(404);
    const users = votes.get(id) ?? new Set();
    const answer = () => ({
      item_id: id,
      votes: seesCounts(session, caller.id) ? users.size : null,
      voted,
      remaining: null,
    });
    if (users.has(caller.id) === voted) {
      refuse(mayVoteNow(session));
      return commit(caller, answer(), []);
    }
    refuse(
      voted
        ? mayAddVote(session, remainingVotes(session, items, mineOf(caller.id), id))
        : mayVoteNow(session),
    );
    if (voted) users.add(caller.id);
    else users.delete(caller.id);
    votes.set(id, users);
    return commit(caller, answer(), [
      { type: "vote", item_id: id, user_id: caller.id, voted, votes: users.size },
    ]);
  }

  function setSession(caller: Caller, next: SessionStep) {
    ({ session } = next);
    return commit(caller, session, [{ type: "session.put", session }], next.event);
  }

  function deleteAll(caller: Caller) {
    if (session.facilitator_id !== caller.id) throw new Refused(403, "facilitator_only");
    const ids = [...items.values()].filter((item) => item.kind === "sticker").map((item) => item.id);
    for (const id of ids) {
      items.delete(id);
      votes.delete(id);
    }
    return commit(caller, [], ids.length > 0 ? [{ type: "item.deleted", ids }] : []);
  }

  function change(caller: Caller, method: Method, path: string, body: unknown) {
    const given = body as never;
    const [, , id, below] = path.split("/");
    if (path === "" && method === "PUT") {
      head = { ...(body as BoardHead) };
      return commit(caller, boardNow(), [{ type: "board.put", board: head }], "board");
    }
    if (path === "/items") {
      const { items: several, parent_id } = body as { items?: NewSticker[]; parent_id: string };
      return several ? addAll(caller, parent_id, several) : add(caller, given);
    }
    if (path === "/sort") return move(caller, given);
    if (path === "/facilitators")
      return setSession(caller, facilitate(session, caller.id, method, given ?? {}));
    if (path === "/timers")
      return setSession(caller, setTimer(session, caller.id, method, given ?? {}, clock()));
    if (path === "/delete-cards") return deleteAll(caller);
    if (path === "/reset-votes") {
      if (!isFacilitator(session, caller.id)) throw new Refused(403, "facilitator_only");
      votes.clear();
      return commit(caller, [], [{ type: "votes.reset" }]);
    }
    if (id === undefined) throw new Refused(404);
    if (below === "vote") return vote(caller, id, method === "POST");
    return method === "DELETE" ? remove(caller, id) : edit(caller, id, given);
  }

  const server: ModelServer = {
    boardId,
    columns,
    asked,
    done,
    deleted,
    sparkle: false,
    logReach: 400,
    handle(caller, method, path, body) {
      const below = path.slice(`boards/${boardId}`.length);
      asked.push(`${method} ${below}`);
      // As over the wire: nothing is shared between the two sides.
      const given: unknown = structuredClone(body);
      if (method === "GET") return structuredClone(get(caller, below));
      const [versionBefore, sessionBefore] = [version, JSON.stringify(session)];
      const { item_id: moved } = (given ?? {}) as { item_id?: string };
      const before = moved === undefined ? undefined : items.get(moved);
      const from = before && `${before.parent_id} ${before.order}`;
      const answer = change(caller, method, below, given);
      const ofSession = below === "/facilitators" || below === "/timers";
      if (version > versionBefore && !(ofSession && JSON.stringify(session) === sessionBefore))
        done.push({ caller: caller.id, method, path: below, body: given, from });
      return structuredClone(answer);
    },
    truth: (userId) => ({
      version,
      head,
      session,
      items: [...items.values()].map((item) => presentItem(whole(item), session, userId)),
      mine: mineOf(userId),
    }),
  };
  return server;
}
