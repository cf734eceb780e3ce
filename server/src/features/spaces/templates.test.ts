import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { describe, expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard, treeOf } from "../../testing/boards.ts";
import {
  openNewSpace,
  makeSpace,
  makeSpaceBoard,
  openSpace,
  saveSpaceTemplate,
} from "../../testing/spaces.ts";

const urlOf = (key: string) => `/api/v1/spaces/${key}/templates`;
const list = async (by: Visitor, key: string) =>
  (await by.get(urlOf(key))).json<{ data: SpaceTemplate[] }>().data;
const titlesOf = (board: { sections: { title: string }[] }) => board.sections.map(({ title }) => title);

describe("templates of a space", () => {
  test("[G10] are saved from a board, and all members see, use, rename and delete them", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 23) });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    const id = await saveSpaceTemplate(ann, key, board.id, "  Our boat  ");
    app.time.now += 1;
    const later = await saveSpaceTemplate(bob, key, board.id, "Later");
    expect(await list(bob, key)).toEqual([
      { id: later, title: "Later", sections: titlesOf(board), created_at: "2026-11-23T00:00:00.001Z" },
      { id, title: "Our boat", sections: titlesOf(board), created_at: "2026-11-23T00:00:00.000Z" },
    ]);
    const made = await makeSpaceBoard(bob, key, { space_template: id, defaults: false });
    expect(titlesOf(made)).toEqual(titlesOf(board));
    const styleOf = async (boardId: string) => (await treeOf(bob, `/api/v1/boards/${boardId}`))[0]?.style;
    expect(await styleOf(made.id)).toEqual(await styleOf(board.id));
    expect((await bob.put(`${urlOf(key)}/${id}`, { title: "Boat" })).statusCode).toBe(200);
    expect((await ann.delete(`${urlOf(key)}/${later}`)).statusCode).toBe(200);
    expect((await list(ann, key)).map(({ title }) => title)).toEqual(["Boat"]);
    expect((await ann.delete(`${urlOf(key)}/${later}`)).statusCode).toBe(404);
    const bad = await ann.post(urlOf(key), { board_id: board.id, title: " " });
    expect(bad.json()).toMatchObject({ errors: { title: ["Title field is required."] } });
  });

  test("[G5, G10] the space remembers the last one; a deleted one gives way to the last template by title", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const own = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    const [first] = own.sections;
    await ann.put(`/api/v1/boards/${own.id}`, { sections: [{ id: first?.id, title: "Only ours" }] });
    const id = await saveSpaceTemplate(ann, key, own.id);
    const made = await makeSpaceBoard(ann, key, { space_template: id });
    expect(titlesOf(made)[0]).toBe("Only ours");
    expect((await openSpace(bob, key)).defaults).toMatchObject({ space_template: id });
    expect(titlesOf(await makeSpaceBoard(bob, key))[0]).toBe("Only ours");
    expect(titlesOf(await makeSpaceBoard(bob, key, { defaults: false }))[0]).not.toBe("Only ours");
    await bob.delete(`${urlOf(key)}/${id}`);
    expect((await makeSpaceBoard(bob, key)).sections.length).toBeGreaterThan(1);
    const refused = await bob.post(`/api/v1/spaces/${key}/boards`, { title: "x", space_template: id });
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      422,
      ["template"],
    ]);
    await makeSpaceBoard(bob, key, { template: "Sailboat" });
    expect((await openSpace(bob, key)).defaults).not.toHaveProperty("space_template");
  });

  test("[G10] attack: no text of a sticker gets into a template, hidden or not", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await makeBoard(ann);
    await ann.put(`/api/v1/spaces/${key}/boards/${board.id}`);
    await addSticker(ann, board, "zyxsecret");
    await saveSpaceTemplate(eve, key, board.id);
    const rows = await database.db.selectFrom("space_templates").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("zyxsecret");
    expect((await eve.get(urlOf(key))).body).not.toContain("zyxsecret");
  });

  test("[G10] attack: while a board has a facilitator, behind a passphrase, in the bin or in another space, no other member saves it", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const [key, other] = [await makeSpace(ann), await makeSpace(ann, "Other")];
    const save = async (by: Visitor, board_id: string, of = key) => {
      const answer = await by.post(urlOf(of), { board_id, title: "Mine" });
      return answer.statusCode < 400 ? "saved" : answer.json<{ code: string }>().code;
    };
    const { id } = await makeSpaceBoard(ann, key);
    await ann.post(`/api/v1/boards/${id}/facilitators`);
    expect([await save(eve, id), await save(ann, id)]).toEqual(["board_locked", "saved"]);
    await ann.delete(`/api/v1/boards/${id}/facilitators`);
    await ann.put(`/api/v1/boards/${id}/passphrase`, { passphrase: "horse battery staple" });
    expect(await save(eve, id)).toBe("passphrase_required");
    const [elsewhere, lone] = [await makeSpaceBoard(ann, other), await makeBoard(ann)];
    for (const board of [elsewhere.id, lone.id, "unknown"]) expect(await save(eve, board)).toBe("not_found");
    await ann.delete(`/api/v1/boards/${id}`);
    expect(await save(ann, id)).toBe("board_in_bin");
    expect(await list(eve, key)).toHaveLength(1);
  });

  test("[G10] attack: a template of another space is neither used, renamed nor deleted with one's own key", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const [key, own] = [await makeSpace(ann), await makeSpace(eve, "Eve's")];
    const id = await saveSpaceTemplate(ann, key, (await makeSpaceBoard(ann, key)).id);
    const answers = [
      await eve.put(`${urlOf(own)}/${id}`, { title: "Mine" }),
      await eve.delete(`${urlOf(own)}/${id}`),
      await eve.post(`/api/v1/spaces/${own}/boards`, { title: "x", space_template: id }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 422]);
    expect(await list(ann, key)).toMatchObject([{ id, title: "Ours" }]);
  });

  test("[G10] attack: a space takes no 51st template, and another space still takes one", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const [key, other] = [await makeSpace(ann), await makeSpace(ann, "Other")];
    const board = await makeSpaceBoard(ann, key);
    for (let i = 0; i < 50; i += 1) await saveSpaceTemplate(ann, key, board.id);
    const refused = await ann.post(urlOf(key), { board_id: board.id, title: "One more" });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { errors: { title: ["A space can have at most 50 templates"] } },
    ]);
    await saveSpaceTemplate(ann, other, (await makeSpaceBoard(ann, other)).id);
  });

  test("[G2, G10] the pages of the space hear of a saved, renamed and deleted template, without data", async () => {
    const { maker: ann, key, told: events } = await openNewSpace();
    const board = await makeSpaceBoard(ann, key);
    await expect.poll(events).toHaveLength(1);
    const id = await saveSpaceTemplate(ann, key, board.id);
    await expect.poll(events).toHaveLength(2);
    await ann.put(`${urlOf(key)}/${id}`, { title: "Boat" });
    await expect.poll(events).toHaveLength(3);
    await ann.delete(`${urlOf(key)}/${id}`);
    await expect.poll(events).toHaveLength(4);
    expect(events()).toEqual([{}, {}, {}, {}]);
  });
});
