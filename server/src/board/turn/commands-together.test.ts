import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi, describe } from "vitest";
import type { Item } from "@retro/contract/items";
import { eventNames } from "@retro/contract/events";
import { openDatabaseAt } from "../../db/engines/open.ts";
import { QueueFullError } from "../../db/engines/wait-queue.ts";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { breakCommits, mendCommits } from "../../testing/databases/broken-commits.ts";
import { sendTogether } from "../../testing/databases/held-turns.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { startTcpProxy } from "../../testing/nodes/tcp-proxy.ts";
import { noon } from "../../testing/observed-board.ts";
import { takeTurn } from "./turn.ts";

type Request = () => Promise<TestResponse>;

const add =
  (by: Visitor, { url, columns }: TestBoard, title: string, id: string = randomUUID()): Request =>
  () =>
    by.post(`${url}/items`, { id, title, parent_id: columns[0] });

const statusesOf = (answers: readonly TestResponse[]) => answers.map(({ statusCode }) => statusCode);
const versionOf = (answer: TestResponse) => answer.json<{ meta?: { version: number } }>().meta?.version;

/** Sends them together, and counts the transactions. */
async function send({ deps }: TestApp, board: TestBoard, requests: Request[], whileHeld?: () => unknown) {
  const { database } = deps;
  const watch = vi.spyOn(database, "transaction");
  const answers = await sendTogether(database.turns, board.id, requests, whileHeld);
  const transactions = watch.mock.calls.length;
  watch.mockRestore();
  return { answers, transactions };
}

/** The stickers in their order; the version, the log and the counts must agree with each other. */
async function titlesOn({ deps: { database } }: TestApp, visitor: Visitor, board: TestBoard) {
  const row = await database.db
    .selectFrom("boards")
    .select(["version", "sticker_count"])
    .where("id", "=", board.id)
    .executeTakeFirstOrThrow();
  const log = await database.db
    .selectFrom("changes")
    .select("version")
    .where("board_id", "=", board.id)
    .orderBy("version")
    .execute();
  const stickers = flattenTree(await treeOf(visitor, board.url)).filter(({ kind }) => kind === "sticker");
  expect(row.sticker_count).toBe(stickers.length);
  expect(log.map(({ version }) => version)).toEqual(Array.from({ length: row.version - 1 }, (_, i) => i + 2));
  return { version: row.version, titles: stickers.map(({ title }) => title) };
}

eachEngine("commands that wait for one board", (open) => {
  const begin = async (frozenAt?: number) => {
    const app = await buildTestApp({ database: await open(), ...(frozenAt !== undefined && { frozenAt }) });
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    return { app, ann, bob, board };
  };

  test("are one transaction: each has its version, answer and event, in the order of arrival, and what is refused or changes nothing undoes no other", async () => {
    const { app, ann, bob, board } = await begin();
    const listener = await listenOn(app, await app.visitor(), board.id);
    const id = randomUUID();
    const { answers, transactions } = await send(app, board, [
      () => ann.put(`${board.url}/items/${randomUUID()}`, { title: "Of nothing" }),
      add(ann, board, "One", id),
      () => ann.post(`${board.url}/items`, { title: "Nowhere", parent_id: randomUUID() }),
      add(bob, board, "Two"),
      add(ann, board, "One", id),
      add(bob, board, "Stolen", id),
      () => bob.post(`${board.url}/items/${id}/vote`),
      () => ann.put(`${board.url}/items/${id}`, { title: "" }),
      () => bob.put(`${board.url}/reset-votes`),
      add(ann, board, "Three"),
      () => bob.delete(`${board.url}/items/${randomUUID()}`),
    ]);
    expect([statusesOf(answers), transactions]).toEqual([
      [404, 201, 422, 201, 201, 409, 200, 422, 403, 201, 404],
      1,
    ]);
    const v = board.board.version;
    const versions = [1, 3, 4, 6, 9].map((at) => versionOf(answers[at] as TestResponse));
    expect(versions).toEqual([v + 1, v + 2, v + 2, v + 3, v + 4]);
    // The same id is the same sticker, and its second request changes nothing [T7].
    expect(answers[4]?.json()).toMatchObject({
      data: answers[1]?.json<{ data: Item }>().data,
      meta: { changes: [] },
    });
    expect(await titlesOn(app, ann, board)).toEqual({ version: v + 4, titles: ["One", "Two", "Three"] });
    await listener.flush();
    expect(listener.events(eventNames.items).map(({ version }) => version)).toEqual([
      v + 1,
      v + 2,
      v + 3,
      v + 4,
    ]);
  });

  test("are refused together only if none is saved: what all refuse makes no version", async () => {
    const { app, ann, board } = await begin();
    const nothing = () => ann.delete(`${board.url}/items/${randomUUID()}`);
    const { answers, transactions } = await send(app, board, [nothing, nothing]);
    expect([statusesOf(answers), transactions]).toEqual([[404, 404], 1]);
    await addSticker(ann, board, "After");
    expect((await titlesOn(app, ann, board)).version).toBe(board.board.version + 1);
  });

  test("are at most sixteen in a transaction, the rest in the next one", async () => {
    const { app, ann, bob, board } = await begin();
    const titles = Array.from({ length: 20 }, (_, i) => `Number ${i}`);
    const requests = titles.map((title, i) => add(i % 2 === 0 ? ann : bob, board, title));
    const { answers, transactions } = await send(app, board, requests);
    expect(transactions).toBe(2);
    expect(answers.map(versionOf)).toEqual(titles.map((_, i) => board.board.version + 1 + i));
    expect((await titlesOn(app, ann, board)).titles).toEqual(titles);
  });

  test("are all refused by a commit that fails, and none is told; the same commands again succeed once", async () => {
    const { app, ann, bob, board } = await begin();
    const listener = await listenOn(app, bob, board.id);
    const requests = ["One", "Two", "Three"].map((title) => add(ann, board, title));
    const refused = () => ann.delete(`${board.url}/items/${randomUUID()}`);
    await breakCommits(app.deps.database);
    const failed = await send(app, board, [...requests, refused]);
    await mendCommits(app.deps.database);
    expect(statusesOf(failed.answers)).toEqual([500, 500, 500, 404]);
    await listener.flush();
    expect(listener.events(eventNames.items)).toEqual([]);
    const { answers, transactions } = await send(app, board, [...requests, ...requests]);
    expect([statusesOf(answers), transactions]).toEqual([Array.from({ length: 6 }, () => 201), 1]);
    expect(await titlesOn(app, ann, board)).toEqual({
      version: board.board.version + 3,
      titles: ["One", "Two", "Three"],
    });
  });

  test("are not repeated when nobody knows whether they are saved, nor when the database takes nothing more", async () => {
    const { app, ann, board } = await begin();
    const { database } = app.deps;
    const transaction = database.transaction.bind(database);
    const onceWith = (fault: Error, save: boolean) => {
      database.transaction = async (...given) => {
        database.transaction = transaction;
        if (save) await transaction(...given);
        throw fault;
      };
    };
    const requests = ["One", "Two"].map((title) => add(ann, board, title));
    onceWith(new QueueFullError("wait"), false);
    const refused = await send(app, board, requests);
    expect([statusesOf(refused.answers), refused.transactions]).toEqual([[503, 503], 1]);
    onceWith(new Error("the connection has told nothing"), true);
    const unknown = await send(app, board, requests);
    expect([statusesOf(unknown.answers), unknown.transactions]).toEqual([[500, 500], 1]);
    expect((await titlesOn(app, ann, board)).titles).toEqual(["One", "Two"]);
  });

  test("that are dear wait for the next transaction, and each is paid once", async () => {
    const { app, ann, board } = await begin();
    const paid = vi.spyOn(app.deps.rateLimiter, "charge");
    const payer = { address: "192.0.2.7", session: null };
    const dear = (fault?: Error) => async () =>
      takeTurn(app.deps, board.id, { userId: ann.user.id, connection: undefined, payer }, async (turn) => {
        turn.chargeItems(2_000);
        turn.record({ type: "tick" });
        if (fault !== undefined) throw fault;
      }).catch((error: unknown) => error);
    const watch = vi.spyOn(app.deps.database, "transaction");
    const fault = new Error("a fault of ours");
    const done = await sendTogether<unknown>(app.deps.database.turns, board.id, [dear(), dear(), dear()]);
    expect(done).toMatchObject([1, 2, 3].map((n) => ({ meta: { version: board.board.version + n } })));
    expect([watch.mock.calls.length, paid.mock.calls]).toEqual([
      2,
      [1, 2, 3].map(() => [payer, { points: 50 }]),
    ]);
    const [failed, after] = await sendTogether<unknown>(app.deps.database.turns, board.id, [
      dear(fault),
      dear(),
    ]);
    expect([failed, after]).toMatchObject([fault, { meta: { version: board.board.version + 4 } }]);
    expect(watch.mock.calls.length).toBe(2 + 3);
    expect(paid.mock.calls.slice(3)).toEqual([1, 2].map(() => [payer, { points: 50 }]));
  });

  test("survive one of them whose write the database refuses: it alone fails", async () => {
    const { app, ann, board } = await begin();
    const { db, engine } = app.deps.database;
    const statements =
      engine === "sqlite"
        ? [
            "create trigger refused before insert on items when new.title = 'Bad' begin select raise(abort, 'refused'); end",
          ]
        : [
            "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
            "create trigger refused before insert on items for each row when (new.title = 'Bad') execute function refuse()",
          ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    const titles = ["One", "Bad", "Two", "Bad"];
    const { answers } = await send(
      app,
      board,
      titles.map((title) => add(ann, board, title)),
    );
    expect(statusesOf(answers)).toEqual([201, 500, 201, 500]);
    expect(answers.map(versionOf)).toEqual([
      board.board.version + 1,
      undefined,
      board.board.version + 2,
      undefined,
    ]);
    expect((await titlesOn(app, ann, board)).titles).toEqual(["One", "Two"]);
  });

  test("see what those before them did: a lock refuses the later ones, and a session that has ended meanwhile its own", async () => {
    const { app, ann, bob, board } = await begin();
    await ann.post(`${board.url}/facilitators`);
    // Known to the server, so that only the turn asks for the session.
    await addSticker(bob, board, "Before");
    const { answers } = await send(app, board, [add(bob, board, "Gone"), add(ann, board, "Last")], () =>
      app.deps.database.db.deleteFrom("sessions").where("user_id", "=", bob.user.id).execute(),
    );
    expect(statusesOf(answers)).toEqual([401, 201]);
    const cy = await app.visitor();
    const locked = await send(app, board, [
      add(cy, board, "In time"),
      () => ann.put(`${board.url}/lock`, { locked: true }),
      add(cy, board, "Late"),
    ]);
    expect(statusesOf(locked.answers)).toEqual([201, 200, 403]);
    expect((await titlesOn(app, ann, board)).titles).toEqual(["Before", "Last", "In time"]);
  });

  test("wait for the end of a timer that some of them find [C4]: it ends once, between those before and after", async () => {
    const { app, ann, bob, board } = await begin(noon);
    const listener = await listenOn(app, bob, board.id);
    await ann.post(`${board.url}/timers`, { count_time: 60 });
    const tickAway = takeTurn.bind(
      null,
      app.deps,
      board.id,
      { userId: ann.user.id, connection: undefined },
      async (turn) => {
        app.time.now += 70_000;
        turn.record({ type: "tick" });
      },
    );
    const done = await sendTogether<unknown>(app.deps.database.turns, board.id, [
      add(ann, board, "One"),
      tickAway,
      add(ann, board, "Two"),
      () => bob.delete(`${board.url}/items/${randomUUID()}`),
      add(bob, board, "Three"),
    ]);
    const [one, ticked, two, nothing, three] = done as [
      TestResponse,
      { meta: { version: number } },
      ...TestResponse[],
    ];
    const v = board.board.version + 1;
    expect([
      versionOf(one),
      ticked.meta.version,
      versionOf(two as TestResponse),
      nothing?.statusCode,
      versionOf(three as TestResponse),
    ]).toEqual([v + 1, v + 2, v + 4, 404, v + 5]);
    await listener.flush();
    expect(listener.events("timer.delete").map(({ version }) => version)).toEqual([v + 3]);
    expect(await titlesOn(app, ann, board)).toEqual({ version: v + 5, titles: ["One", "Two", "Three"] });
  });

  test("[M5] attack: who has no pass receives nothing of a command that waited behind the new passphrase", async () => {
    const { app, ann, bob, board } = await begin();
    const listener = await listenOn(app, bob, board.id);
    const { answers } = await send(app, board, [
      add(ann, board, "Open"),
      () => ann.put(`${board.url}/passphrase`, { passphrase: "a long passphrase" }),
      add(ann, board, "Secret"),
      add(bob, board, "Shut out"),
    ]);
    expect(statusesOf(answers)).toEqual([201, 200, 201, 403]);
    await listener.raw.waitForClose();
    expect(listener.receivedText()).toContain("Open");
    expect(listener.receivedText()).not.toContain("Secret");
  });
});

const postgres = engines.find(({ name }) => name === "PostgreSQL");

describe.skipIf(postgres === undefined)("commands that wait for one board on PostgreSQL", () => {
  const place = async () => {
    const { where, drop } = await (postgres as (typeof engines)[0]).place();
    onTestFinished(drop);
    return (where as { databaseUrl: string }).databaseUrl;
  };
  const openAt = async (databaseUrl: string) => {
    const database = await openDatabaseAt({ databaseUrl });
    onTestFinished(() => database.close());
    return buildTestApp({ database });
  };

  test("are all refused when the connection breaks while they are committed; the same again is harmless", async () => {
    const proxy = await startTcpProxy(await place());
    onTestFinished(() => proxy.close());
    const app = await openAt(proxy.url);
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const titles = ["One", "Two", "Three"];
    const requests = titles.map((title) => add(ann, board, title));
    proxy.cutAt("commit");
    const failed = await send(app, board, requests);
    expect([statusesOf(failed.answers), failed.transactions]).toEqual([[503, 503, 503], 1]);
    const { answers } = await send(app, board, requests);
    expect(statusesOf(answers)).toEqual([201, 201, 201]);
    expect(await titlesOn(app, ann, board)).toEqual({ version: board.board.version + 3, titles });
  });

  test("on two servers: all get a version of their own, each server's in order", async () => {
    const url = await place();
    const apps = [await openAt(url), await openAt(url)];
    const [ann, bob] = (await Promise.all(apps.map((app) => app.visitor()))) as [Visitor, Visitor];
    const board = await makeBoard(ann);
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    const sent = await Promise.all(
      [ann, bob].map((by, i) =>
        send(
          apps[i] as TestApp,
          board,
          numbers.map((n) => add(by, board, `${i}.${n}`)),
        ),
      ),
    );
    const versions = sent.map(({ answers }) => answers.map((answer) => versionOf(answer) ?? 0));
    for (const own of versions) expect(own).toEqual(own.toSorted((a, b) => a - b));
    expect(versions.flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => board.board.version + 1 + i),
    );
    const { titles } = await titlesOn(apps[0] as TestApp, ann, board);
    expect(new Set(titles)).toEqual(new Set([0, 1].flatMap((i) => numbers.map((n) => `${i}.${n}`))));
  });
});
