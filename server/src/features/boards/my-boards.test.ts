import { describe, expect, test } from "vitest";
import type { BoardListRow } from "@retro/contract/boards";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { SectionSummaries, type SummarisedBoard } from "./section-summaries.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const rows = async (who: Browser, query = "") =>
  (await who.get(`/api/v1/boards${query}`)).json<{ data: BoardListRow[] }>().data;
const titles = async (who: Browser, query = "") => (await rows(who, query)).map(({ title }) => title);

describe("a user's list of boards", () => {
  test("[B1] a removed board leaves the list of its user only, and opening it again puts it back first", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
    const old = await makeBoard(ann, "Old");
    app.time.now += minute;
    await makeBoard(ann, "New");
    await bob.get(old.url);

    expect((await ann.delete(`${old.url}/visit`)).json()).toEqual({ data: null });
    expect(await titles(ann)).toEqual(["New"]);
    expect(await titles(ann, "?q=old")).toEqual([]);
    expect((await ann.get("/api/v1/boards")).json()).toMatchObject({ meta: { total: 1 } });
    // The card of the others still says that Ann was there.
    const [card] = await rows(bob);
    expect([card?.title, card?.people?.map(({ name }) => name)]).toEqual(["Old", ["Bob", "Ann"]]);

    // Within the hour in which visits are not written again.
    app.time.now += minute;
    expect((await ann.get(old.url)).statusCode).toBe(200);
    expect(await titles(ann)).toEqual(["Old", "New"]);
  });

  test("[B1] undo puts a board back at its place, and both calls may be repeated", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const boards: TestBoard[] = [];
    for (const title of ["One", "Two", "Three"]) {
      boards.push(await makeBoard(ann, title));
      app.time.now += minute;
    }
    const two = `${boards[1]?.url}/visit`;
    for (let i = 0; i < 2; i += 1) expect((await ann.delete(two)).statusCode).toBe(200);
    expect(await titles(ann)).toEqual(["Three", "One"]);
    for (let i = 0; i < 2; i += 1) expect((await ann.put(two)).statusCode).toBe(200);
    expect(await titles(ann)).toEqual(["Three", "Two", "One"]);
  });

  test("[P6] a removal is no erasure: the user's data names it, and the board is still one that others used", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Shared");
    await bob.get(board.url);
    await bob.delete(`${board.url}/visit`);
    const data = (await bob.get(`/api/v1/users/${bob.user.id}/data`)).json<{ boards_opened: object[] }>();
    const at = new Date(noon).toISOString();
    expect(data.boards_opened).toEqual([
      { id: board.id, title: "Shared", opened_at: at, removed_from_list_at: at },
    ]);
    expect((await ann.delete(`/api/v1/users/${ann.user.id}`)).statusCode).toBe(200);
    expect((await bob.get(board.url)).statusCode).toBe(200);
    expect(await titles(bob)).toEqual(["Shared"]);
  });

  test("[B4] a search finds words in any case of any script", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const names = ["Ретро: ЁЛКА", "Été à Nîmes", "ΔΟΚΙΜΗ 12", "100% done_ok"];
    for (const name of names) await makeBoard(ann, name);
    const found = (words: string) => titles(ann, `?q=${encodeURIComponent(words)}`);
    expect(await found("рЕТРО")).toEqual([names[0]]);
    expect(await found("елка")).toEqual([names[0]]);
    expect(await found("ÉTÉ  À")).toEqual([names[1]]);
    expect(await found("δοκιμη")).toEqual([names[2]]);
    expect(await found("0% D")).toEqual([names[3]]);
    expect(await found("0_ d")).toEqual([]);
    expect(await found("_OK")).toEqual([names[3]]);
  });

  test("[E1] only who may edit the board may rename it from the list, and the list says so", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Retro");
    await bob.get(board.url);
    expect((await rows(bob))[0]?.can_edit).toBe(true);
    await ann.post(`${board.url}/facilitators`);
    expect([(await rows(ann))[0]?.can_edit, (await rows(bob))[0]?.can_edit]).toEqual([true, false]);
    const refused = await bob.put(board.url, { title: "Bob's", from: { title: "Retro" } });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, "board_locked"]);
    expect(await titles(ann)).toEqual(["Retro"]);
  });

  test("[B5] a card counts the stickers of each section, nested and hidden ones included, and shows no text", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Retro");
    const other = await makeBoard(ann, "Other");
    await bob.get(board.url);
    const tree = await treeOf(ann, board.url);
    let parent = await addSticker(ann, board, "SECRET 1");
    for (const depth of [2, 3, 4, 5]) parent = await addSticker(ann, board, `SECRET ${depth}`, parent.id);
    await addSticker(ann, board, "SECRET beside", board.columns[2]);
    await addSticker(ann, board, "SECRET elsewhere", tree[2]?.children[1]?.id);
    await ann.put(`${board.url}/items/${tree[1]?.id}`, { style: { self: { backgroundColor: "#aabbcc" } } });
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
    const sections = async () => (await rows(bob))[0]?.sections;
    const [first, second, third] = tree.map(({ title }) => title ?? "");
    expect(await sections()).toEqual([
      { title: first, color: "#ecf8ef", stickers: 6 },
      { title: second, color: "#aabbcc", stickers: 0 },
      { title: third, color: "#edf6ff", stickers: 1 },
    ]);
    expect(JSON.stringify(await rows(bob))).not.toContain("SECRET");

    // A group goes to another section with everything nested in it; then a section goes.
    const group = (await treeOf(ann, board.url))[0]?.children[0]?.children[0];
    await ann.put(`${board.url}/sort`, {
      item_id: group?.id,
      parent_id: tree[1]?.children[0]?.id,
      position: 0,
    });
    expect((await sections())?.map(({ stickers }) => stickers)).toEqual([1, 5, 1]);
    await ann.delete(`${board.url}/items/${tree[0]?.id}`);
    expect((await sections())?.map(({ title, stickers }) => [title, stickers])).toEqual([
      [second, 5],
      [third, 1],
    ]);
    const [untouched] = (await rows(ann)).filter(({ id }) => id === other.id);
    expect(untouched?.sections?.map(({ stickers }) => stickers)).toEqual([0, 0, 0]);
  });

  test("[B5] the sections of a board are read once per version, and never more than the limit in one list", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const ann = await app.visitor();
    const boards = [await makeBoard(ann, "One"), await makeBoard(ann, "Two"), await makeBoard(ann, "Three")];
    const load = async (): Promise<SummarisedBoard[]> =>
      database.db
        .selectFrom("boards")
        .select(["id", "version", "section_count", "sticker_count"])
        .orderBy("title")
        .execute();
    // Each board has twelve items: room for two in a list. `inlineItems: 12` makes the first list use the
    // reader.
    const summaries = new SectionSummaries({ database }, { itemsPerList: 24, inlineItems: 12 });
    expect((await summaries.of(await load())).size).toBe(2);
    expect((await summaries.of(await load())).size).toBe(3);
    expect(summaries.readCount).toBe(3);
    await addSticker(ann, boards[0] as TestBoard, "New");
    const after = await summaries.of(await load());
    expect(after.get(boards[0]?.id ?? "")?.map(({ stickers }) => stickers)).toEqual([1, 0, 0]);
    expect(summaries.readCount).toBe(4);
  });
});

describe("attacks on the list", () => {
  test("nobody can remove a board from the list of another user", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Ann's");
    await bob.get(board.url);
    await bob.delete(`${board.url}/visit`, { user_id: ann.user.id });
    await bob.delete(`${board.url}/visit?user_id=${ann.user.id}`);
    expect(await titles(ann)).toEqual(["Ann's"]);
  });
});
