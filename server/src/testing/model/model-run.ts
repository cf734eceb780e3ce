import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { TreeItem } from "@retro/contract/items";
import { perform } from "@retro/rules/testing/model/board";
import { changesSince } from "@retro/rules/testing/model/changes";
import { callOf, type Command } from "@retro/rules/testing/model/commands";
import { expire } from "@retro/rules/testing/model/facilitation";
import { findInvalidFields } from "@retro/rules/testing/model/field-checks";
import { flattenItems, type ModelBoard, type ModelItem } from "@retro/rules/testing/model/state";
import {
  seenActions,
  seenBoard,
  seenFacilitation,
  seenTree,
  seenVotes,
} from "@retro/rules/testing/model/views";
import { TimerExpiry } from "../../features/facilitation/timer-expiry.ts";
import type { TestResponse, Browser, TestApp, Visitor } from "../app.ts";
import { treeOf } from "../boards.ts";
import { sendTogether } from "../databases/held-turns.ts";
import { compareAnswer } from "./answer-checks.ts";
import { comparable, comparableChanges } from "./comparable.ts";
import { EventChecks, type StateAfterCommand } from "./event-checks.ts";
import type { PlannedStep } from "./random-steps.ts";
import { resolve, waitOf } from "./resolve.ts";
import { type ModelUser, setUp, type ModelSetup } from "./set-up.ts";

/** Commands that name an item or an action: the member of another board sends them about that board. */
const ofOneBoard = new Set<string>([
  "add",
  "batch",
  "edit",
  "move",
  "order",
  "delete",
  "restore",
  "vote",
  "unvote",
  "react",
  "unreact",
  "editAction",
  "moveAction",
  "deleteAction",
  "restoreAction",
]);

/**
 * A board with three users, one who only listens, a browser without a session, and a member of another board.
 */
export class ModelRun {
  readonly #test: TestApp;
  readonly #board: ModelBoard;
  readonly #url: string;
  readonly #players: ModelUser[];
  readonly #observer: ModelUser;
  readonly #outsider: ModelSetup["outsider"];
  readonly #anonymous: Browser;
  readonly #timerExpiry: TimerExpiry;
  readonly #events: EventChecks;
  readonly #deletedIds: string[] = [];
  /** What was sent, for the report of a failure. */
  readonly sent: string[] = [];

  private constructor(parts: ModelSetup) {
    this.#test = parts.test;
    this.#board = parts.board;
    this.#url = parts.url;
    this.#players = parts.players;
    this.#observer = parts.observer;
    this.#outsider = parts.outsider;
    this.#anonymous = parts.test.browser();
    this.#events = new EventChecks(parts);
    this.#timerExpiry = new TimerExpiry(parts.test.deps);
  }

  static async begin(test: TestApp): Promise<ModelRun> {
    return new ModelRun(await setUp(test));
  }

  /** Does one step, and compares everything that any user may learn from it with the model. */
  async step(plan: PlannedStep): Promise<void> {
    const board = this.#board;
    const { time } = this.#test;
    time.now += waitOf(plan, board, time.now);
    const users = this.#players.map(({ visitor }) => visitor.user.id);
    const seat = users.findIndex((id) => id === board.facilitator);
    const index = plan.by === "facilitator" ? Math.max(0, seat) : plan.by;
    const actor = typeof index === "number" ? (users[index] as string) : "";
    // To the outsider, the items of the other board are their own.
    const foreign = index === "outsider" ? [] : [...board.foreign];
    const at = { board, actor, users, deletedIds: this.#deletedIds, foreign };
    const command = resolve(at, plan.what);
    this.sent.push(`${time.now} ${index} ${JSON.stringify(command)}`);
    if (typeof index !== "number") {
      await this.#refusedOutside(index, command);
      await this.#events.compareEvents(null, null, await this.#endDueTimer(board.version));
      return;
    }
    const player = this.#players[index] as ModelUser;
    const versionBefore = board.version;
    const idsBefore = flattenItems(board.sections).map(({ id }) => id);
    const answer = await this.#sendAmongOthers(player.visitor, command, this.#socketOf(plan, player));
    const done = perform({ board, actor, now: time.now }, command);
    await this.#readTrees();
    this.#noteDeleted(idsBefore);
    compareAnswer(answer, done, board, actor);
    const then = await this.#endDueTimer(versionBefore);
    await this.#events.compareEvents(done, { player, answer, ownSocket: plan.socket === "own" }, then);
    await this.#compareReads(versionBefore);
  }

  /**
   * Ends a timer that is due after the command, on the board and in the model [C4]: the server would do it
   * soon, at a time that no test can predict.
   */
  async #endDueTimer(versionBefore: number): Promise<StateAfterCommand> {
    const board = this.#board;
    const { now } = this.#test.time;
    const { version } = board;
    const then = { session: seenFacilitation(board), board: seenBoard(board, now) };
    const ended = expire(board, now);
    if (ended) await this.#timerExpiry.expire(board.id);
    return { ...then, versionBefore, version, ended };
  }

  /** Compares the lists that contain counts only. */
  async finish(): Promise<void> {
    const items = flattenItems(this.#board.sections);
    const { visitor } = this.#players[1] as ModelUser;
    const { data } = (await visitor.get("/api/v1/boards?mine=1")).json<{ data: Record<string, unknown>[] }>();
    expect(data.find(({ id }) => id === this.#board.id)).toMatchObject({
      title: this.#board.title,
      section_count: items.filter(({ kind }) => kind === "section").length,
      sticker_count: items.filter(({ kind }) => kind === "sticker").length,
    });
    const listed = (await visitor.get(`${this.#url}/users-options`)).json<{ data: { id: string }[] }>().data;
    const authors = this.#board.options.avatars === "hide" ? [] : items.flatMap(({ author }) => author ?? []);
    const people = new Set([...authors, visitor.user.id, this.#observer.visitor.user.id]);
    expect(listed.map(({ id }) => id).toSorted()).toEqual([...people].toSorted());
    for (const { listener } of [...this.#players, this.#observer]) listener.raw.socket.terminate();
  }

  #socketOf(plan: PlannedStep, player: ModelUser): string | undefined {
    if (plan.socket === "none") return undefined;
    // A request that names another user's connection must not stop events to that connection.
    return (plan.socket === "own" ? player : this.#observer).listener.raw.socketId;
  }

  /** Carried out together with two that are refused: they leave no trace. */
  async #sendAmongOthers(by: Visitor, command: Command, socket?: string): Promise<TestResponse> {
    const refused = () => this.#observer.visitor.delete(`${this.#url}/items/${randomUUID()}`);
    const { turns } = this.#test.deps.database;
    const send = () => this.#send(by, this.#url, command, socket);
    const [before, answer, after] = await sendTogether(turns, this.#board.id, [refused, send, refused]);
    expect([before?.statusCode, after?.statusCode]).toEqual([404, 404]);
    return answer as TestResponse;
  }

  #send(by: Browser, url: string, command: Command, socket?: string): Promise<TestResponse> {
    const { method, path, body } = callOf(command);
    const headers = socket === undefined ? {} : { "x-socket-id": socket };
    // Send the body as text, so that half of a surrogate pair is sent unchanged.
    const json = body === undefined ? undefined : JSON.stringify(body);
    return by[method](`${url}${path}`, json, {
      ...headers,
      ...(json && { "content-type": "application/json" }),
    });
  }

  /**
   * [H5] A browser without a session is refused; a member of another board finds none of these items there.
   */
  async #refusedOutside(who: "outsider" | "anonymous", command: Command): Promise<void> {
    const ofItem = ofOneBoard.has(command.do);
    const nowhere = `/api/v1/boards/${randomUUID()}`;
    const [by, url] =
      who === "anonymous"
        ? [this.#anonymous, this.#url]
        : [this.#outsider, ofItem ? this.#outsider.url : nowhere];
    const answer = await this.#send(by, url, command);
    const { code, errors } = answer.json<{ code: string; errors?: object }>();
    if (findInvalidFields(command).length > 0) expect([answer.statusCode, code]).toEqual([422, "invalid"]);
    else if (answer.statusCode === 422) expect(Object.keys(errors ?? {})).not.toEqual([]);
    else if (who === "anonymous") expect([answer.statusCode, code]).toEqual([401, "unauthenticated"]);
    else expect([404, 409]).toContain(answer.statusCode);
  }

  /** Every user's tree; the first one tells the ids and keys that the server chose. */
  async #readTrees(): Promise<void> {
    for (const { visitor } of this.#players) {
      const tree = await treeOf(visitor, this.#url);
      copyIds(this.#board.sections, tree);
      expect(comparable(tree)).toEqual(comparable(seenTree(this.#board, visitor.user.id)));
      await this.#readActions(visitor);
      this.#board.seen.set(visitor.user.id, this.#test.time.now);
    }
  }

  /** The actions as a user sees them; the ids and keys that the server chose become known. */
  async #readActions(visitor: Visitor): Promise<void> {
    const { actions } = this.#board;
    const { data } = (await visitor.get(`${this.#url}/actions`)).json<{ data: Action[] }>();
    for (const [i, action] of actions.entries()) {
      if (action.id.startsWith("?")) action.id = data[i]?.id ?? action.id;
      action.order = data[i]?.order ?? action.order;
    }
    expect(comparable(data)).toEqual(comparable(seenActions(this.#board, visitor.user.id)));
  }

  #noteDeleted(before: readonly string[]): void {
    const now = new Set(flattenItems(this.#board.sections).map(({ id }) => id));
    this.#deletedIds.push(...before.filter((id) => !now.has(id)));
  }

  async #compareReads(versionBefore: number): Promise<void> {
    const board = this.#board;
    const { visitor } = this.#players[board.version % 3] as ModelUser;
    const read = (await visitor.get(this.#url)).json<{ data: unknown }>().data;
    expect(read).toEqual(seenBoard(board, this.#test.time.now));
    const votes = (await visitor.get(`${this.#url}/items/votes`)).json<{
      data: { id: string; item_id: string; _lft: number; _rgt: number }[];
      meta: { counts: unknown; version: number };
    }>();
    const bySticker = (a: { item_id: string }, b: { item_id: string }) => (a.item_id < b.item_id ? -1 : 1);
    const { data, counts } = seenVotes(board, visitor.user.id);
    expect({
      data: votes.data.map(({ id: _id, ...vote }) => vote).toSorted(bySticker),
      ...votes.meta,
    }).toEqual({ data: data.toSorted(bySticker), counts, version: board.version });
    const since = (await visitor.get(`${this.#url}/changes?since=${versionBefore}`)).json<{
      data: { version: number; changes: Change[] };
    }>().data;
    expect(since.version).toBe(board.version);
    const missed = changesSince(board, versionBefore, visitor.user.id) ?? [];
    expect(comparableChanges(since.changes)).toEqual(comparableChanges(missed));
  }
}

/** Gives the model's items the ids and keys that the server chose: they are at the same places. */
function copyIds(model: readonly ModelItem[], tree: readonly TreeItem[]): void {
  model.forEach((item, i) => {
    const real = tree[i];
    if (!real) return;
    if (item.id.startsWith("?")) item.id = real.id;
    item.order = real.order;
    copyIds(item.children, real.children);
  });
}
