import type { Action } from "@retro/contract/actions";
import type { BoardDetails, Facilitation, Item, Person } from "@retro/contract/entities";
import { subtreeIds } from "@retro/rules/tree";
import type { Method } from "../apiCalls.ts";
import { applyActionCall } from "./modelActionCalls.ts";
import { boardId, type Broadcast, type Caller, type ModelAnswer, ModelBoard } from "./modelBoard.ts";
import { applyFacilitatorCall, applyTimerCall, type FacilitationStep } from "./modelFacilitation.ts";
import {
  addSticker,
  addStickers,
  deleteAllStickers,
  deleteSticker,
  editItem,
  moveSticker,
  type NewSticker,
  orderStickers,
  removeItems,
  restoreSticker,
  resetVotes,
  setVote,
} from "./modelStickerCalls.ts";
import { RefusalError } from "./refusalError.ts";

/** A call that the server carried out. */
export interface AppliedCall {
  readonly caller: string;
  readonly method: Method;
  /** Below the board's path. */
  readonly path: string;
  readonly body: unknown;
  /** For a move: the place before it. */
  readonly from: string | undefined;
  /** For an edit of a sticker or a section: the text before it. */
  readonly replaced: string | null | undefined;
}

/**
 * The reference that clients are compared with: the contract's calls over `rules` and a small change log, in memory, one call at a time.
 * It shares only `rules` with the server.
 */
export interface ModelServer {
  readonly boardId: string;
  readonly columns: readonly string[];
  /** Answers one call. @throws RefusalError */
  handle: (caller: Caller, method: Method, path: string, body: unknown) => ModelAnswer;
  /** What this user should see. */
  expectedFor: (userId: string) => {
    version: number;
    head: BoardDetails;
    facilitation: Facilitation;
    items: Item[];
    actions: Action[];
    mine: string[];
  };
  /** Calls that were answered, as method and path below the board. */
  readonly requests: string[];
  /** Calls that changed something, in order. */
  readonly appliedCalls: readonly AppliedCall[];
  /** The deletions of single stickers: who deleted which, and who had put what was deleted last. */
  readonly deletions: readonly { by: string; id: string; puts: { by: string; version: number }[] }[];
  /** Ids of all stickers and actions that were ever deleted. */
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
  const board = new ModelBoard(people, clock, broadcast);
  const requests: string[] = [];
  const appliedCalls: AppliedCall[] = [];

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
      const from = placeBefore(board, below, given);
      const replaced = method === "PUT" ? board.items.get(below.slice("/items/".length))?.title : undefined;
      const answer = applyCall(board, caller, method, below, given);
      const isFacilitationCall = below === "/facilitators" || below === "/timers";
      if (
        board.version > versionBefore &&
        !(isFacilitationCall && JSON.stringify(board.facilitation) === facilitationBefore)
      )
        appliedCalls.push({ caller: caller.id, method, path: below, body: given, from, replaced });
      return structuredClone(answer);
    },
  });
}

/** Where a sticker or an action is that a call moves; undefined for other calls. */
function placeBefore(board: ModelBoard, path: string, body: unknown): string | undefined {
  const [, actionId] = /^\/actions\/([^/]+)\/position$/.exec(path) ?? [];
  if (actionId !== undefined) return board.actions.get(actionId)?.order;
  const { item_id: movedId } = (body ?? {}) as { item_id?: string };
  const item = movedId === undefined ? undefined : board.items.get(movedId);
  return item && `${item.parent_id} ${item.order}`;
}

/** Carries out a call that changes the board. @param path below the board's */
function applyCall(
  board: ModelBoard,
  caller: Caller,
  method: Method,
  path: string,
  body: unknown,
): ModelAnswer {
  const given = body as never;
  const { facilitation, clock } = board;
  if (path === "" && method === "PUT") return editBoard(board, caller, given);
  if (path === "/items") {
    const { items: several, parent_id } = body as { items?: NewSticker[]; parent_id: string };
    return several ? addStickers(board, caller, parent_id, several) : addSticker(board, caller, given);
  }
  if (path === "/sort") return moveSticker(board, caller, given);
  if (path === "/order") return orderStickers(board, caller, given);
  if (path === "/facilitators")
    return setFacilitation(board, caller, applyFacilitatorCall(facilitation, caller.id, method, given ?? {}));
  if (path === "/timers")
    return setFacilitation(
      board,
      caller,
      applyTimerCall(facilitation, caller.id, method, given ?? {}, clock()),
    );
  if (path === "/delete-cards") return deleteAllStickers(board, caller);
  if (path === "/reset-votes") return resetVotes(board, caller);
  const [pathname = "", query] = path.split("?");
  const [, kind, id, below] = pathname.split("/");
  if (kind === "actions")
    return applyActionCall(board, caller, method, { id, below, rev: expectedItem(query).rev ?? null, body });
  if (id === undefined) throw new RefusalError(404);
  if (below === "vote") return setVote(board, caller, id, method === "POST");
  if (below === "restore") return restoreSticker(board, caller, id);
  return method === "DELETE"
    ? deleteSticker(board, caller, id, expectedItem(query))
    : editItem(board, caller, id, given);
}

/** Changes title and description, and deletes sections with everything in them. */
function editBoard(
  board: ModelBoard,
  caller: Caller,
  { deletes = [], ...head }: Partial<BoardDetails> & { deletes?: string[] },
): ModelAnswer {
  board.head = { ...board.head, ...head };
  const ids = deletes.flatMap((id) => subtreeIds(board.items, id));
  removeItems(board, ids);
  return board.commit(
    caller,
    board.boardNow(),
    [
      { type: "board.put", board: board.head },
      ...(ids.length > 0 ? [{ type: "item.deleted" as const, ids }] : []),
    ],
    "board",
  );
}

/** What the query of a deletion expects. */
function expectedItem(query = "") {
  const given = new URLSearchParams(query);
  const numberOf = (name: string) => (given.has(name) ? Number(given.get(name)) : undefined);
  return {
    rev: numberOf("rev"),
    items: numberOf("items"),
    since: numberOf("since"),
  };
}

function setFacilitation(
  board: ModelBoard,
  caller: Caller,
  { facilitation, event }: FacilitationStep,
): ModelAnswer {
  board.facilitation = facilitation;
  return board.commit(caller, facilitation, [{ type: "session.put", session: facilitation }], event);
}
