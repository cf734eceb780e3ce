import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { channels } from "@retro/contract/events";
import { TimerExpiry } from "../../features/facilitation/timer-expiry.ts";
import type { TestResponse, Browser, TestApp } from "../app.ts";
import { treeOf } from "../boards.ts";
import { perform, type Performed } from "./board.ts";
import { callOf, type Command } from "./commands.ts";
import { findInvalidFields } from "./field-checks.ts";
import type { PlannedStep } from "./planned-steps.ts";
import { comparable, expectedReplica, type Replica, type WireChange } from "./replica.ts";
import { resolve, waitOf } from "./resolve.ts";
import { expire } from "./facilitation.ts";
import { type ModelUser, setUp, type ModelSetup } from "./set-up.ts";
import { flattenItems, type ModelBoard, type ModelItem } from "./state.ts";
import { seenBoard, seenFacilitation, seenTree, seenVotes } from "./views.ts";

interface Frame {
  event: string;
  channel?: string;
  data: {
    version: number;
    changes?: WireChange[];
    fetch?: true;
    board?: unknown;
    board_id?: string;
  } & Record<string, unknown>;
}

/** The board right after a command, before a due timer ended. */
interface StateAfterCommand {
  versionBefore: number;
  version: number;
  session: ReturnType<typeof seenFacilitation>;
  board: ReturnType<typeof seenBoard>;
  ended: boolean;
}

/** A board with three users, one who only listens, a browser without a session, and a member of another board. */
export class ModelRun {
  readonly #test: TestApp;
  readonly #board: ModelBoard;
  readonly #url: string;
  readonly #players: ModelUser[];
  readonly #observer: ModelUser;
  readonly #outsider: ModelSetup["outsider"];
  readonly #stranger: Browser;
  readonly #timerExpiry: TimerExpiry;
  readonly #gone: string[] = [];
  /** What was sent, for the report of a failure. */
  readonly sent: string[] = [];

  private constructor(parts: ModelSetup) {
    this.#test = parts.test;
    this.#board = parts.board;
    this.#url = parts.url;
    this.#players = parts.players;
    this.#observer = parts.observer;
    this.#outsider = parts.outsider;
    this.#stranger = parts.test.browser();
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
    const at = { board, users, gone: this.#gone, foreign: [...board.foreign] };
    const command = resolve(at, plan.what, actor);
    this.sent.push(`${time.now} ${index} ${JSON.stringify(command)}`);
    if (typeof index !== "number") {
      await this.#refusedOutside(index, command);
      await this.#compareEvents(null, null, await this.#endDueTimer(board.version));
      return;
    }
    const player = this.#players[index] as ModelUser;
    const before = {
      version: board.version,
      ids: flattenItems(board.sections).map(({ id }) => id),
      replica: player.replica.clone(),
    };
    const answer = await this.#send(player.visitor, this.#url, command, this.#socketOf(plan, player));
    const done = perform({ board, actor, now: time.now }, command);
    await this.#readTrees();
    this.#noteGone(before.ids);
    compareAnswer(answer, done, board.version);
    const then = await this.#endDueTimer(before.version);
    await this.#compareEvents(done, { player, answer, ownSocket: plan.socket === "own" }, then);
    await this.#compareReads(before);
  }

  /**
   * Ends a timer that is due after the command, on the board and in the model [C4]: the server would do it soon, at a time that
   * no test can predict.
   */
  async #endDueTimer(versionBefore: number): Promise<StateAfterCommand> {
    const board = this.#board;
    const { now } = this.#test.time;
    const { version } = board;
    const then = structuredClone({ session: seenFacilitation(board), board: seenBoard(board, now) });
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

  /** [H5] A browser without a session is refused; a member of another board finds none of these items there. */
  async #refusedOutside(who: "outsider" | "stranger", command: Command): Promise<void> {
    const ofItem = ["add", "batch", "edit", "move", "delete", "vote", "unvote"].includes(command.do);
    const nowhere = `/api/v1/boards/${randomUUID()}`;
    const [by, url] =
      who === "stranger"
        ? [this.#stranger, this.#url]
        : [this.#outsider, ofItem ? this.#outsider.url : nowhere];
    const answer = await this.#send(by, url, command);
    const { code, errors } = answer.json<{ code: string; errors?: object }>();
    if (findInvalidFields(command).length > 0) expect([answer.statusCode, code]).toEqual([422, "invalid"]);
    else if (answer.statusCode === 422) expect(Object.keys(errors ?? {})).not.toEqual([]);
    else if (who === "stranger") expect([answer.statusCode, code]).toEqual([401, "unauthenticated"]);
    else expect([404, 409]).toContain(answer.statusCode);
  }

  /** Every user's tree; the first one tells the ids that the server chose. */
  async #readTrees(): Promise<void> {
    for (const { visitor } of this.#players) {
      const tree = await treeOf(visitor, this.#url);
      learnIds(this.#board.sections, tree as unknown as ModelItem[]);
      expect(comparable(tree)).toEqual(comparable(seenTree(this.#board, visitor.user.id)));
      this.#board.seen.set(visitor.user.id, this.#test.time.now);
    }
  }

  #noteGone(before: readonly string[]): void {
    const now = new Set(flattenItems(this.#board.sections).map(({ id }) => id));
    this.#gone.push(...before.filter((id) => !now.has(id)));
  }

  async #compareReads(before: { version: number; replica: Replica }): Promise<void> {
    const board = this.#board;
    const { visitor } = this.#players[board.version % 3] as ModelUser;
    const read = (await visitor.get(this.#url)).json<{ data: unknown }>().data;
    expect(read).toEqual(seenBoard(board, this.#test.time.now));
    const votes = (await visitor.get(`${this.#url}/items/votes`)).json<{
      data: { item_id: string; _lft: number; _rgt: number }[];
      meta: { counts: unknown; version: number };
    }>();
    const expected = seenVotes(board, visitor.user.id);
    expect({
      data: votes.data
        .map(({ item_id, _lft, _rgt }) => ({ item_id, _lft, _rgt }))
        .toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1)),
      counts: votes.meta.counts,
      version: votes.meta.version,
    }).toEqual({ ...expected, version: board.version });
    const since = (await visitor.get(`${this.#url}/changes?since=${before.version}`)).json<{
      data: { version: number; changes: WireChange[] };
    }>().data;
    expect(since.version).toBe(board.version);
    expect(since.changes.length > 0).toBe(board.version > before.version);
    for (const change of since.changes) this.#compareChange(change, visitor.user.id);
  }

  /** A change contains only what its audience may see now. */
  #compareChange(change: WireChange, who: string | null): void {
    if (change.type !== "item.put") return;
    const item = flattenItems(this.#board.sections).find(({ id }) => id === change.item.id);
    expect(comparable(change.item)).toEqual(expectedReplica(this.#board, who).items[item?.id ?? ""]);
  }

  async #compareEvents(
    done: Performed | null,
    sent: { player: ModelUser; answer: TestResponse; ownSocket: boolean } | null,
    then: StateAfterCommand,
  ): Promise<void> {
    const board = this.#board;
    const heard = await this.#heard(this.#observer);
    const event = done?.outcome.ok === true ? done.outcome.event : null;
    const events = [
      ...(done?.expired ? ["timer.delete"] : []),
      ...(event === null ? [] : [event]),
      ...(then.ended ? ["timer.delete"] : []),
    ];
    expect(heard.map((frame) => [frame.event, frame.data.version])).toEqual(
      events.map((name, i) => [name, then.versionBefore + i + 1]),
    );
    expect(board.version).toBe(then.versionBefore + events.length);
    const now = this.#test.time.now;
    if (then.ended) expect(heard.pop()?.data).toMatchObject({ ...seenFacilitation(board), serverTime: now });
    if (done?.expired) expect(heard[0]?.data).toMatchObject({ ...done.expired, serverTime: now });
    const frame = event === null ? undefined : heard.at(-1);
    const isSession = frame !== undefined && event !== "board-items.update" && event !== "board.update";
    expect(frame?.channel).toBe(
      frame && (isSession ? channels.facilitation(board.id) : channels.presence(board.id)),
    );
    if (isSession) expect(frame.data).toMatchObject({ ...then.session, serverTime: now });
    if (event === "board.update" && frame?.data.board) expect(frame.data.board).toEqual(then.board);
    for (const change of frame?.data.changes ?? []) this.#compareChange(change, null);

    const reload = isSession || done?.expired != null || then.ended;
    await this.#follow(this.#observer, null, frame, [], reload);
    for (const player of this.#players) {
      const own = await this.#heard(player);
      for (const { event: name, channel, data } of own) {
        expect([name, channel, data.version]).toEqual([
          "board-items.update",
          channels.user(player.visitor.user.id),
          then.version,
        ]);
        expect(data.board_id).toBe(board.id);
        for (const change of data.changes ?? []) this.#compareChange(change, player.visitor.user.id);
      }
      const isActor = sent?.player === player;
      if (isActor && sent.ownSocket) expect(own).toEqual([]);
      if (isActor && frame && done?.outcome.ok) {
        const { changes } = sent.answer.json<{ meta: { changes: WireChange[] } }>().meta;
        const told = own.flatMap(({ data }) => data.changes ?? []);
        // Another tab of the same user gets the vote too.
        if (changes.some(({ type }) => type === "vote.mine") && !sent.ownSocket)
          expect(told).toEqual(expect.arrayContaining(changes.filter(({ type }) => type === "vote.mine")));
        for (const change of changes) this.#compareChange(change, player.visitor.user.id);
        await this.#follow(
          player,
          player.visitor.user.id,
          { ...frame, data: { ...frame.data, changes } },
          [],
          reload,
        );
      } else await this.#follow(player, player.visitor.user.id, frame, own, reload);
    }
  }

  /** What a client knows after the board's event and its own must be the board as that user may see it. */
  async #follow(
    player: ModelUser,
    who: string | null,
    frame: Frame | undefined,
    own: readonly Frame[],
    reload: boolean,
  ): Promise<void> {
    const { replica, visitor } = player;
    const fetches = [frame, ...own].some((each) => each?.data.fetch === true);
    if (reload || fetches) {
      replica.load(await treeOf(visitor, this.#url));
      const votes = await visitor.get(`${this.#url}/items/votes`);
      replica.mine.clear();
      for (const { item_id } of votes.json<{ data: { item_id: string }[] }>().data) replica.mine.add(item_id);
    } else {
      replica.apply(frame?.data.changes ?? []);
      for (const { data } of own) replica.apply(data.changes ?? []);
    }
    expect(replica.shown()).toEqual(expectedReplica(this.#board, who));
  }

  /** The frames on channels since the last call. */
  async #heard({ listener }: ModelUser): Promise<Frame[]> {
    await listener.flush();
    const frames = listener.raw.takeReceived() as unknown as Frame[];
    return frames.filter(({ event }) => !event.startsWith("pusher"));
  }
}

/** Gives the model's new items the server's ids: they are at the same places. */
function learnIds(model: readonly ModelItem[], tree: readonly ModelItem[]): void {
  model.forEach((item, i) => {
    const real = tree[i];
    if (!real) return;
    if (item.id.startsWith("?")) item.id = real.id;
    learnIds(item.children, real.children);
  });
}

function compareAnswer(answer: TestResponse, { outcome }: Performed, version: number): void {
  const body = answer.json<{
    code?: string;
    errors?: Record<string, string[]>;
    data?: unknown;
    meta?: { version: number; changes: WireChange[] };
  }>();
  expect([answer.statusCode, body.code, body.errors && Object.keys(body.errors)]).toEqual([
    outcome.status,
    outcome.ok ? undefined : outcome.code,
    outcome.ok || outcome.fields === undefined ? undefined : expect.anything(),
  ]);
  const named = outcome.ok ? [] : (outcome.fields ?? []);
  const told = Object.keys(body.errors ?? {});
  const isBelow = (field: string, name: string) => field === name || field.startsWith(`${name}.`);
  if (!named.includes("body")) {
    expect(told.filter((field) => !named.some((name) => isBelow(field, name)))).toEqual([]);
    expect(named.filter((name) => !told.some((field) => isBelow(field, name)))).toEqual([]);
  }
  if (outcome.answer) expect(comparable(body.data)).toEqual(comparable(outcome.answer()));
  if (!outcome.ok) return;
  expect(body.meta?.version).toBe(version);
  if (outcome.event === null) expect(body.meta?.changes).toEqual([]);
}
