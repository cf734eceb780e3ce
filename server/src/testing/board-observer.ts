import { expect } from "vitest";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import type { TestApp, TestResponse, Visitor } from "./app.ts";
import { type BoardFixture, type FixtureUser, makeBoardFixture } from "./board-fixture.ts";
import { applyChanges, catchUpClient, type ClientBoard, readClientBoard } from "./client-board.ts";
import { changesIn, type ReceivedByAll, type ReceivedEvent, startRecording } from "./received-events.ts";
import {
  compareTables,
  readTables,
  restoreBoards,
  type StoredDiff,
  type Tables,
} from "./databases/tables.ts";
import { expectExactCounts, expectPresented, expectSameView } from "./access/view-checks.ts";

/** The users whose views are checked. */
const readers = ["ann", "bob", "cy"] as const;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
interface Body {
  code?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
  meta?: ChangeMeta;
}

/** What a request did. Ids are replaced by names (`Names`). */
export interface ObservedOutcome extends Body {
  status: number;
  headers: TestResponse["headers"];
  /** What changed in the tables; without the change log and the board's version, which `send` checks. */
  stored: StoredDiff;
  received: ReceivedByAll;
}

/**
 * Sends requests to the boards of a fixture, and checks what each does to the tables and to every connection.
 */
export class BoardObserver {
  readonly fixture: BoardFixture;
  /** The address of the board under test. */
  readonly url: string;
  readonly #app: TestApp;
  /** The tables after the last request. */
  #tables!: Tables;
  /** What each reader saw on the last fresh read. */
  readonly #views = new Map<FixtureUser, ClientBoard>();
  #initial!: { tables: Tables; forgetNames: () => void };

  private constructor(app: TestApp, fixture: BoardFixture) {
    this.#app = app;
    this.fixture = fixture;
    this.url = `/api/v1/boards/${fixture.retro}`;
  }

  static async start(app: TestApp): Promise<BoardObserver> {
    const observer = new BoardObserver(app, await makeBoardFixture(app));
    await observer.readViews();
    const forgetNames = observer.fixture.names.checkpoint();
    observer.#initial = { tables: observer.#tables, forgetNames };
    return observer;
  }

  /** Restores the boards. Versions continue to grow, and the time moves on by a minute. */
  async reset(): Promise<void> {
    const { retro, other } = this.fixture;
    this.#app.time.now += 60_000;
    await this.#settle();
    const now = await this.readTables();
    const versions = [retro, other].map((board) => versionIn(now, board) || 0);
    const next = Math.max(...versions, versionIn(this.#tables, retro)) + 1;
    await restoreBoards(this.#app.deps.database, this.#initial.tables, next);
    this.#initial.forgetNames();
    await this.readViews();
  }

  readTables(): Promise<Tables> {
    return readTables(this.#app.deps.database.db);
  }

  /** Reads the board as each reader sees it, and the tables. */
  async readViews(): Promise<void> {
    for (const who of readers)
      this.#views.set(who, await readClientBoard(this.fixture.people[who], this.url));
    await this.#readTablesAgain();
    await this.#settle();
  }

  /** See `ObservedBoard.send`. */
  async send(by: FixtureUser, method: Method, path: string, body?: object): Promise<ObservedOutcome> {
    const { people, connections, names } = this.fixture;
    await this.#settle();
    const receivedSince = startRecording(connections);
    const before = this.#tables;
    const url = path.startsWith("/api/") ? names.resolve(path) : this.url + names.resolve(path);
    const headers = { "x-socket-id": connections[by].raw.socketId };
    const answer = await requestBy(people[by], method, url, names.resolve(body), headers);
    await this.#settle();
    const received = receivedSince();
    await this.#readTablesAgain();
    const json: Body = answer.body === "" ? {} : answer.json();
    const stored = await this.#checkTables(before, { by, url, answer, json, received });
    expectExactCounts(this.#tables);
    return {
      ...(names.named(json) as Body),
      status: answer.statusCode,
      headers: answer.headers,
      stored: names.named(stored) as StoredDiff,
      received: names.named(received) as ReceivedByAll,
    };
  }

  /** @returns what changed in the tables, without the change log and the board's version */
  async #checkTables(before: Tables, request: CheckedRequest): Promise<StoredDiff> {
    const { retro } = this.fixture;
    const { changes: logged, ...stored } = compareTables(before, this.#tables);
    const version = versionIn(this.#tables, retro);
    if (version === versionIn(before, retro)) {
      this.#expectNoChange(request, version, logged, stored);
      return stored;
    }
    expect([request.answer.statusCode < 300, version]).toEqual([true, versionIn(before, retro) + 1]);
    const row = {
      board_id: retro,
      version,
      touched: expect.any(Object),
      created_at: this.#app.time.now,
    };
    expect(logged?.added).toEqual({ [`${retro} ${version}`]: row });
    await this.#expectReceived(request, version);
    expectPresented(request.json.data, this.#views.get(request.by));
    const board = stored.boards?.changed?.[retro];
    delete board?.["version"];
    if (board && Object.keys(board).length === 0) delete stored.boards;
    return stored;
  }

  #expectNoChange(
    { url, json, received }: CheckedRequest,
    version: number,
    logged: StoredDiff["changes"],
    stored: StoredDiff,
  ): void {
    if (json.meta?.changes) expect(json.meta).toEqual({ version, changes: [] });
    if (!url.startsWith(this.url)) return;
    expect({ logged, stored: { ...stored, visits: undefined } }).toEqual({ logged: undefined, stored: {} });
    expect(Object.values(received).flat()).toEqual([]);
  }

  /**
   * Checks that all connections on the board got a change completely and once, and that no other connection
   * got it.
   */
  async #expectReceived({ by, json, received }: CheckedRequest, version: number): Promise<void> {
    expect([received[by], received.dan]).toEqual([[], []]);
    if (by !== "ann") expect(received.ann).toEqual(received.annTab);
    if (json.meta) expect(json.meta.version).toBe(version);
    for (const who of readers) {
      const visitor = this.fixture.people[who];
      const [old, fresh] = [this.#views.get(who) as ClientBoard, await readClientBoard(visitor, this.url)];
      this.#views.set(who, fresh);
      if (who === by && json.meta) expectSameView(applyChanges(old, json.meta.changes, version), fresh);
      const events = who === "ann" ? received.annTab : received[who];
      if (who !== by || who === "ann") expectCompleteEvents(events, version, old, fresh);
      const late = await catchUpClient(visitor, this.url, old);
      if (late !== null) expectSameView(late, fresh);
      const board = events.find(({ event }) => event === "board.update")?.data["board"];
      if (board) expect(board).toEqual((await visitor.get(this.url)).json<{ data: Board }>().data);
    }
    await this.#settle();
  }

  async #readTablesAgain(): Promise<void> {
    this.#tables = await this.readTables();
    this.fixture.names.addItems(this.#tables);
    this.fixture.names.addActions(this.#tables);
  }

  /** Waits until every connection has received everything. */
  async #settle(): Promise<void> {
    await Promise.all(Object.values(this.fixture.connections).map((each) => each.flush()));
  }
}

/** A request that was answered, with what the connections received. */
interface CheckedRequest {
  by: FixtureUser;
  url: string;
  answer: TestResponse;
  json: Body;
  received: ReceivedByAll;
}

function versionIn({ boards }: Tables, board: string): number {
  return boards.get(board)?.["version"] as number;
}

/**
 * Checks that a connection received the change once, and that a client that applies the events shows a fresh
 * read.
 */
function expectCompleteEvents(
  events: readonly ReceivedEvent[],
  version: number,
  old: ClientBoard,
  fresh: ClientBoard,
): void {
  expect(events.filter(({ on }) => on !== "own")).toHaveLength(1);
  expect(new Set(events.map(({ data }) => data.version))).toEqual(new Set([version]));
  // Clients fetch changes over 8 kB.
  if (events.every(({ data }) => data["fetch"] !== true))
    expectSameView(applyChanges(old, changesIn(events), version), fresh);
}

function requestBy(
  by: Visitor,
  method: Method,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<TestResponse> {
  if (method === "GET") return by.get(url, headers);
  return { POST: by.post, PUT: by.put, DELETE: by.delete }[method](url, body, headers);
}
