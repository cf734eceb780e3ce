import type { BoardFile } from "@retro/contract/board-file";
import type { Board } from "@retro/contract/entities";
import type { Question } from "@retro/contract/questions";
import { describe, expect, test } from "vitest";
import { storedTableNames } from "../../db/portable/tables.ts";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";

const worth = "/questions/worth";
const answer = (who: Visitor, url: string, value: unknown) => who.put(`${url}${worth}/answer`, { value });

async function read(who: Visitor, url: string): Promise<Question> {
  return (await who.get(`${url}${worth}`)).json<{ data: Question }>().data;
}

async function start(people: number) {
  const app = await buildTestApp();
  const users: Visitor[] = [];
  for (let i = 0; i < people; i++) users.push(await app.visitor());
  const [ann] = users as [Visitor];
  const { url, id } = await makeBoard(ann);
  for (const user of users) await user.get(url);
  return { app, users, ann, url, id };
}

/** Every row of the database as text. */
async function readRows({ deps }: TestApp): Promise<string[]> {
  const rows: string[] = [];
  for (const table of storedTableNames)
    for (const row of await deps.database.db.selectFrom(table).selectAll().execute())
      rows.push(`${table} ${JSON.stringify(row)}`);
  return rows;
}

describe("an anonymous question", () => {
  test("shows its answers from the third one on, then in groups of three: no answer changes them alone [Q3]", async () => {
    const { users, ann, url } = await start(6);
    const shown: unknown[] = [];
    for (const [i, user] of users.entries()) {
      expect((await answer(user, url, i < 4 ? 5 : 1)).statusCode).toBe(200);
      shown.push((await read(ann, url)).counts);
    }
    const three = [0, 0, 0, 0, 3];
    expect(shown).toEqual([null, null, three, three, three, [2, 0, 0, 0, 4]]);
    expect(await read(ann, url)).toMatchObject({ answers: 6, answered: true });
  });

  test("counts one answer of a user, however often and however fast it is sent [Q1]", async () => {
    const { ann, url } = await start(1);
    const all = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map((value) => answer(ann, url, value)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
    expect(await read(ann, url)).toEqual({ kind: "worth", answers: 1, answered: true, counts: null });
  });

  test("an operator who reads all tables before and after finds who answered, without time or value, and a sum [Q2]", async () => {
    const { app, users, ann, url, id } = await start(2);
    await answer(ann, url, 2);
    const before = new Set(await readRows(app));
    const version = (await ann.get(url)).json<{ data: Board }>().data.version;
    const bob = users[1] as Visitor;
    await answer(bob, url, 5);
    const added = (await readRows(app)).filter((row) => !before.has(row));
    expect(added.toSorted()).toEqual([
      `board_answerers ${JSON.stringify({ board_id: id, kind: "worth", user_id: bob.user.id })}`,
      `board_questions ${JSON.stringify({ board_id: id, kind: "worth", counts: "[0,1,0,0,1]", shown: "[0,0,0,0,0]" })}`,
    ]);
    expect((await ann.get(url)).json<{ data: Board }>().data.version).toBe(version);
  });

  test.each([0, 6, 1.5, "3", null])("refuses the answer %j", async (value) => {
    const { ann, url } = await start(1);
    expect((await answer(ann, url, value)).statusCode).toBe(422);
  });

  test("is not answered, nor read, without the board's passphrase; a locked board takes no answer [M2] [M5]", async () => {
    const { app, ann, url } = await start(1);
    const eve = await app.visitor();
    await ann.put(`${url}/passphrase`, { passphrase: "horse battery staple" });
    expect((await answer(eve, url, 1)).json()).toMatchObject({ code: "passphrase_required" });
    expect((await eve.get(`${url}${worth}`)).json()).toMatchObject({ code: "passphrase_required" });
    await ann.put(`${url}/lock`, { locked: true });
    expect((await answer(ann, url, 1)).json()).toMatchObject({ code: "board_read_only" });
  });

  test("is in the board's file as far as it is shown, and comes back from it; a duplicate begins anew [X1]", async () => {
    const { users, ann, url, id } = await start(4);
    const file = async (board: string) =>
      (await ann.get(`/web/boards/${board}/export-json`)).json<BoardFile>();
    for (const user of users.slice(0, 2)) await answer(user, url, 4);
    expect(await file(id)).not.toHaveProperty("questions");
    for (const user of users.slice(2)) await answer(user, url, 5);
    const exported = await file(id);
    expect(exported.questions).toEqual({ worth: [0, 0, 0, 2, 1] });
    const made = await ann.post("/api/v1/boards/import", JSON.stringify(exported), {
      "content-type": "application/json",
    });
    const imported = made.json<{ data: Board }>().data;
    expect(await read(ann, `/api/v1/boards/${imported.id}`)).toEqual({
      kind: "worth",
      answers: 3,
      answered: false,
      counts: [0, 0, 0, 2, 1],
    });
    expect((await file(imported.id)).questions).toEqual(exported.questions);
    const copy = (await ann.post(`${url}/copies`, { stickers: true })).json<{ data: Board }>().data;
    expect(await read(ann, `/api/v1/boards/${copy.id}`)).toMatchObject({ answers: 0, counts: null });
  });

  test("keeps the answer of an erased user, and forgets that they gave one [P6]", async () => {
    const { app, users, ann, url } = await start(2);
    const bob = users[1] as Visitor;
    await answer(bob, url, 3);
    const data = (await bob.get(`/api/v1/users/${bob.user.id}/data`)).body;
    expect(data).toContain('"answered_questions"');
    await app.deps.database.db.deleteFrom("users").where("id", "=", bob.user.id).execute();
    expect((await read(ann, url)).answers).toBe(1);
    expect((await readRows(app)).filter((row) => row.startsWith("board_answerers"))).toEqual([]);
  });
});
