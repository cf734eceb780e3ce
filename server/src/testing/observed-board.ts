import { afterAll, beforeAll, expect } from "vitest";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import { type TestApp, buildTestApp } from "./app.ts";
import type { BoardFixture, FixtureUser } from "./board-fixture.ts";
import { BoardObserver, type Method, type ObservedOutcome } from "./board-observer.ts";
import { byOrder } from "./id-names.ts";
import { facilitate } from "./sticker-fixture.ts";
import type { Row, Tables } from "./databases/tables.ts";

/**
 * The time at which the first test begins. Time does not pass: a test that needs another time sets
 * `app.time`.
 */
export const noon = Date.UTC(2026, 0, 15, 12);
/** A board in use that records everything that a command does: answer, tables, events of every connection. */
export interface ObservedBoard extends Pick<BoardFixture, "people" | "connections" | "names"> {
  app: TestApp;
  /** The address of the board, `/api/v1/boards/…`. */
  url: string;
  /**
   * Sends a request and checks the invariants: a change increases the version by one, is logged once, and
   * every connection except the sender's gets it once; a client that applies its events, or catches up, sees
   * what a fresh read gives; the counts are exact. A request that is refused or changes nothing leaves no
   * trace.
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

/**
 * Makes the fixture's boards once for all tests of a file.
 * @returns a function that each test calls first: it restores the boards. Versions continue to grow, and the
 *   time moves on by a minute
 */
export function observeBoards(build = () => buildTestApp({ frozenAt: noon })): () => Promise<ObservedBoard> {
  let observer: BoardObserver;
  let board: ObservedBoard;
  beforeAll(async () => {
    const app = await build();
    observer = await BoardObserver.start(app);
    board = observedBoard(app, observer);
  }, 60_000);
  // This hook runs before the one that drops the database, which was registered earlier.
  afterAll(() => board.app.close());
  return async () => {
    await observer.reset();
    return board;
  };
}

/** @returns the board for the tests, with functions that work without `this` */
function observedBoard(app: TestApp, observer: BoardObserver): ObservedBoard {
  const { fixture, url } = observer;
  const { people, connections, names, retro } = fixture;
  const send: ObservedBoard["send"] = (...request) => observer.send(...request);
  return {
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
      await observer.readViews();
    },
    outline: async (of = "@retro") => outlineOf(await observer.readTables(), names.id(of)),
    boardRow: async () => (await observer.readTables()).boards.get(retro) as Row,
  };
}

function outlineOf({ items }: Tables, boardId: string): string[] {
  const rows = [...items.values()].toSorted(byOrder);
  const below = (parent: unknown) =>
    rows.filter((row) => row["parent_id"] === parent && row["board_id"] === boardId);
  const text = (row: Row): string => {
    const nested = below(row["id"]).map(text).join(" ");
    return `${String(row["title"])}${nested === "" ? "" : `(${nested})`}`;
  };
  return below(null).map((section) => {
    const columns = below(section["id"]).map((column) => below(column["id"]).map(text).join(" "));
    return `${String(section["title"])}: ${columns.join(" | ")}`.trimEnd();
  });
}
