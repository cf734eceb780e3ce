import type { Board, BoardListRow, Item, TreeItem } from "@retro/contract/entities";
import { expect, test } from "vitest";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { buildTestApp } from "../../testing/app.ts";

eachEngine("boards", (open) => {
  test("a board made from a template has its sections, three columns each, and is listed among mine", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor({ name: "Ann" });
    const made = await ann.post("/api/v1/boards", { title: "  Sprint 42 ", template: "4Ls" });
    expect(made.statusCode).toBe(201);
    const board = made.json<{ data: Board }>().data;
    expect(board).toMatchObject({ title: "Sprint 42", description: "", facilitator_id: null, version: 1 });
    const tree = (await ann.get(`/api/v1/boards/${board.id}/items`)).json<{
      data: TreeItem[];
      meta: { version: number };
    }>();
    expect(tree.meta.version).toBe(1);
    expect(tree.data.map((s) => s.title)).toEqual(board.sections.map((s) => s.title));
    expect(tree.data.map((s) => s.children.length)).toEqual(board.sections.map(() => 3));
    const mine = (await ann.get("/api/v1/boards")).json<{ data: BoardListRow[] }>();
    expect(mine.data).toMatchObject([
      { id: board.id, title: "Sprint 42", section_count: 4, sticker_count: 0 },
    ]);
  });

  test("an edit, a move and a deletion are caught up with by version, and the sender's answer carries them", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const [ann, bob] = [await visitor(), await visitor()];
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
    const url = `/api/v1/boards/${board.id}`;
    const tree = (await ann.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
    const [first, second] = tree[0]?.children ?? [];
    const added = await ann.post(`${url}/items`, { title: "One\nтри 🦦", parent_id: first?.id });
    expect(added.statusCode).toBe(201);
    const { data: one, meta } = added.json<{ data: Item; meta: unknown }>();
    expect(meta).toMatchObject({ version: 2, changes: [{ type: "item.put", item: { id: one.id } }] });
    const two = (await bob.post(`${url}/items`, { title: "Two", parent_id: one.id })).json<{ data: Item }>()
      .data;
    await bob.put(`${url}/items/${two.id}`, { title: "Two!", style: { fontWeight: "bold" } });
    await bob.put(`${url}/sort`, { item_id: two.id, parent_id: second?.id, position: 0 });
    await bob.delete(`${url}/items/${one.id}`);
    const caught = (await ann.get(`${url}/changes?since=1`)).json<{ data: unknown }>();
    expect(caught.data).toMatchObject({
      version: 6,
      changes: [
        { type: "item.deleted", ids: [one.id] },
        {
          type: "item.put",
          item: { id: two.id, title: "Two!", parent_id: second?.id, style: { fontWeight: "bold" }, rev: 2 },
        },
      ],
    });
    const after = (await ann.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
    expect(after[0]?._lft).toBe(1);
    expect(after[0]?.children[1]?.children).toMatchObject([{ id: two.id, _lft: 5, _rgt: 6 }]);
    expect((await ann.get("/api/v1/boards")).json<{ data: BoardListRow[] }>().data[0]?.sticker_count).toBe(1);
  });

  test("the same id again answers with the same sticker; another user's id is refused", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const [ann, bob] = [await visitor(), await visitor()];
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
    const url = `/api/v1/boards/${board.id}`;
    const column = (await ann.get(`${url}/items`)).json<{ data: TreeItem[] }>().data[0]?.children[0]?.id;
    const body = { id: "0f4a7f5e-2f47-4a0e-9f55-111111111111", title: "Once", parent_id: column };
    expect((await ann.post(`${url}/items`, body)).statusCode).toBe(201);
    const again = await ann.post(`${url}/items`, body);
    expect(again.json()).toMatchObject({ data: { id: body.id }, meta: { version: 2, changes: [] } });
    expect((await bob.post(`${url}/items`, body)).statusCode).toBe(409);
    expect(
      (await ann.get(`${url}/items`)).json<{ data: TreeItem[] }>().data[0]?.children[0]?.children,
    ).toHaveLength(1);
  });

  test("a sticker deleted and added again under its id has lost the votes of its former life, in the catch-up too [T7]", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
    const url = `/api/v1/boards/${board.id}`;
    const column = (await ann.get(`${url}/items`)).json<{ data: TreeItem[] }>().data[0]?.children[0]?.id;
    const body = { id: "0f4a7f5e-2f47-4a0e-9f55-222222222222", title: "Twice", parent_id: column };
    await ann.post(`${url}/items`, body);
    await ann.post(`${url}/items/${body.id}/vote`);
    await ann.delete(`${url}/items/${body.id}`);
    await ann.post(`${url}/items`, body);
    const { changes } = (await ann.get(`${url}/changes?since=3`)).json<{ data: { changes: unknown[] } }>()
      .data;
    expect(changes).toMatchObject([
      { type: "item.put", item: { id: body.id, votes: 0 } },
      { type: "vote.mine", item_id: body.id, voted: false },
    ]);
  });

  test("Edit Board renames, reorders, adds and deletes sections in one version; bad parts are named by index", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
    const url = `/api/v1/boards/${board.id}`;
    const [a, b, c] = board.sections;
    const put = await ann.put(`${url}?return=items`, {
      title: "New",
      description: "Why",
      sections: [{ id: c?.id, title: "C" }, { title: "Section 4" }, { id: a?.id, title: a?.title }],
      deletes: [b?.id],
    });
    expect(put.statusCode).toBe(200);
    const { data, meta } = put.json<{
      data: { board: Board; items: TreeItem[] };
      meta: { version: number };
    }>();
    expect(meta.version).toBe(2);
    expect(data.board).toMatchObject({ title: "New", description: "Why" });
    expect(data.board.sections.map((s) => s.title)).toEqual(["C", "Section 4", a?.title]);
    expect(data.items.map((s) => s.children.length)).toEqual([3, 3, 3]);
    const bad = await ann.put(url, { sections: [{ id: a?.id, title: "A" }, { title: " " }] });
    expect(bad.statusCode).toBe(422);
    expect(Object.keys(bad.json<{ errors: object }>().errors)).toEqual(["sections.1.title"]);
    const all = data.board.sections.map((s) => s.id);
    expect((await ann.put(url, { deletes: all })).json()).toMatchObject({
      errors: { sections: [expect.any(String)] },
    });
    expect((await ann.get(url)).json<{ data: Board }>().data.version).toBe(2);
  });

  test("unknown and malformed ids are 404, wherever they stand in the address", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
    for (const path of [
      "/api/v1/boards/nope",
      "/api/v1/boards/%00",
      "/api/v1/boards/nope/items",
      "/api/v1/boards/x/changes?since=0",
    ])
      expect([path, (await ann.get(path)).statusCode]).toEqual([path, 404]);
    const url = `/api/v1/boards/${board.id}`;
    expect((await ann.put(`${url}/items/nope`, { title: "x" })).statusCode).toBe(404);
    expect((await ann.delete(`${url}/items/${board.id}`)).statusCode).toBe(404);
    expect((await ann.post(`${url}/items/nope/vote`)).statusCode).toBe(404);
  });
});

eachEngine("a concurrent Edit Board", (open) => {
  async function editedByTwo() {
    const { visitor } = await buildTestApp({ database: await open() });
    const [ann, bob] = [await visitor(), await visitor()];
    const board = (await ann.post("/api/v1/boards", { title: "Retro", template: "4Ls" })).json<{
      data: Board;
    }>().data;
    const url = `/api/v1/boards/${board.id}`;
    const titles = async () =>
      (await ann.get(url)).json<{ data: Board }>().data.sections.map((section) => section.title);
    return { ann, bob, url, ids: board.sections.map((section) => section.id), titles };
  }

  test("a section listed without a title keeps the title that another user has given it since", async () => {
    const { ann, bob, url, ids, titles } = await editedByTwo();
    await bob.put(`${url}/items/${ids[0]}`, { title: "Renamed by Bob" });
    const answer = await ann.put(url, { sections: ids.toReversed().map((id) => ({ id })) });
    expect(answer.statusCode).toBe(200);
    expect((await titles()).at(-1)).toBe("Renamed by Bob");
  });

  test("refuses to undo a concurrent rename of a section, and writes nothing", async () => {
    const { ann, bob, url, ids, titles } = await editedByTwo();
    await bob.put(`${url}/items/${ids[1]}`, { title: "Renamed by Bob" });
    const before = await titles();
    const sections = ids.map((id, i) => ({ id, ...(i <= 1 && { title: `Ann ${i}`, rev: 1 }) }));
    const refused = await ann.put(url, { sections });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: "conflict",
      errors: { "sections.1.title": [expect.stringContaining("Renamed by Bob")] },
    });
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(["sections.1.title"]);
    expect(await titles()).toEqual(before);
    const forced = ids.map((id, i) => ({ id, ...(i <= 1 && { title: `Ann ${i}` }) }));
    expect((await ann.put(url, { sections: forced })).statusCode).toBe(200);
    expect((await titles()).slice(0, 2)).toEqual(["Ann 0", "Ann 1"]);
  });

  test("refuses to undo a concurrent change of title or description", async () => {
    const { ann, bob, url } = await editedByTwo();
    await bob.put(url, { title: "Bob's", description: "Bob's" });
    const refused = await ann.put(url, {
      title: "Ann's",
      description: "Ann's",
      from: { title: "Retro", description: "" },
    });
    expect(refused.statusCode).toBe(409);
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(["title", "description"]);
    expect((await ann.get(url)).json<{ data: Board }>().data.title).toBe("Bob's");
  });

  test("a new section without a title is refused", async () => {
    const { ann, url, ids } = await editedByTwo();
    const answer = await ann.put(url, { sections: [...ids.map((id) => ({ id })), {}] });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([`sections.${ids.length}.title`]);
  });
});
