import { expect, test } from "vitest";
import type { BoardListRow } from "@retro/contract/boards";
import { signInAdmin } from "../../testing/admin.ts";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const list = async (who: Browser, query = "") =>
  (await who.get(`/api/v1/boards${query}`)).json<{ data: BoardListRow[]; meta: object }>();
const titles = async (who: Browser, query: string) => {
  const { data, meta } = await list(who, query);
  return { titles: data.map(({ title }) => title), meta };
};

eachEngine("the list of boards", (open) => {
  test("shows of each board its counts, the last visit, and the five who opened it last", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const ann = await app.visitor({ name: "Ann" });
    const [full, empty] = [await makeBoard(ann, "Full"), await makeBoard(ann, "Empty")];
    await addSticker(ann, full, "One");
    for (const name of ["Bob", "Cy", "Dan", "Eve", "Flo"]) {
      app.time.now += minute;
      const options = { color: "#123abc", isAvatarStickers: name !== "Flo" };
      await (await app.visitor({ name, options })).get(full.url);
    }
    const at = "2026-01-15T12:00:00.000Z";
    const { data, meta } = await list(ann);
    expect(meta).toEqual({ total: 2, page: 1, per_page: 20 });
    const person = (name: string) => ({
      name,
      options: { color: "#123abc", isAvatarStickers: name !== "Flo" },
    });
    const byTitle = new Map(data.map((board) => [board.title, board]));
    expect(byTitle.get("Full")).toEqual({
      id: full.id,
      title: "Full",
      section_count: 3,
      sticker_count: 1,
      visited_at: at,
      people: ["Flo", "Eve", "Dan", "Cy", "Bob"].map(person),
      sections: [
        { title: "Went well", color: "#ecf8ef", stickers: 1 },
        { title: "To improve", color: "#fdf2e9", stickers: 0 },
        { title: "Actions", color: "#edf6ff", stickers: 0 },
      ],
      can_edit: true,
    });
    expect(byTitle.get("Empty")).toMatchObject({ id: empty.id, sticker_count: 0, visited_at: at });
    expect(byTitle.get("Empty")?.people).toEqual([{ name: "Ann", options: ann.user.options }]);
  });

  test("counts the boards of the caller alone, the found ones in a search, and pages through them", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    for (const title of ["Red", "Green", "Red again"]) {
      app.time.now += minute;
      await makeBoard(ann, title);
    }
    await makeBoard(bob, "Red too");
    const all = { total: 3, page: 1, per_page: 20 };
    expect(await titles(ann, "")).toEqual({ titles: ["Red again", "Green", "Red"], meta: all });
    expect(await titles(ann, "?q=RED")).toEqual({ titles: ["Red again", "Red"], meta: { ...all, total: 2 } });
    expect(await titles(ann, "?per_page=2&page=2")).toEqual({
      titles: ["Red"],
      meta: { total: 3, page: 2, per_page: 2 },
    });
    expect(await titles(ann, "?per_page=2&page=3")).toMatchObject({ titles: [], meta: { total: 3 } });
    expect(await titles(bob, "")).toEqual({ titles: ["Red too"], meta: { ...all, total: 1 } });
  });

  test("boards opened at the same time are in the order of their ids", async () => {
    const database = await open();
    const ann = await (await buildTestApp({ database, frozenAt: noon })).visitor();
    for (let i = 0; i < 8; i += 1) await makeBoard(ann);
    // Each engine has its own order of texts.
    const inOrder = await database.db.selectFrom("boards").select("id").orderBy("id").execute();
    expect((await list(ann)).data.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  });

  test("[A1] an administrator sees every board, sorted as asked; with mine=1 only their own", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const ann = await app.visitor();
    const root = await signInAdmin(app);
    const boards = [];
    for (const [by, title, stickers] of [
      [ann, "beta", 2],
      [ann, "Alpha", 1],
      [root, "gamma", 0],
    ] as const) {
      app.time.now += minute;
      const board = await makeBoard(by, title);
      boards.push(board);
      for (let i = 0; i < stickers; i += 1) await addSticker(by, board, `${i}`);
    }
    await ann.put(boards[0]?.url ?? "", { sections: [{ title: "One more" }] });
    const sorted = async (query: string) => (await titles(root, query)).titles;
    expect(await titles(root, "")).toEqual({
      titles: ["gamma", "Alpha", "beta"],
      meta: { total: 3, page: 1, per_page: 20 },
    });
    expect(await sorted("?sort=title")).toEqual(["Alpha", "beta", "gamma"]);
    expect(await sorted("?sort=sticker_count")).toEqual(["gamma", "Alpha", "beta"]);
    expect(await sorted("?sort=-section_count&per_page=1")).toEqual(["beta"]);
    expect(await sorted("?sort=created_at")).toEqual(["beta", "Alpha", "gamma"]);
    expect(await sorted("?q=ALPH")).toEqual(["Alpha"]);
    expect((await list(root, "?q=beta")).data).toEqual([
      { id: boards[0]?.id, title: "beta", section_count: 4, sticker_count: 2 },
    ]);
    expect(await titles(root, "?mine=1")).toMatchObject({ titles: ["gamma"], meta: { total: 1 } });
    expect(await titles(ann, "?mine=0")).toMatchObject({ titles: ["Alpha", "beta"], meta: { total: 2 } });
  });
});
