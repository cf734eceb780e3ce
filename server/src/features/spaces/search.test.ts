import type { SpaceSearchResult } from "@retro/contract/spaces/space-search";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabaseAt } from "../../db/engines/open.ts";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { createDatabase } from "../../testing/databases/postgres.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { deleteBoard } from "../boards/board-deletion.ts";

async function search(by: Visitor, key: string, question: string): Promise<SpaceSearchResult> {
  const answer = await by.get(`/api/v1/spaces/${key}/search?q=${encodeURIComponent(question)}`);
  if (answer.statusCode !== 200) throw new Error(`no search: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: SpaceSearchResult }>().data;
}
const texts = async (by: Visitor, key: string, question: string) =>
  (await search(by, key, question)).hits.map(({ text }) => text);

/** A board in a space, with what tests do on it. */
async function boardIn(by: Visitor, key: string, title: string): Promise<TestBoard> {
  const board = await makeSpaceBoard(by, key, { title, defaults: false });
  const url = `/api/v1/boards/${board.id}`;
  const tree = await treeOf(by, url);
  return { id: board.id, url, board, columns: tree[0]?.children.map((column) => column.id) ?? [] };
}

eachEngine("a search in a space", (open) => {
  test("[G8] finds titles, stickers and actions, in any case, with words in any order", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: Date.UTC(2026, 10, 23) });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Ретро релиза платформы");
    await addSticker(ann, board, "Платформа: быстрый РЕЛИЗ");
    await ann.post(`${board.url}/actions`, { text: "Ускорить релиз платформы" });
    const { hits, more } = await search(ann, key, "ПЛАТФОРМ релиз");
    expect(more).toBe(false);
    expect(hits.map(({ kind, text }) => [kind, text])).toEqual([
      ["board", "Ретро релиза платформы"],
      ["action", "Ускорить релиз платформы"],
      ["sticker", "Платформа: быстрый РЕЛИЗ"],
    ]);
    expect(hits[1]).toEqual({
      kind: "action",
      id: expect.any(String),
      board_id: board.id,
      board_title: "Ретро релиза платформы",
      board_created_at: "2026-11-23T00:00:00.000Z",
      text: "Ускорить релиз платформы",
    });
    expect(await texts(ann, key, "релиз отпуск")).toEqual([]);
    expect(await texts(ann, key, "елиз")).toEqual([]);
  });

  test("[G8, F7, N1] finds a sticker by the note and the name of its group, and not where they are hidden or gone", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, ben] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    const { id } = await addSticker(ann, board, "Builds are slow");
    const set = async (fields: object) => ann.put(`${board.url}/items/${id}`, fields);
    await set({ note: "Twenty minutes each" });
    await set({ name: "Pipeline" });
    const whole = "Builds are slow · Pipeline · Twenty minutes each";
    for (const question of ["twenty", "pipeline", "slow twenty pipeline"])
      expect(await texts(ben, key, question)).toEqual([whole]);
    expect(await texts(ben, key, "slow")).toEqual(["Builds are slow"]);
    await facilitate(ann, board, { hideContent: true });
    for (const question of ["twenty", "pipeline"]) expect(await texts(ben, key, question)).toEqual([]);
    expect(await texts(ann, key, "twenty")).toEqual([whole]);
    await set({ note: "", name: "" });
    expect(await texts(ann, key, "twenty")).toEqual([]);
    expect(await texts(ann, key, "builds")).toEqual(["Builds are slow"]);
  });

  test("[G8] finds an action by the link of its issue, and not where the action is hidden", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, ben] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    const { id: source } = await addSticker(ann, board, "Builds are slow");
    const link = "https://tracker.example/browse/PLAT-1234";
    const action = { text: "Buy a machine", link, source_item_id: source };
    const answer = await ann.post(`${board.url}/actions`, action);
    const { id } = answer.json<{ data: { id: string } }>().data;
    const whole = `Buy a machine · ${link}`;
    for (const question of ["plat-1234", link, "machine tracker"])
      expect([question, await texts(ben, key, question)]).toEqual([question, [whole]]);
    expect(await texts(ben, key, "machine")).toEqual(["Buy a machine"]);
    await facilitate(ann, board, { hideContent: true });
    for (const question of ["plat-1234", "tracker"]) expect(await texts(ben, key, question)).toEqual([]);
    expect(await texts(ann, key, "plat-1234")).toEqual([whole]);
    await ann.put(`${board.url}/actions/${id}`, { link: "https://tracker.example/browse/PLAT-99" });
    expect([await texts(ann, key, "plat-1234"), await texts(ann, key, "plat-99")]).toEqual([
      [],
      ["Buy a machine · https://tracker.example/browse/PLAT-99"],
    ]);
  });

  test("[G8] finds ё as е, decomposed letters, digits, and words between marks", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    const stickers = [
      "Всё ещё ЁЛКА",
      "Йогурт, чай",
      "see http://wiki/v1.2/release-notes",
      "don't <b>stop</b>",
      "Un café à l’École ÉTÉ",
    ];
    // Some systems send letters decomposed. They are stored composed.
    for (const title of stickers) await addSticker(ann, board, title.normalize("NFD"));
    for (const question of ["елка", "Ёлка", "все еще"])
      expect(await texts(ann, key, question)).toEqual([stickers[0]]);
    for (const question of ["йогурт чай", "ЧАИ\u0306"])
      expect(await texts(ann, key, question)).toEqual([stickers[1]]);
    for (const question of ["notes wiki", "v1 2", "release-notes", "http://wiki"])
      expect([question, await texts(ann, key, question)]).toEqual([question, [stickers[2]]]);
    for (const question of ["don't", "stop b"])
      expect(await texts(ann, key, question)).toEqual([stickers[3]]);
    for (const question of ["café", "cafe\u0301", "CAFÉ ÉCOLE", "école été"])
      expect([question, await texts(ann, key, question)]).toEqual([question, [stickers[4]]]);
  });

  test("[G8] follows every change of a board: edits, deletions, restores, sections, moves of the board, copies", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const [key, other] = [await makeSpace(ann), await makeSpace(ann, "Other")];
    const board = await boardIn(ann, key, "Retro");
    const sticker = await addSticker(ann, board, "Marzipan");
    const found = () => texts(ann, key, "marzipan");
    await ann.put(`${board.url}/items/${sticker.id}`, { title: "Nougat" });
    expect([await found(), await texts(ann, key, "nougat")]).toEqual([[], ["Nougat"]]);
    await ann.put(`${board.url}/items/${sticker.id}`, { title: "Marzipan" });
    await ann.delete(`${board.url}/items/${sticker.id}`);
    expect(await found()).toEqual([]);
    await ann.post(`${board.url}/items/${sticker.id}/restore`);
    expect(await found()).toEqual(["Marzipan"]);

    await ann.put(`/api/v1/spaces/${other}/boards/${board.id}`, { leaving: key });
    expect([await found(), await texts(ann, other, "marzipan")]).toEqual([[], ["Marzipan"]]);
    await ann.delete(`/api/v1/spaces/${other}/boards/${board.id}`);
    expect(await texts(ann, other, "marzipan retro")).toEqual([]);
    await addSticker(ann, board, "Marzipan outside");
    await ann.put(`/api/v1/spaces/${key}/boards/${board.id}`);
    expect((await found()).toSorted()).toEqual(["Marzipan", "Marzipan outside"]);

    await ann.post(`${board.url}/copies`, { stickers: true });
    expect(await found()).toHaveLength(2);
    await ann.put(board.url, { title: "Pudding" });
    expect([await texts(ann, key, "pudding"), await texts(ann, key, "retro")]).toEqual([["Pudding"], []]);
    const action = await ann.post(`${board.url}/actions`, { text: "Buy marzipan" });
    expect(await found()).toContain("Buy marzipan");
    await ann.put(`${board.url}/actions/${action.json<{ data: { id: string } }>().data.id}`, {
      text: "Buy salt",
    });
    expect(await found()).not.toContain("Buy marzipan");
    await ann.delete(`${board.url}/items/${board.board.sections[0]!.id}`);
    expect(await found()).toEqual([]);
  });

  test("[G8] marks boards in the archive; shows 50 texts, the last written first, and says that there are more", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    await addSticker(ann, board, "Tea 0");
    const items = Array.from({ length: 60 }, (_, i) => ({ title: `Tea ${i + 1}` }));
    await ann.post(`${board.url}/items`, { parent_id: board.columns[0], items });
    await ann.put(`${board.url}/archive`, { archived: true });
    const { hits, more } = await search(ann, key, "tea");
    expect([hits.length, more, hits[0]?.archived]).toEqual([50, true, true]);
    expect(hits.map(({ text }) => text)).not.toContain("Tea 0");
    expect((await search(ann, key, "tea 0")).hits).toMatchObject([{ text: "Tea 0" }]);
  });

  test("[G8] a long sticker is found by its whole text, and shown around the first word", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    const long = `${Array.from({ length: 90 }, (_, i) => `слово${i}`).join(" ")} конец`;
    await addSticker(ann, board, long);
    const [text = ""] = await texts(ann, key, "конец");
    expect(text).toMatch(/^….*конец$/);
    expect([...text].length).toBeLessThan(170);
    expect(await texts(ann, key, long)).toHaveLength(1);
    expect(await texts(ann, key, `${long} лишнее`)).toEqual([]);
  });

  test("[G8, D3] while content is hidden, an action from another's sticker is found by both authors and the facilitator", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob, cy, eve] = [
      await app.visitor(),
      await app.visitor(),
      await app.visitor(),
      await app.visitor(),
    ];
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    const { id: source_item_id } = await addSticker(bob, board, "Slow builds");
    await cy.post(`${board.url}/actions`, { text: "Measure the marzipan", source_item_id });
    await facilitate(ann, board, { hideContent: true });
    for (const who of [ann, bob, cy])
      expect(await texts(who, key, "marzipan")).toEqual(["Measure the marzipan"]);
    expect(await texts(eve, key, "marzipan")).toEqual([]);
  });

  test("[G8] a board that is deleted for good leaves the index with its texts", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const [own, shared] = [await boardIn(ann, key, "Own"), await boardIn(ann, key, "Shared")];
    await addSticker(ann, own, "Marzipan alone");
    await addSticker(ann, shared, "Marzipan together");
    await bob.get(shared.url);
    await deleteBoard(app.deps, own.id);
    expect(await texts(bob, key, "marzipan")).toEqual(["Marzipan together"]);
    await makeBoard(bob);
    const { rows } = await sql`select cast(words as text) as words from space_texts`.execute(database.db);
    expect(JSON.stringify(rows)).not.toContain("alone");
  });
});

test.skipIf(inject("postgres") === null)(
  "[G8] a PostgreSQL database whose locale knows the case of ASCII only finds é and É too",
  async () => {
    const { url, drop } = await createDatabase("TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'");
    const database = await openDatabaseAt({ databaseUrl: url });
    onTestFinished(async () => {
      await database.close();
      await drop();
    });
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await boardIn(ann, key, "Retro");
    const stickers = ["École", "ÉTÉ ÜBER ΑΘΗΝΑ", "été"];
    for (const title of stickers) await addSticker(ann, board, title);
    for (const [question, found] of [
      ["école", [0]],
      ["ÉCOLE", [0]],
      ["Été", [2, 1]],
      ["über αθην", [1]],
    ] as const)
      expect([question, await texts(ann, key, question)]).toEqual([question, found.map((i) => stickers[i])]);
  },
);
