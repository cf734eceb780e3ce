import { expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { BoardFile } from "@retro/contract/board-file";
import type { Board } from "@retro/contract/entities";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const json = { "content-type": "application/json" };

test("X1, X5, D1 · a board's JSON file keeps its actions and their stickers through an import", async () => {
  const t = await start();
  const { ann } = t.people;
  const actions = `${t.url}/actions`;
  const details = { owner_name: "Ops", due_on: "2026-12-24", source_item_id: t.names.id("@two-a") };
  await ann.post(actions, { text: "Call Bob", ...details });
  const second = (await ann.post(actions, { text: "=1+1\nsecond" })).json<{ data: Action }>().data;
  await ann.put(`${actions}/${second.id}`, { status: "dropped" });
  const exported = async (url: string) =>
    (await ann.get(`/web/boards/${url.split("/").at(-1)}/export-json`)).json<BoardFile>();
  const file = await exported(t.url);
  expect(file.actions).toMatchObject([
    { text: "Call Bob", owner: "Ops", due_on: "2026-12-24", status: "open", source: [0, 0, 1, 0] },
    { text: "=1+1\nsecond", status: "dropped" },
  ]);
  const made = await ann.post("/api/v1/boards/import", JSON.stringify(file), json);
  const { id } = made.json<{ data: Board }>().data;
  expect((await exported(id)).actions).toEqual(file.actions);
  expect((await ann.get(`/api/v1/boards/${id}`)).json()).toMatchObject({ data: { action_count: 2 } });
  await ann.delete(`/api/v1/boards/${id}`);
});

test("X1, D3 · files hold no text of an action that is hidden from their user, and none of a board without actions", async () => {
  const t = await start();
  const eve = await t.app.visitor();
  const board = t.names.id("@retro");
  const files = ["json", "markdown"] as const;
  const bodies = () =>
    Promise.all(files.map(async (kind) => (await eve.get(`/web/boards/${board}/export-${kind}`)).body));
  expect((await bodies()).join("")).not.toMatch(/actions/i);
  await t.people.bob.post(`${t.url}/actions`, { text: "secret-zyx", source_item_id: t.names.id("@two") });
  expect((await bodies()).join("").match(/secret-zyx/g)).toHaveLength(2);
  await t.facilitate({ hideContent: true });
  expect((await bodies()).join("")).not.toContain("secret-zyx");
});
