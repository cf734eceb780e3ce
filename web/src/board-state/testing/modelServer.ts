import type { BoardDetails, Item, Person, Facilitation, StickerStyle } from "@retro/contract/entities";
import {
  isFacilitator,
  isHiddenFrom,
  mayEditStickers,
  mayChangeSticker,
  type RefusalCode,
  seesCounts,
} from "@retro/rules/permissions";
import { mergeStyle } from "@retro/rules/revision";
import { presentItem } from "@retro/rules/present";
import { childrenOf, placeItem, findPlacementError, subtreeIds } from "@retro/rules/tree";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import type { Method } from "../apiCalls.ts";
import { boardId, type Broadcast, type Caller, createModelBoard } from "./modelBoard.ts";
import { applyFacilitatorCall, type FacilitationStep, applyTimerCall } from "./modelFacilitation.ts";
import { RefusalError } from "./refusalError.ts";

interface NewSticker {
  id: string;
  title: string;
  style?: StickerStyle;
}

/** A call that the server carried out. */
export interface AppliedCall {
  readonly caller: string;
  readonly method: Method;
  /** Below the board's path. */
  readonly path: string;
  readonly body: unknown;
  /** For a move: the sticker's place before it. */
  readonly from: string | undefined;
}

/**
 * The reference that clients are compared with: the contract's calls over `rules` and a small change log, in memory, one call at a time.
 * It shares only `rules` with the server.
 */
export interface ModelServer {
  readonly boardId: string;
  readonly columns: readonly string[];
  /** Answers one call. @throws RefusalError */
  handle: (caller: Caller, method: Method, path: string, body: unknown) => { data: unknown; meta: unknown };
  /** What this user should see. */
  expectedFor: (userId: string) => {
    version: number;
    head: BoardDetails;
    facilitation: Facilitation;
    items: Item[];
    mine: string[];
  };
  /** Calls that were answered, as method and path below the board. */
  readonly requests: string[];
  /** Calls that changed something, in order. */
  readonly appliedCalls: readonly AppliedCall[];
  /** Ids of all stickers that were ever deleted. */
  readonly deleted: ReadonlySet<string>;
  /** As if the server were newer: catch-ups contain a change of a type that this page does not know. */
  sendsUnknownChange: boolean;
  /** How many versions back the change log reaches. */
  logLength: number;
}

export function createModelServer(
  people: readonly Person[],
  clock: () => number,
  broadcast: Broadcast,
): ModelServer {
  const board = createModelBoard(people, clock, broadcast);
  const { items, votes, insertItem, withVotes, votedIdsOf, commit } = board;
  const requests: string[] = [];
  const appliedCalls: AppliedCall[] = [];

  const refuse = (code: RefusalCode) => {
    if (code !== null) throw new RefusalError(403, code);
  };

  function add(caller: Caller, body: NewSticker & { parent_id: string }) {
    const { data, meta } = addAll(caller, body.parent_id, [body]);
    return { data: (data as Item[])[0], meta };
  }

  function addAll(caller: Caller, parentId: string, list: readonly NewSticker[]) {
    for (const { id } of list) {
      const known = items.get(id);
      if (known && known.user_id !== caller.id) throw new RefusalError(409, "id_taken");
    }
    const fresh = list.filter(({ id }) => !items.has(id));
    if (fresh.length > 0) {
      refuse(mayEditStickers(board.facilitation, caller.id));
      if (findPlacementError(items, null, parentId)) throw new RefusalError(422, "invalid");
    }
    for (const { id, title, style } of fresh) {
      insertItem(id, "sticker", parentId, title);
      items.set(id, { ...(items.get(id) as Item), user_id: caller.id, style: style ?? {} });
    }
    return commit(
      caller,
      list.map(({ id }) => presentItem(withVotes(items.get(id) as Item), board.facilitation, caller.id)),
      fresh.map(({ id }) => ({ type: "item.put" as const, item: withVotes(items.get(id) as Item) })),
    );
  }

  function edit(caller: Caller, id: string, body: { title?: string; style?: StickerStyle; rev?: number }) {
    const item = items.get(id);
    if (!item || item.kind === "column") throw new RefusalError(404);
    refuse(mayChangeSticker(board.facilitation, item, caller.id));
    const shown = (each: Item) => presentItem(withVotes(each), board.facilitation, caller.id);
    if (body.rev !== undefined && body.rev !== item.rev) throw new RefusalError(409, "conflict", shown(item));
    const title = body.title ?? item.title;
    const style = body.style ? mergeStyle(item, body.style) : item.style;
    if (title === item.title && JSON.stringify(style) === JSON.stringify(item.style))
      return commit(caller, shown(item), []);
    const edited = { ...item, title, style, rev: item.rev + 1 };
    items.set(id, edited);
    return commit(caller, shown(edited), [{ type: "item.put", item: withVotes(edited) }]);
  }

  function editableSticker(caller: Caller, id: string): Item {
    const item = items.get(id);
    if (item?.kind !== "sticker") throw new RefusalError(404);
    refuse(mayEditStickers(board.facilitation, caller.id));
    for (const below of subtreeIds(items, id))
      if (isHiddenFrom(board.facilitation, items.get(below) as Item, caller.id))
        throw new RefusalError(403, "content_hidden");
    return item;
  }

  function move(caller: Caller, body: { item_id: string; parent_id: string; after_id: string | null }) {
    const item = editableSticker(caller, body.item_id);
    if (findPlacementError(items, item.id, body.parent_id)) throw new RefusalError(422, "invalid");
    const siblings = childrenOf(items, body.parent_id);
    const others = siblings.filter((sibling) => sibling.id !== item.id);
    // Written from the contract, without `rules`: after the named sibling, or last if it is gone.
    const at = others.findIndex((sibling) => sibling.id === body.after_id);
    const position = body.after_id === null ? 0 : at < 0 ? others.length : at + 1;
    if (siblings.findIndex((sibling) => sibling.id === item.id) === position)
      return commit(caller, presentItem(withVotes(item), board.facilitation, caller.id), []);
    const { order, rekeyed } = placeItem(others, position);
    const moved = { ...item, parent_id: body.parent_id, order };
    const puts = [moved, ...rekeyed.map((each) => ({ ...each.item, order: each.order }))];
    for (const put of puts) items.set(put.id, put);
    return commit(
      caller,
      presentItem(withVotes(moved), board.facilitation, caller.id),
      puts.map((put) => ({ type: "item.put" as const, item: withVotes(put) })),
    );
  }

  function remove(caller: Caller, id: string) {
    editableSticker(caller, id);
    const ids = subtreeIds(items, id);
    for (const each of ids) {
      items.delete(each);
      votes.delete(each);
    }
    return commit(caller, { deleted: ids }, [{ type: "item.deleted", ids }]);
  }

  function vote(caller: Caller, id: string, voted: boolean) {
    const item = items.get(id);
    if (item?.kind !== "sticker") throw new RefusalError(404);
    const users = votes.get(id) ?? new Set();
    const answer = () => ({
      item_id: id,
      votes: seesCounts(board.facilitation, caller.id) ? users.size : null,
      voted,
      remaining: null,
    });
    if (users.has(caller.id) === voted) {
      refuse(mayVoteNow(board.facilitation));
      return commit(caller, answer(), []);
    }
    refuse(
      voted
        ? mayAddVote(board.facilitation, remainingVotes(board.facilitation, items, votedIdsOf(caller.id), id))
        : mayVoteNow(board.facilitation),
    );
    if (voted) users.add(caller.id);
    else users.delete(caller.id);
    votes.set(id, users);
    return commit(caller, answer(), [
      { type: "vote", item_id: id, user_id: caller.id, voted, votes: users.size },
    ]);
  }

  function setFacilitation(caller: Caller, next: FacilitationStep) {
    const { facilitation } = next;
    board.facilitation = facilitation;
    return commit(caller, facilitation, [{ type: "session.put", session: facilitation }], next.event);
  }

  function deleteAll(caller: Caller) {
    if (board.facilitation.facilitator_id !== caller.id) throw new RefusalError(403, "facilitator_only");
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
      board.head = { ...(body as BoardDetails) };
      return commit(caller, board.boardNow(), [{ type: "board.put", board: board.head }], "board");
    }
    if (path === "/items") {
      const { items: several, parent_id } = body as { items?: NewSticker[]; parent_id: string };
      return several ? addAll(caller, parent_id, several) : add(caller, given);
    }
    if (path === "/sort") return move(caller, given);
    if (path === "/facilitators")
      return setFacilitation(
        caller,
        applyFacilitatorCall(board.facilitation, caller.id, method, given ?? {}),
      );
    if (path === "/timers")
      return setFacilitation(
        caller,
        applyTimerCall(board.facilitation, caller.id, method, given ?? {}, clock()),
      );
    if (path === "/delete-cards") return deleteAll(caller);
    if (path === "/reset-votes") {
      if (!isFacilitator(board.facilitation, caller.id)) throw new RefusalError(403, "facilitator_only");
      votes.clear();
      return commit(caller, [], [{ type: "votes.reset" }]);
    }
    if (id === undefined) throw new RefusalError(404);
    if (below === "vote") return vote(caller, id, method === "POST");
    return method === "DELETE" ? remove(caller, id) : edit(caller, id, given);
  }

  return Object.assign(board, {
    boardId,
    requests,
    appliedCalls,
    handle(caller: Caller, method: Method, path: string, body: unknown) {
      const below = path.slice(`boards/${boardId}`.length);
      requests.push(`${method} ${below}`);
      // Like on the wire: client and server share no objects.
      const given: unknown = structuredClone(body);
      if (method === "GET") return structuredClone(board.get(caller, below));
      const [versionBefore, facilitationBefore] = [board.version, JSON.stringify(board.facilitation)];
      const { item_id: moved } = (given ?? {}) as { item_id?: string };
      const before = moved === undefined ? undefined : items.get(moved);
      const from = before && `${before.parent_id} ${before.order}`;
      const answer = change(caller, method, below, given);
      const isFacilitationCall = below === "/facilitators" || below === "/timers";
      if (
        board.version > versionBefore &&
        !(isFacilitationCall && JSON.stringify(board.facilitation) === facilitationBefore)
      )
        appliedCalls.push({ caller: caller.id, method, path: below, body: given, from });
      return structuredClone(answer);
    },
  });
}
