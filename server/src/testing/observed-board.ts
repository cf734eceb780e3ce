import { afterAll, beforeAll, expect } from "vitest";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Board } from "@retro/contract/entities";
import type { FacilitatorOptions } from "@retro/contract/facilitator-options";
import { type TestResponse, type TestApp, type Visitor, buildTestApp } from "./app.ts";
import { type BoardFixture, type FixtureUser, makeBoardFixture } from "./board-fixture.ts";
import { type ClientBoard, applyChanges, catchUpClient, readClientBoard } from "./client-board.ts";
import { type ReceivedByAll, changesIn, startRecording } from "./received-events.ts";
import { byOrder } from "./id-names.ts";
import { facilitate } from "./sticker-fixture.ts";
import type { TestStore, TestEngine } from "./stores.ts";
import {
  type Row,
  type StoredDiff,
  type Tables,
  compareTables,
  readTables,
  restoreBoards,
} from "./tables.ts";

/** The time at which the first test begins. Time does not pass: a test that needs another time sets `app.time`. */
export const noon = Date.UTC(2026, 0, 15, 12);
/** The users whose views are checked. */
const readers = ["ann", "bob", "cy"] as const;

type Method = "GET" | "POST" | "PUT" | "DELETE";
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
  heard: ReceivedByAll;
}

/** A board in use that records everything that a command does: answer, tables, events of every connection. */
export interface ObservedBoard extends Pick<BoardFixture, "people" | "connections" | "names"> {
  app: TestApp;
  /** The address of the board, `/api/v1/boards/…`. */
  url: string;
  /**
   * Sends a request and checks the invariants: a change increases the version by one, is logged once, and every connection except the
   * sender's gets it once; a client that applies its events, or catches up, sees what a fresh read gives; the counts are exact. A request
   * that is refused or changes nothing leaves no trace.
   * @param path below the board's address, or from `/api/` on, with names for ids
   */
  send: (by: FixtureUser, method: Method, path: string, body?: object) => Promise<ObservedOutcome>;
  /** `send`, for a command that must succeed. */
  sendOk: (by: FixtureUser, method: Method, path: string, body?: object) => Promise<ObservedOutcome>;
  /** Makes a user (by default Ann) the facilitator, with these options. */
  facilitate: (options: Partial<FacilitatorOptions>, by?: FixtureUser) => Promise<void>;
  /** A board as the tables have it, a line for each section: `A: one two(nested) | four |`. */
  outline: (board?: string) => Promise<string[]>;
  /** The board's row. */
  boardRow: () => Promise<Row>;
}

let engine: TestEngine | null = null;

/** Makes test files that are imported from now on use this engine instead of SQLite. */
export function observeOn(chosen: TestEngine): void {
  engine = chosen;
}

function buildOn(chosen: TestEngine | null): () => Promise<TestApp> {
  if (chosen === null) return () => buildTestApp({ frozenAt: noon });
  let placed: TestStore | undefined;
  afterAll(() => placed?.drop());
  return async () => {
    placed = await chosen.open();
    return buildTestApp({ store: placed.store, frozenAt: noon });
  };
}

/**
 * Makes the fixture's boards once for all tests of a file.
 * @returns a function that each test calls first: it restores the boards. Versions continue to grow, and the time moves on by a minute
 */
export function observeBoards(build = buildOn(engine)): () => Promise<ObservedBoard> {
  let made: Awaited<ReturnType<typeof makeObservedBoard>>;
  beforeAll(async () => {
    made = await makeObservedBoard(await build());
  }, 60_000);
  // This hook runs before the one that drops the store, which was registered earlier.
  afterAll(() => made.board.app.close());
  return async () => {
    await made.reset();
    return made.board;
  };
}

async function makeObservedBoard(app: TestApp) {
  const { people, connections, names, retro, other } = await makeBoardFixture(app);
  const { db } = app.deps.store;
  const url = `/api/v1/boards/${retro}`;
  let tables: Tables = await readTables(db);
  const views = new Map<FixtureUser, ClientBoard>();
  const settle = () => Promise.all(Object.values(connections).map((each) => each.flush()));
  const readAgain = async (): Promise<void> => {
    tables = await readTables(db);
    names.addItems(tables);
  };
  const followAgain = async (): Promise<void> => {
    for (const who of readers) views.set(who, await readClientBoard(people[who], url));
    await readAgain();
    await settle();
  };
  await followAgain();
  const start = { tables, forgetNames: names.checkpoint() };
  const versionIn = (from: Tables, board: string) => from.boards.get(board)?.["version"] as number;

  async function reset(): Promise<void> {
    app.time.now += 60_000;
    await settle();
    const now = await readTables(db);
    const versions = [retro, other].map((board) => versionIn(now, board) || 0);
    await restoreBoards(app.deps.store, start.tables, Math.max(...versions, versionIn(tables, retro)) + 1);
    start.forgetNames();
    await followAgain();
  }

  async function send(
    by: FixtureUser,
    method: Method,
    path: string,
    body?: object,
  ): Promise<ObservedOutcome> {
    await settle();
    const heardSince = startRecording(connections);
    const before = tables;
    const target = path.startsWith("/api/") ? names.resolve(path) : url + names.resolve(path);
    const headers = { "x-socket-id": connections[by].raw.socketId };
    const answer = await requestBy(people[by], method, target, names.resolve(body), headers);
    await settle();
    const heard = heardSince();
    await readAgain();
    const json: Body = answer.body === "" ? {} : answer.json();
    const { changes: logged, ...stored } = compareTables(before, tables);
    const version = versionIn(tables, retro);
    if (version === versionIn(before, retro)) {
      if (json.meta?.changes) expect(json.meta).toEqual({ version, changes: [] });
      if (target.startsWith(url)) {
        expect({ logged, stored: { ...stored, visits: undefined } }).toEqual({
          logged: undefined,
          stored: {},
        });
        expect(Object.values(heard).flat()).toEqual([]);
      }
    } else {
      expect([answer.statusCode < 300, version]).toEqual([true, versionIn(before, retro) + 1]);
      expect(logged?.added).toEqual({
        [`${retro} ${version}`]: {
          board_id: retro,
          version,
          touched: expect.any(Object),
          created_at: app.time.now,
        },
      });
      await expectReceived(by, version, json.meta, heard);
      expectPresented(json.data, views.get(by));
      const row = stored.boards?.changed?.[retro];
      delete row?.["version"];
      if (row && Object.keys(row).length === 0) delete stored.boards;
    }
    expectExactCounts(tables);
    return {
      ...(names.named(json) as Body),
      status: answer.statusCode,
      headers: answer.headers,
      stored: names.named(stored) as StoredDiff,
      heard: names.named(heard) as ReceivedByAll,
    };
  }

  /** Checks that all connections on the board got a change completely and once, and that no other connection got it. */
  async function expectReceived(
    by: FixtureUser,
    version: number,
    meta: ChangeMeta | undefined,
    heard: ReceivedByAll,
  ) {
    expect([heard[by], heard.dan]).toEqual([[], []]);
    if (by !== "ann") expect(heard.ann).toEqual(heard.annTab);
    if (meta) expect(meta.version).toBe(version);
    for (const who of readers) {
      const [old, fresh] = [views.get(who) as ClientBoard, await readClientBoard(people[who], url)];
      views.set(who, fresh);
      if (who === by && meta) expectSameView(applyChanges(old, meta.changes, version), fresh);
      const events = who === "ann" ? heard.annTab : heard[who];
      if (who !== by || who === "ann") {
        expect(events.filter(({ on }) => on !== "own")).toHaveLength(1);
        expect(new Set(events.map(({ data }) => data.version))).toEqual(new Set([version]));
        // Clients fetch changes over 8 kB.
        if (events.every(({ data }) => data["fetch"] !== true))
          expectSameView(applyChanges(old, changesIn(events), version), fresh);
      }
      const late = await catchUpClient(people[who], url, old);
      if (late !== null) expectSameView(late, fresh);
      const board = events.find(({ event }) => event === "board.update")?.data["board"];
      if (board) expect(board).toEqual((await people[who].get(url)).json<{ data: Board }>().data);
    }
    await settle();
  }

  const board: ObservedBoard = {
    app,
    people,
    connections,
    names,
    url,
    send,
    async sendOk(...request) {
      const done = await send(...request);
      expect([request, done.code, done.errors, done.status < 300]).toEqual([
        request,
        undefined,
        undefined,
        true,
      ]);
      return done;
    },
    async facilitate(options, by = "ann") {
      await facilitate(people[by], { url }, options);
      await followAgain();
    },
    async outline(of = "@retro") {
      const items = [...(await readTables(db)).items.values()].toSorted(byOrder);
      const below = (parent: unknown) =>
        items.filter((row) => row["parent_id"] === parent && row["board_id"] === names.id(of));
      const text = (row: Row): string => {
        const nested = below(row["id"]).map(text).join(" ");
        return `${String(row["title"])}${nested === "" ? "" : `(${nested})`}`;
      };
      return below(null).map((section) => {
        const columns = below(section["id"]).map((column) => below(column["id"]).map(text).join(" "));
        return `${String(section["title"])}: ${columns.join(" | ")}`.trimEnd();
      });
    },
    boardRow: async () => (await readTables(db)).boards.get(retro) as Row,
  };
  return { board, reset };
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

/** Checks that the boards' counts are those of their rows, and that every section has three columns. */
function expectExactCounts({ boards, items }: Tables): void {
  for (const [id, row] of boards) {
    const kinds = [...items.values()].filter((each) => each["board_id"] === id).map((each) => each["kind"]);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    const counts = [count("section"), count("sticker"), count("column")];
    const sections = row["section_count"] as number;
    expect([id, ...counts]).toEqual([id, sections, row["sticker_count"], 3 * sections]);
  }
}

/** Checks that the items of an answer equal those that the caller sees on a fresh read. */
function expectPresented(data: unknown, fresh: ClientBoard | undefined): void {
  for (const item of Array.isArray(data) ? data : [data]) {
    if (typeof item !== "object" || item === null || !("kind" in item) || "children" in item) continue;
    expect(item).toEqual(fresh?.items.get((item as { id: string }).id));
  }
}

function expectSameView(
  { view, newSession }: { view: ClientBoard; newSession: boolean },
  fresh: ClientBoard,
): void {
  const head = ({ title, description, version, facilitation }: ClientBoard) => ({
    title,
    description,
    version,
    session: facilitation,
  });
  expect(head(view)).toEqual(head(fresh));
  // Other options show or hide more: a client loads the board again.
  if (newSession) return;
  const sorted = ({ items }: ClientBoard) => [...items.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(sorted(view)).toEqual(sorted(fresh));
  expect([...view.mine].toSorted()).toEqual([...fresh.mine].toSorted());
}
