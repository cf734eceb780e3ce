import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { databaseFault } from "../db/faults.ts";
import { openDatabaseAt } from "../db/engines/open.ts";
import type { RetroDatabase } from "../db/database.ts";
import { type TestResponse, type TestApp, type Visitor, buildTestApp } from "../testing/app.ts";
import { makeBoard, treeOf } from "../testing/boards.ts";
import { engines } from "../testing/databases/test-engines.ts";
import { startTcpProxy } from "../testing/nodes/tcp-proxy.ts";

const [sqlite, postgres] = engines as [(typeof engines)[0], (typeof engines)[0] | undefined];

/** An application on the database, with a board. */
async function withBoard(database: RetroDatabase) {
  const test = await buildTestApp({ database });
  const ann = await test.visitor({ name: "Ann" });
  const board = await makeBoard(ann);
  const add = (title: string, id: string = randomUUID()) =>
    ann.post(`${board.url}/items`, { id, title, parent_id: board.columns[0] });
  return { ...test, ...board, ann, add };
}

/** Titles of the first column's stickers, and the board's version and counts: they must agree. */
async function stateOf(database: RetroDatabase, ann: Visitor, url: string) {
  const titles = (await treeOf(ann, url))[0]?.children[0]?.children.map(({ title }) => title);
  const [, , , , id] = url.split("/");
  const { version, sticker_count } = await database.db
    .selectFrom("boards")
    .select(["version", "sticker_count"])
    .where("id", "=", id as string)
    .executeTakeFirstOrThrow();
  const logged = await database.db
    .selectFrom("changes")
    .select("version")
    .where("board_id", "=", id as string)
    .execute();
  return { titles, sticker_count, version, logged: logged.length };
}

function expectUnavailable(answer: TestResponse, code = "unavailable"): void {
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, code]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
}

async function readiness({ app }: Pick<TestApp, "app">) {
  const answer = await app.inject("/health/ready");
  return { status: answer.statusCode, reason: answer.json<{ data?: { reason?: string } }>().data?.reason };
}

describe("faults of the SQLite file", () => {
  const openHere = async () => {
    const { where, drop } = await sqlite.place();
    const database = await openDatabaseAt(where);
    onTestFinished(async () => {
      await database.close();
      await drop();
    });
    return { database, file: join((where as { folder: string }).folder, "retro.db") };
  };

  test("locked by another process: 503 with Retry-After, boards can be read, and the service resumes by itself", async () => {
    const { database, file } = await openHere();
    const board = await withBoard(database);
    expect((await board.add("before")).statusCode).toBe(201);
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    expectUnavailable(await board.add("while locked"));
    expect((await board.ann.get(board.url)).statusCode).toBe(200);
    expect(await readiness(board)).toEqual({ status: 503, reason: "locked" });
    const figure = async () => /^retro_ready (\d)$/m.exec((await board.app.inject("/metrics")).body)?.[1];
    await expect.poll(figure).toBe("0");
    other.exec("rollback");
    other.close();
    await expect.poll(figure).toBe("1");
    expect((await board.add("after")).statusCode).toBe(201);
    expect(await readiness(board)).toMatchObject({ status: 200 });
    expect(await stateOf(database, board.ann, board.url)).toEqual({
      titles: ["before", "after"],
      sticker_count: 2,
      version: 3,
      logged: 2,
    });
  });

  test("a statement waits for a short lock without blocking anybody", async () => {
    const { database, file } = await openHere();
    const board = await withBoard(database);
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    const adding = board.add("patient");
    expect((await board.ann.get(board.url)).statusCode).toBe(200);
    other.exec("commit");
    other.close();
    expect((await adding).statusCode).toBe(201);
  });

  test("disk full: 503 with Retry-After, nothing half-written, readiness says why, and the service resumes by itself", async () => {
    const { database } = await openHere();
    const board = await withBoard(database);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(database.db);
    const answers: TestResponse[] = [];
    // An allocated page may still have room for a sticker.
    do answers.push(await board.add("x".repeat(1000)));
    while (answers.at(-1)?.statusCode === 201 && answers.length < 200);
    expectUnavailable(answers.at(-1) as TestResponse);
    expect(await readiness(board)).toEqual({ status: 503, reason: "disk full" });
    const saved = answers.filter(({ statusCode }) => statusCode === 201).length;
    expect(await stateOf(database, board.ann, board.url)).toMatchObject({
      sticker_count: saved,
      version: saved + 1,
      logged: saved,
    });
    await sql`pragma max_page_count = 1000000`.execute(database.db);
    expect((await board.add("room again")).statusCode).toBe(201);
    expect(await readiness(board)).toMatchObject({ status: 200 });
  });

  test("read-only: 503 with Retry-After, boards can be read", async () => {
    const { database } = await openHere();
    const board = await withBoard(database);
    await sql`pragma query_only = 1`.execute(database.db);
    expectUnavailable(await board.add("no"));
    expect((await board.ann.get(board.url)).statusCode).toBe(200);
    expect(await readiness(board)).toEqual({ status: 503, reason: "read-only" });
    await sql`pragma query_only = 0`.execute(database.db);
    expect((await board.add("yes")).statusCode).toBe(201);
  });
});

describe.skipIf(postgres === undefined)("faults of PostgreSQL", () => {
  const openHere = async (poolSize?: number) => {
    const { where, drop } = await (postgres as (typeof engines)[0]).place();
    const { databaseUrl } = where as { databaseUrl: string };
    const proxy = await startTcpProxy(databaseUrl);
    const database = await openDatabaseAt({ databaseUrl: proxy.url, ...(poolSize && { poolSize }) });
    onTestFinished(async () => {
      await database.close();
      await proxy.close();
      await drop();
    });
    /** Ends every connection to the database, as PostgreSQL does when it stops. */
    const terminate = async () => {
      const admin = new pg.Client({ connectionString: databaseUrl });
      await admin.connect();
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      await admin.end();
    };
    return { database, proxy, terminate };
  };

  test("stopped and started again: 503 with Retry-After meanwhile, nothing half-written, and the service resumes by itself", async () => {
    const { database, proxy } = await openHere();
    const board = await withBoard(database);
    expect((await board.add("before")).statusCode).toBe(201);
    await proxy.cut();
    for (const answer of await Promise.all([board.add("away"), board.add("away too")]))
      expectUnavailable(answer);
    expectUnavailable(await board.ann.get(board.url));
    expect(await readiness(board)).toEqual({ status: 503, reason: "unreachable" });
    expect((await board.app.inject("/health/live")).statusCode).toBe(200);
    await proxy.restore();
    expect(await readiness(board)).toMatchObject({ status: 200 });
    expect((await board.add("after")).statusCode).toBe(201);
    expect(await stateOf(database, board.ann, board.url)).toEqual({
      titles: ["before", "after"],
      sticker_count: 2,
      version: 3,
      logged: 2,
    });
  });

  test("connections ended by the server, idle ones and one in a transaction: the process lives, the next request works", async () => {
    const { database, terminate } = await openHere();
    const board = await withBoard(database);
    const held = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const transaction = database
      .transaction(async (trx) => {
        await sql`select 1`.execute(trx);
        entered.resolve();
        await held.promise;
        await sql`select 2`.execute(trx);
      })
      .catch((error: unknown) => databaseFault(error));
    await entered.promise;
    await terminate();
    await expect
      .poll(async () => (await board.add("on a new connection")).statusCode, { timeout: 10_000 })
      .toBe(201);
    held.resolve();
    expect(await transaction).toBe("unreachable");
  });

  test("every connection taken: 503 with Retry-After, readiness says so, and the service resumes by itself", async () => {
    const { database } = await openHere(1);
    const board = await withBoard(database);
    const held = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const holding = database.transaction(async () => {
      entered.resolve();
      await held.promise;
    });
    await entered.promise;
    const [read, ready] = await Promise.all([board.ann.get(board.url), readiness(board)]);
    expectUnavailable(read);
    expect(ready.status).toBe(503);
    held.resolve();
    await holding;
    expect((await board.add("after")).statusCode).toBe(201);
    expect(await readiness(board)).toMatchObject({ status: 200 });
  });
});
