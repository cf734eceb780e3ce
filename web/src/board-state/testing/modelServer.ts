import type { Person } from "@retro/contract/users";
import { channels, eventNames } from "@retro/contract/events";
import { perform } from "@retro/rules/testing/model/board";
import { changesFor, changesSince } from "@retro/rules/testing/model/changes";
import { type Command, commandOf } from "@retro/rules/testing/model/commands";
import type { BoardEvent } from "@retro/rules/testing/model/outcome";
import {
  dealKeys,
  find,
  makeBoard,
  makeSection,
  type ModelBoard,
  type ModelChange,
} from "@retro/rules/testing/model/state";
import {
  seenActions,
  seenBoard,
  seenFacilitation,
  seenItems,
  seenTree,
  seenVotes,
  votedIds,
} from "@retro/rules/testing/model/views";
import type { Method } from "../apiCalls.ts";
import { RefusalError } from "./refusalError.ts";

export interface Caller {
  id: string;
  socketId: string | undefined;
}

type Broadcast = (channel: string, event: string, data: unknown, except: string | undefined) => void;

/** The data and the meta of an answer. */
interface ModelAnswer {
  data: unknown;
  meta: unknown;
}

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

/** Who put an item, in which version. */
interface Put {
  by: string;
  version: number;
}

export const boardId = "board";

/** The reference model of a board as a server: it answers calls, one at a time, and sends the events. */
export class ModelServer {
  readonly boardId = boardId;
  readonly columns: readonly string[];
  /** Calls that were answered, as method and path below the board. */
  readonly requests: string[] = [];
  /** Calls that changed something, in order. */
  readonly appliedCalls: AppliedCall[] = [];
  /** The deletions of single stickers: who deleted which, and who had put what was deleted last. */
  readonly deletions: { by: string; id: string; puts: Put[] }[] = [];
  /** Ids of all stickers and actions that were ever deleted. */
  readonly deleted = new Set<string>();
  /** As if the server were newer: catch-ups contain a change of a type that this page does not know. */
  sendsUnknownChange = false;
  /** How many versions back the change log reaches. */
  logLength = 400;
  readonly #board: ModelBoard;
  readonly #people: readonly Person[];
  readonly #clock: () => number;
  readonly #broadcast: Broadcast;
  readonly #lastPuts = new Map<string, Put>();

  constructor(people: readonly Person[], clock: () => number, broadcast: Broadcast = () => undefined) {
    this.#people = people;
    this.#clock = clock;
    this.#broadcast = broadcast;
    const sections = ["s1", "s2"].map((id) => makeSection(id, clock(), id));
    dealKeys(sections);
    this.columns = sections.flatMap(({ children }) => children.map(({ id }) => id));
    this.#board = makeBoard({
      id: boardId,
      title: "Retro",
      sections,
      names: new Map(people.map(({ id, name }) => [id, name])),
      present: new Set(people.map(({ id }) => id)),
    });
  }

  /** Answers one call. @throws RefusalError */
  handle(caller: Caller, method: Method, path: string, body: unknown): ModelAnswer {
    const board = this.#board;
    const below = path.slice(`boards/${boardId}`.length);
    this.requests.push(`${method} ${below}`);
    board.log = board.log.filter(({ version }) => version > board.version - this.logLength);
    board.seen.set(caller.id, this.#clock());
    // Like on the wire: client and server share no objects.
    return structuredClone(
      method === "GET"
        ? this.#read(caller.id, below)
        : this.#change(caller, method, below, structuredClone(body)),
    );
  }

  /** What this user should see. */
  expectedFor(userId: string) {
    const board = this.#board;
    const { version, title, description } = board;
    return {
      version,
      head: { title, description },
      facilitation: seenFacilitation(board),
      items: seenItems(board, userId),
      actions: seenActions(board, userId),
      mine: votedIds(board, userId),
    };
  }

  #read(user: string, path: string): ModelAnswer {
    const board = this.#board;
    const { version } = board;
    if (path === "") return { data: seenBoard(board, this.#clock()), meta: undefined };
    if (path === "/items") return { data: seenTree(board, user), meta: { version } };
    if (path === "/actions") return { data: seenActions(board, user), meta: { version } };
    if (path === "/users-options") return { data: this.#people, meta: undefined };
    if (path === "/items/votes") {
      const { data, counts } = seenVotes(board, user);
      return { data: data.map((vote) => ({ id: vote.item_id, ...vote })), meta: { version, counts } };
    }
    const since = /^\/changes\?since=(\d+)$/.exec(path)?.[1];
    if (since === undefined) throw new RefusalError(404, "not_found");
    const missed = changesSince(board, Number(since), user);
    if (missed === null) return { data: { reload: true }, meta: undefined };
    const changes = [...missed, ...(this.sendsUnknownChange ? [{ type: "item.sparkle" }] : [])];
    return { data: { version, changes, serverTime: this.#clock() }, meta: undefined };
  }

  #change(caller: Caller, method: Method, path: string, body: unknown): ModelAnswer {
    const board = this.#board;
    const command = commandOf(method, path, body as object | undefined);
    if (command === null) throw new RefusalError(404, "not_found");
    const from = placeBefore(board, command);
    const replaced = command.do === "edit" ? find(board, command.item)?.title : undefined;
    const { expired, outcome } = perform({ board, actor: caller.id, now: this.#clock() }, command);
    const changes = outcome.ok ? outcome.changes : [];
    if (expired) {
      const version = changes.length > 0 ? board.version - 1 : board.version;
      this.#sendFacilitation("timer.delete", { ...expired, version }, undefined);
    }
    if (!outcome.ok) throw new RefusalError(outcome.status, outcome.code, outcome.answer?.());
    if (changes.length > 0) {
      this.appliedCalls.push({ caller: caller.id, method, path, body, from, replaced });
      this.#record(caller.id, command, changes);
      this.#send(outcome.event, changes, caller.socketId);
    }
    const meta = { version: board.version, changes: changesFor(board, changes, caller.id) };
    return { data: outcome.answer(), meta };
  }

  #record(by: string, command: Command, changes: readonly ModelChange[]): void {
    const { version } = this.#board;
    for (const change of changes) {
      if (change.type === "item.put") this.#lastPuts.set(change.item.id, { by, version });
      if (change.type !== "item.deleted" && change.type !== "action.deleted") continue;
      for (const id of change.ids) this.deleted.add(id);
      const puts = change.ids.flatMap((id) => this.#lastPuts.get(id) ?? []);
      if (command.do === "delete") this.deletions.push({ by, id: command.item, puts });
    }
  }

  /** Sends the event of a new version, and to users who may see more of it also their own [H4]. */
  #send(event: BoardEvent, changes: readonly ModelChange[], except: string | undefined): void {
    const board = this.#board;
    const { version } = board;
    const common = changesFor(board, changes, null);
    if (event === "board-items.update")
      this.#broadcast(channels.presence(boardId), event, { version, changes: common }, except);
    else if (event === "board.update") {
      const data = { version, board: seenBoard(board, this.#clock()), changes: common };
      this.#broadcast(channels.presence(boardId), event, data, except);
    } else this.#sendFacilitation(event, { ...seenFacilitation(board), version }, except);
    for (const { id } of this.#people) {
      const own = changesFor(board, changes, id);
      if (JSON.stringify(own) !== JSON.stringify(common))
        this.#broadcast(
          channels.user(id),
          eventNames.userItems,
          { board_id: boardId, version, changes: own },
          except,
        );
    }
  }

  #sendFacilitation(event: BoardEvent, state: object, except: string | undefined): void {
    this.#broadcast(channels.facilitation(boardId), event, { ...state, serverTime: this.#clock() }, except);
  }
}

/** Where a sticker or an action is that a command moves; undefined for other commands. */
function placeBefore(board: ModelBoard, command: Command): string | undefined {
  if (command.do === "moveAction") return board.actions.find(({ id }) => id === command.action)?.order;
  const item = command.do === "move" ? find(board, command.item_id) : undefined;
  return item && `${item.parent?.id} ${item.order}`;
}
