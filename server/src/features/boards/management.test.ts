import { describe, expect, onTestFinished, test } from "vitest";
import type { BinnedBoard, Board, BoardListRow } from "@retro/contract/boards";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { holdLock } from "../../testing/databases/held-locks.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { strictRows } from "../../testing/databases/strict-rows.ts";
import { emptyBin } from "./management.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const day = 86_400_000;
const shelf = async (who: Browser, name: string, query = "") =>
  (await who.get(`/api/v1/boards?shelf=${name}${query}`))
    .json<{ data: BoardListRow[] }>()
    .data.map(({ title }) => title);

describe("the archive", () => {
  test("[M3] an archived board is on another shelf of everybody's list, and works as before", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Old");
    app.time.now += 60_000;
    await makeBoard(ann, "New");
    await bob.get(board.url);
    const { version } = (await ann.get(board.url)).json<{ data: Board }>().data;
    expect((await bob.put(`${board.url}/archive`, { archived: true })).statusCode).toBe(200);
    // Once more changes nothing [Y4].
    const again = await ann.put(`${board.url}/archive`, { archived: true });
    expect(again.json()).toMatchObject({ data: null, meta: { version: version + 1, changes: [] } });
    expect([await shelf(ann, "open"), await shelf(ann, "archived"), await shelf(bob, "archived")]).toEqual([
      ["New"],
      ["Old"],
      ["Old"],
    ]);
    await addSticker(bob, board, "Still open");
    const read = (await ann.get(board.url)).json<{ data: Board }>().data;
    expect([read.archived, read.version]).toEqual([true, version + 2]);
    await ann.put(`${board.url}/archive`, { archived: false });
    expect([await shelf(ann, "open"), await shelf(ann, "archived")]).toEqual([["New", "Old"], []]);
    expect((await ann.get(board.url)).json()).not.toHaveProperty("data.archived");
  });
});

eachEngine("the bin", (open) => {
  test("[M4] a restored board exports the same as before, hides what was hidden, and its facilitator has the seat", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
    const board = await makeBoard(ann, "Retro");
    const sticker = await addSticker(bob, board, "Slow builds");
    await ann.post(`${board.url}/items/${sticker.id}/vote`);
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
    await ann.put(`${board.url}/lock`, { locked: true });
    const exported = async () => {
      const texts = [];
      for (const kind of ["json", "csv", "markdown"])
        texts.push((await bob.get(`/web/boards/${board.id}/export-${kind}`)).body);
      const { version, facilitator_id, ...rest } = (await bob.get(board.url)).json<{ data: Board }>().data;
      return { texts, rest, version, facilitator_id };
    };
    const before = await exported();
    expect((await ann.delete(board.url)).json()).toEqual({ data: null });
    expect((await ann.put(`${board.url}/restore`)).json()).toEqual({ data: null });
    expect(await exported()).toEqual({ ...before, version: before.version + 2 });
  });

  test("[M4] the bin lists a board for everybody who may restore it, for 30 days", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Retro");
    await bob.get(board.url);
    await eve.get(board.url);
    await bob.put(`${board.url}/passphrase`, { passphrase: "a long passphrase" });
    await bob.delete(board.url);
    const shelves = async () => [await shelf(ann, "bin"), await shelf(bob, "bin"), await shelf(eve, "bin")];
    // Its creator sees that it is there; the passphrase keeps the rest.
    expect(await shelves()).toEqual([[""], ["Retro"], []]);
    expect(await shelf(ann, "open")).toEqual([]);
    const bin_until = new Date(noon + 30 * day).toISOString();
    for (const [who, may_restore] of [
      [ann, true],
      [bob, true],
      [eve, false],
    ] as const)
      expect((await who.get(board.url)).json<{ data: BinnedBoard }>().data).toEqual({
        may_restore,
        bin_until,
      });
    expect((await eve.put(`${board.url}/restore`)).statusCode).toBe(404);
    const { db } = app.deps.database;
    await db.updateTable("boards").set({ passphrase_hash: null }).execute();
    expect(await shelves()).toEqual([["Retro"], ["Retro"], ["Retro"]]);
    await db
      .updateTable("boards")
      .set({ deleted_at: noon - 30 * day })
      .execute();
    expect(await shelves()).toEqual([[], [], []]);
    expect((await bob.put(`${board.url}/restore`)).statusCode).toBe(404);
    await db.updateTable("boards").set({ deleted_at: noon }).execute();
    expect((await eve.put(`${board.url}/restore`)).statusCode).toBe(200);
  });

  test("[M4, C4] a board whose timer ran out in the bin, while no server was there to end it, is restored with an idle one", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Retro");
    await ann.post(`${board.url}/timers`, { count_time: 300 });
    await ann.delete(board.url);
    app.time.now += day;
    expect((await ann.put(`${board.url}/restore`)).json()).toEqual({ data: null });
    expect((await bob.get(board.url)).json<{ data: Board }>().data).toMatchObject({
      facilitator_id: null,
      timer: { startTime: null },
    });
  });

  test("[M4] open screens are told to ask, and every subscription ends", async () => {
    const app = await buildTestApp({ database: await open() });
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const [annTab, bobTab] = [await listenOn(app, ann, board.id), await listenOn(app, bob, board.id)];
    const known = (await ann.get(board.url)).json<{ data: { version: number } }>().data.version;
    await ann.delete(board.url);
    for (const { raw } of [annTab, bobTab]) {
      expect(await raw.waitForClose()).toBe(4200);
      const updates = raw.received.filter(({ event }) => event === "board-items.update");
      const versions = updates.map(({ data }) => (data as { version: number }).version);
      expect(updates.at(-1)?.data).toMatchObject({ fetch: true });
      // A page asks for a version that it does not have.
      expect(versions.at(-1)).toBeGreaterThan(Math.max(0, ...versions.slice(0, -1), known));
    }
    expect((await bob.get(`${board.url}/changes?since=1`)).json()).toMatchObject({ code: "board_in_bin" });
    await ann.put(`${board.url}/restore`);
    await listenOn(app, bob, board.id);
  });
});

const postgres = engines.find(({ name }) => name === "PostgreSQL");

test.skipIf(postgres === undefined)(
  "[M4] a board whose restoration is being written when housekeeping empties the bin on PostgreSQL stays",
  async () => {
    const { database, drop } = await (postgres as (typeof engines)[0]).open();
    onTestFinished(drop);
    const app = await buildTestApp({ database, frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann, "Just in time");
    await ann.delete(board.url);
    app.time.now += 30 * day + 1;
    const restoring = await holdLock(database, "update boards set deleted_at = null, deleted_by = null");
    const emptied = emptyBin(app.deps, 5, strictRows());
    await restoring.waiting(1);
    await restoring.commit();
    expect(await emptied).toEqual({ done: 0, more: false });
    expect(await database.db.selectFrom("boards").select("id").execute()).toEqual([{ id: board.id }]);
  },
);
