import { expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
async function holders(t: ObservedBoard, url = t.url): Promise<(string | null)[]> {
  const { data } = (await t.people.ann.get(`${url}/items`)).json<{ data: TreeItem[] }>();
  return data.flatMap(({ holds, title }) => (holds === "actions" ? [title] : []));
}
const choose = (id: string, holds: string | null = "actions") => ({
  sections: ["@A", "@B", "@C"].map((each) => ({ id: each, ...(each === id && { holds }) })),
});

test("[D6] a board's section for actions is the one of its template, in both languages; a sticker stays one there", async () => {
  const t = await start();
  const { ann } = t.people;
  const make = async (template: string | undefined, language: string) => {
    const made = await ann.post(
      "/api/v1/boards",
      { title: "New", template },
      { "accept-language": language },
    );
    return `/api/v1/boards/${made.json<{ data: Board }>().data.id}`;
  };
  expect(await holders(t, await make("Start / Stop / Continue", "en"))).toEqual([]);
  expect(await holders(t, await make(undefined, "ru"))).toEqual(["Договорённости"]);
  const url = await make(undefined, "en");
  expect(await holders(t, url)).toEqual(["Actions"]);
  const tree = async () => (await ann.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
  const column = (await tree())[2]?.children[0]?.id;
  expect((await ann.post(`${url}/items`, { title: "Call Bob", parent_id: column })).statusCode).toBe(201);
  expect((await tree())[2]?.children[0]?.children.map(({ title }) => title)).toEqual(["Call Bob"]);
  expect((await ann.get(`${url}/actions`)).json<{ data: unknown[] }>().data).toEqual([]);
});

test("[D6] Edit Board chooses the section for actions: one version, titles and revisions stay, and a second choice ends the first", async () => {
  const t = await start();
  const done = await t.sendOk("bob", "PUT", "", choose("@B"));
  expect(done.stored).toEqual({ items: { changed: { "@B": { holds: "actions" } } } });
  expect(await holders(t)).toEqual(["B"]);
  const next = await t.sendOk("bob", "PUT", "", choose("@C"));
  expect(next.stored).toEqual({ items: { changed: { "@B": { holds: null }, "@C": { holds: "actions" } } } });
  await t.sendOk("bob", "PUT", "", {
    sections: [{ id: "@A" }, { id: "@B" }, { id: "@C", title: "Renamed" }],
  });
  expect(await holders(t)).toEqual(["Renamed"]);
  await t.sendOk("bob", "PUT", "", choose("@C", null));
  expect(await holders(t)).toEqual([]);
});

test("[D6] a new section can be the one for actions", async () => {
  const t = await start();
  await t.sendOk("bob", "PUT", "", choose("@B"));
  await t.sendOk("bob", "PUT", "", { sections: [{ title: "Do", holds: "actions" }] });
  expect(await holders(t)).toEqual(["Do"]);
});

test("[D6] attack: two sections for actions in one request, or an unknown use of a section, change nothing", async () => {
  const t = await start();
  const two = {
    sections: [
      { id: "@A", holds: "actions" },
      { id: "@B", holds: "actions" },
    ],
  };
  for (const body of [two, choose("@A", "votes"), choose("@A", "")])
    expect((await t.send("bob", "PUT", "", body)).status).toBe(422);
  expect(await holders(t)).toEqual([]);
});

test("[D6, B2, B3, G10] copies, templates and a board's file keep the choice", async () => {
  const t = await start();
  const { ann } = t.people;
  await t.sendOk("bob", "PUT", "", choose("@B"));
  const made = [];
  for (const stickers of [true, false]) made.push(await ann.post(`${t.url}/copies`, { stickers }));
  const saved = (await ann.post(`${t.url}/template`, {})).json<{ data: { title: string } }>();
  made.push(await ann.post("/api/v1/boards", { title: "From it", template: saved.data.title }));
  const file = (await ann.get(`/web/boards/${t.names.id("@retro")}/export-json`)).body;
  made.push(await ann.post("/api/v1/boards/import", file, { "content-type": "application/json" }));
  for (const answer of made) {
    expect(answer.statusCode).toBe(201);
    expect(await holders(t, `/api/v1/boards/${answer.json<{ data: Board }>().data.id}`)).toEqual(["B"]);
  }
});
