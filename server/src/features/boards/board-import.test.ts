import { describe, expect, it, onTestFinished } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { buildTestApp, type TestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { Housekeeping } from "../housekeeping/housekeeping.ts";
import { importBoard } from "./board-import.ts";

const board = (count: number) => ({
  board: { title: "Imported" },
  sections: [
    {
      title: "One",
      columns: [
        Array.from({ length: count }, (_, i) => ({
          text: `Sticker ${i}`,
        })),
        [],
        [],
      ],
    },
  ],
});

/** The database of a server that loses it after some transactions. */
function lostAfter(database: RetroDatabase, transactions: number): RetroDatabase {
  let left = transactions;
  return Object.create(database, {
    transaction: {
      value: (work: Parameters<RetroDatabase["transaction"]>[0]) => {
        left -= 1;
        if (left < 0) throw new Error("the database is gone");
        return database.transaction(work);
      },
    },
  }) as RetroDatabase;
}

async function boardsAndItems({ database }: TestApp["deps"]): Promise<number[]> {
  const boards = await database.db.selectFrom("boards").select("id").execute();
  const items = await database.db.selectFrom("items").select("id").execute();
  return [boards.length, items.length];
}

/** The keys of the server's unfinished imports. */
async function openImports({ database }: TestApp["deps"]): Promise<string[]> {
  const rows = await database.db
    .selectFrom("server_state")
    .select("key")
    .where("key", "like", "import %")
    .execute();
  return rows.map(({ key }) => key);
}

const options = { now: 1, hidden: "Hidden", pace: <T>(work: () => Promise<T>) => work() };

eachEngine("an import", (open) => {
  it("attack: that is cancelled after some of its transactions leaves nothing of the board", async () => {
    const { visitor, deps } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const before = await boardsAndItems(deps);
    const cancel = new AbortController();
    let parts = 0;
    const pace = <T>(work: () => Promise<T>): Promise<T> => {
      parts += 1;
      if (parts === 3) cancel.abort(new Error("cancelled"));
      return work();
    };
    const importing = importBoard(deps, ann.user, board(2001), { ...options, pace, signal: cancel.signal });
    await expect(importing).rejects.toThrow("cancelled");
    expect([await boardsAndItems(deps), await openImports(deps)]).toEqual([before, []]);
  });

  it.each([0, 501, 2001])(
    "of %i stickers is whole, in order, and among its maker's boards",
    async (count) => {
      const { visitor, deps } = await buildTestApp({ database: await open() });
      const ann = await visitor();
      const { id } = await importBoard(deps, ann.user, board(count), options);
      const titles = await deps.database.db
        .selectFrom("items")
        .select("title")
        .where("board_id", "=", id)
        .where("kind", "=", "sticker")
        .orderBy("order_key")
        .execute();
      expect(titles.map(({ title }) => title)).toEqual(
        Array.from({ length: count }, (_, i) => `Sticker ${i}`),
      );
      const [row] = await deps.database.db.selectFrom("boards").selectAll().where("id", "=", id).execute();
      expect([row?.sticker_count, row?.section_count]).toEqual([count, 1]);
      const mine = await deps.database.db
        .selectFrom("visits")
        .select("board_id")
        .where("user_id", "=", ann.user.id)
        .execute();
      expect(mine).toEqual([{ board_id: id }]);
      expect(await openImports(deps)).toEqual([]);
    },
  );

  it("of 5,000 stickers lets others write in between, and nobody sees the board before it is whole", async () => {
    const { visitor, deps } = await buildTestApp({ database: await open() });
    const [ann, bob] = [await visitor(), await visitor()];
    const own = await makeBoard(bob);
    const over = new AbortController();
    let written = 0;
    const pace = <T>(work: () => Promise<T>) =>
      deps.rateLimiter.heavySlots.run({ address: "192.0.2.1" }, work);
    const importing = importBoard(deps, ann.user, board(5000), { ...options, pace }).finally(() =>
      over.abort(),
    );
    // Fewer than the limit of one session.
    while (!over.signal.aborted && written < 300) {
      await addSticker(bob, own, "meanwhile");
      written += 1;
      const seen = await deps.database.db
        .selectFrom("visits")
        .select("board_id")
        .where("user_id", "=", ann.user.id)
        .execute();
      if (seen.length > 0) break;
    }
    const { id } = await importing;
    expect(written).toBeGreaterThanOrEqual(3);
    expect((await ann.get(`/api/v1/boards/${id}`)).statusCode).toBe(200);
  });

  describe("of which a part cannot be written", () => {
    it("leaves nothing", async () => {
      const { visitor, deps } = await buildTestApp({ database: await open() });
      const ann = await visitor();
      let turns = 0;
      const pace = <T>(work: () => Promise<T>): Promise<T> => {
        turns += 1;
        return turns === 3 ? Promise.reject(new Error("disk full")) : work();
      };
      await expect(importBoard(deps, ann.user, board(2000), { ...options, pace })).rejects.toThrow(
        "disk full",
      );
      expect(await boardsAndItems(deps)).toEqual([0, 0]);
    });

    it.each([1, 4])(
      "because the server ends after %i transactions, leaves nothing after the next start",
      async (transactions) => {
        const database = await open();
        const { visitor, deps } = await buildTestApp({ database });
        const ann = await visitor();
        const dying = { ...deps, database: lostAfter(database, transactions) };
        await expect(importBoard(dying, ann.user, board(2000), options)).rejects.toThrow("is gone");
        expect((await boardsAndItems(deps))[0]).toBe(1);
        await buildTestApp({ database });
        expect(await boardsAndItems(deps)).toEqual([0, 0]);
        expect(await openImports(deps)).toEqual([]);
      },
    );
  });
});

const postgres = engines.find(({ name }) => name === "PostgreSQL");

describe.skipIf(postgres === undefined)("an import on one of several servers", () => {
  const hour = 3_600_000;
  const start = async () => {
    const { database, drop } = await (postgres as (typeof engines)[0]).open();
    onTestFinished(drop);
    const frozenAt = Date.UTC(2026, 10, 23);
    const app = await buildTestApp({ database, frozenAt });
    return {
      database,
      app,
      ann: await app.visitor(),
      startAnother: () => buildTestApp({ database, frozenAt }),
    };
  };

  it("goes on while another server starts", async () => {
    const { app, ann, startAnother } = await start();
    let parts = 0;
    const pace = async <T>(work: () => Promise<T>): Promise<T> => {
      if ((parts += 1) === 3) await startAnother();
      return work();
    };
    const { id } = await importBoard(app.deps, ann.user, board(2000), {
      ...options,
      now: app.time.now,
      pace,
    });
    const [row] = await app.deps.database.db.selectFrom("boards").selectAll().where("id", "=", id).execute();
    expect(row?.sticker_count).toBe(2000);
    expect(await openImports(app.deps)).toEqual([]);
  });

  it("that ends with its server is deleted by another one after an hour", async () => {
    const { database, app, ann, startAnother } = await start();
    const dying = { ...app.deps, database: lostAfter(database, 2) };
    const { now } = app.time;
    await expect(importBoard(dying, ann.user, board(2000), { ...options, now })).rejects.toThrow("is gone");
    await startAnother();
    app.time.now += hour;
    await new Housekeeping(app.deps).run();
    expect(await openImports(app.deps)).toHaveLength(1);
    app.time.now += 1;
    expect(await new Housekeeping(app.deps).run()).toMatchObject({ "unfinished imports": 1 });
    expect([await boardsAndItems(app.deps), await openImports(app.deps)]).toEqual([[0, 0], []]);
  });
});
