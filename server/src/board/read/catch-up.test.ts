import { describe, expect, test } from "vitest";
import type { Change, ChangesResponse } from "@retro/contract/changes";
import { buildTestApp } from "../../testing/app.ts";
import { applyChanges, readClientBoard } from "../../testing/client-board.ts";
import { type FixtureUser } from "../../testing/board-fixture.ts";
import { describeChanges } from "../../testing/received-events.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { readSnapshot } from "./snapshot.ts";
import { runTogether } from "../../db/engines/query-batch.ts";
import { changeWrites, readChangeLog } from "./change-log-store.ts";

/** The number of versions in the log. */
const kept = 1000;

eachEngine("the change log", (open) => {
  const start = observeBoards(async () =>
    buildTestApp({ database: await open(), frozenAt: Date.UTC(2026, 0, 15, 12) }),
  );
  const versionOf = async (t: ObservedBoard) => (await t.boardRow())["version"] as number;
  const since = async (t: ObservedBoard, who: FixtureUser, version: number) =>
    t.names.named(
      (await t.people[who].get(`${t.url}/changes?since=${version}`)).json<{ data: ChangesResponse }>().data,
    ) as ChangesResponse;
  const words = (answer: ChangesResponse) =>
    "reload" in answer ? "reload" : describeChanges(answer.changes);

  test("actions come in the order of their changes, whatever their random ids are", async () => {
    const t = await start();
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const begun = await versionOf(t);
      const texts = [`first ${round}`, `second ${round}`];
      for (const text of texts) await t.sendOk("ann", "POST", "/actions", { text });
      const answer = await since(t, "bob", begun);
      const changes = "reload" in answer ? [] : answer.changes;
      expect(changes.map((change) => change.type === "action.put" && change.action.text)).toEqual(texts);
    }
  });

  test("a client that missed many commands catches up with the resulting values", async () => {
    const t = await start();
    const begun = await versionOf(t);
    const old = await readClientBoard(t.people.bob, t.url);
    await t.sendOk("ann", "POST", "/items", { title: "new", parent_id: "@A.0" });
    await t.sendOk("ann", "PUT", "/items/@new", { title: "newer" });
    await t.sendOk("ann", "PUT", "/sort", { item_id: "@new", parent_id: "@C.0", position: 0 });
    await t.sendOk("cy", "DELETE", "/items/@one");
    await t.sendOk("bob", "POST", "/items/@new/vote");
    await t.sendOk("cy", "POST", "/items/@two/vote");
    await t.sendOk("cy", "PUT", "", { title: "New" });
    // Voted on and then deleted: a client that catches up learns neither of the vote nor of the sticker.
    await t.sendOk("bob", "POST", "/items/@three/vote");
    await t.sendOk("cy", "DELETE", "/items/@three");
    const answer = await since(t, "bob", begun);
    expect(words(answer)).toEqual([
      "board.put",
      "deleted @one @three",
      "put @new",
      "votes @two 2",
      "mine @new +",
    ]);
    expect(words(await since(t, "cy", begun))).toEqual([
      "board.put",
      "deleted @one @three",
      "put @new",
      "votes @two 2",
      "mine @two +",
    ]);
    const raw = (await t.people.bob.get(`${t.url}/changes?since=${begun}`)).json<{
      data: { changes: Change[] };
    }>();
    const { view } = applyChanges(old, raw.data.changes, await versionOf(t));
    const fresh = await readClientBoard(t.people.bob, t.url);
    expect(Object.fromEntries(view.items)).toEqual(Object.fromEntries(fresh.items));
    expect(view.mine).toEqual(fresh.mine);
  });

  test("answers with nothing to one who knows the version, and lets one reload who knows a later one", async () => {
    const t = await start();
    const version = await versionOf(t);
    expect(await since(t, "bob", version)).toEqual({ version, changes: [], serverTime: t.app.time.now });
    expect(await since(t, "bob", version + 1)).toEqual({ reload: true });
    for (const wrong of ["-1", "1.5", "x"]) {
      const answer = await t.people.bob.get(`${t.url}/changes?since=${wrong}`);
      expect([wrong, answer.statusCode]).toEqual([wrong, 422]);
    }
  });

  test("a version that touched nothing the caller may know of is a tick", async () => {
    const t = await start();
    await t.facilitate({ concealVoteCount: true });
    const version = await versionOf(t);
    await t.sendOk("cy", "POST", "/items/@one/vote");
    expect(words(await since(t, "bob", version))).toEqual(["tick"]);
    expect(words(await since(t, "ann", version))).toEqual(["votes @one 2"]);
    expect(words(await since(t, "cy", version))).toEqual(["mine @one +"]);
  });

  test("a log that does not reach back that far, or has a hole, lets the client reload", async () => {
    const t = await start();
    const version = await versionOf(t);
    expect(await since(t, "bob", version - 1)).toEqual({ reload: true });
    for (const title of ["n1", "n2", "n3"])
      await t.sendOk("ann", "POST", "/items", { title, parent_id: "@A.0" });
    expect(words(await since(t, "bob", version))).toEqual(["put @n1", "put @n2", "put @n3"]);
    const { db } = t.app.deps.database;
    await db
      .deleteFrom("changes")
      .where("version", "=", version + 1)
      .execute();
    expect(await since(t, "bob", version)).toEqual({ reload: true });
    expect(words(await since(t, "bob", version + 1))).toEqual(["put @n2", "put @n3"]);
    await db
      .deleteFrom("changes")
      .where("version", "=", version + 3)
      .execute();
    expect(await since(t, "bob", version + 1)).toEqual({ reload: true });
  });

  test("many touched items are a reload, 400 are not", async () => {
    const t = await start();
    const version = await versionOf(t);
    const batch = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `n${i}` }));
    for (let round = 0; round < 4; round += 1)
      await t.people.ann.post(`${t.url}/items`, { items: batch(100), parent_id: t.names.id("@C.0") });
    expect(words(await since(t, "bob", version))).toHaveLength(400);
    await t.people.ann.put(`${t.url}/items/${t.names.id("@one")}`, { title: "one more" });
    expect(await since(t, "bob", version)).toEqual({ reload: true });
  });

  test("keeps the last 1,000 versions: older ones go with every hundredth, those of other boards stay", async () => {
    const t = await start();
    const { database } = t.app.deps;
    const [retro, other] = [t.names.id("@retro"), t.names.id("@other")];
    const fill = async (version: number) => {
      await database.db.deleteFrom("changes").execute();
      await database.db.updateTable("boards").set({ version }).where("id", "=", retro).execute();
      const rows = Array.from({ length: version }, (_, i) => ({
        version: i + 1,
        touched: "{}",
        created_at: 0,
      }));
      for (let at = 0; at < rows.length; at += 500)
        await database.db
          .insertInto("changes")
          .values(rows.slice(at, at + 500).map((row) => ({ ...row, board_id: retro })))
          .execute();
      await database.db
        .insertInto("changes")
        .values({ board_id: other, version: 1, touched: "{}", created_at: 0 })
        .execute();
    };
    const logged = async (board = retro) => {
      const log = database.db.selectFrom("changes").where("board_id", "=", board).select("version");
      return (await log.orderBy("version").execute()).map(({ version }) => version);
    };
    const change = () => t.people.ann.put(t.url, { title: `${Math.random()}` });
    await fill(1098);
    await change();
    expect(await logged()).toHaveLength(1099);
    await change();
    const left = await logged();
    expect([left[0], left.at(-1), left.length]).toEqual([101, 1100, kept]);
    expect(await logged(other)).toHaveLength(1);
    await change();
    expect(await logged()).toHaveLength(kept + 1);
    expect(await since(t, "bob", 99)).toEqual({ reload: true });
    expect(words(await since(t, "bob", 100))).toEqual(["board.put"]);
  });

  test("an entry is given to clients that know the version before it, in order", async () => {
    const t = await start();
    const { db } = t.app.deps.database;
    const retro = t.names.id("@retro");
    await runTogether(db, [
      ...changeWrites(db, { boardId: retro, version: 20_001, touched: { put: ["a"], reset: true }, now: 5 }),
      ...changeWrites(db, { boardId: retro, version: 20_002, touched: { del: ["b"] }, now: 6 }),
    ]);
    const read = (since: number, until = 20_002) => readChangeLog(db, retro, { since, until }, () => false);
    expect(await read(20_000)).toEqual([{ put: ["a"], reset: true }, { del: ["b"] }]);
    expect(await read(20_001)).toHaveLength(1);
    expect([await read(19_999), await read(20_001, 20_003)]).toEqual([null, null]);
  });
});

describe("a snapshot that the board changes under", () => {
  const start = observeBoards();

  test("has the version from before and the options from after: what was hidden meanwhile is presented as hidden [H4]", async () => {
    const t = await start();
    await t.facilitate({});
    const before = (await t.boardRow())["version"];
    const { version, facilitation, board, value } = await readSnapshot(
      t.app.deps,
      t.names.id("@retro"),
      "",
      async (_db, row) => {
        await t.people.ann.put(`${t.url}/facilitators`, { option: "hideContent", value: true });
        return row.version;
      },
    );
    expect([version, value, board.version]).toEqual([before, before, (before as number) + 1]);
    expect(facilitation.facilitator_options.hideContent).toBe(true);
  });

  test("of a board that is deleted during the request, or never existed, is 404", async () => {
    const t = await start();
    const read = (id: string, during: () => Promise<unknown>) => readSnapshot(t.app.deps, id, "", during);
    await expect(read("nowhere", async () => null)).rejects.toMatchObject({ statusCode: 404 });
    const { db } = t.app.deps.database;
    const id = t.names.id("@other");
    const gone = read(id, () => db.deleteFrom("boards").where("id", "=", id).execute());
    await expect(gone).rejects.toMatchObject({ statusCode: 404 });
  });
});
