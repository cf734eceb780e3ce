import type { BoardFile } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/entities";
import type { Question } from "@retro/contract/facilitation/questions";
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
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 26) });
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
      `board_questions ${JSON.stringify({ board_id: id, kind: "worth", counts: "[0,1,0,0,1]", shown: "[0,0,0,0,0]", text: null })}`,
    ]);
    expect((await ann.get(url)).json<{ data: Board }>().data.version).toBe(version);
  });

  test("attack: an answer in the name of another user counts for its sender alone [Q1]", async () => {
    const { users, ann, url } = await start(2);
    const bob = users[1] as Visitor;
    const body = { value: 5, user_id: bob.user.id, answered: false };
    expect((await ann.put(`${url}${worth}/answer`, body)).statusCode).toBe(200);
    expect([(await read(ann, url)).answered, (await read(bob, url)).answered]).toEqual([true, false]);
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

  const words = { id: "w", text: "How is the weather?", words: ["Sun", "Rain", "Storm"] };
  const steps = [
    { id: "in", kind: "checkin", minutes: null, questions: [words] },
    {
      id: "health",
      kind: "health",
      minutes: null,
      questions: [{ id: "pace" }, { id: "own", text: "We eat well." }],
    },
  ];
  const send = (who: Visitor, url: string, kind: string, value: number) =>
    who.put(`${url}/questions/${kind}/answer`, { value });
  const list = async (who: Visitor, url: string) =>
    (await who.get(`${url}/questions`)).json<{ data: Question[] }>().data;

  test("is asked by a step to check in and by each statement of a health check, on this board alone [Q4] [Q5]", async () => {
    const { users, ann, url } = await start(2);
    const [, bob] = users as [Visitor, Visitor];
    const kinds = async () => (await list(bob, url)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["worth"]);
    expect((await send(bob, url, "health-pace", 3)).statusCode).toBe(404);
    await ann.post(`${url}/meeting`, { steps });
    expect(await kinds()).toEqual(["checkin-w", "health-pace", "health-own", "worth"]);
    expect((await send(bob, url, "checkin-w", 3)).statusCode).toBe(200);
    expect((await send(bob, url, "checkin-w", 4)).statusCode).toBe(422);
    expect((await send(bob, url, "health-other", 4)).statusCode).toBe(404);
    expect((await send(bob, url, "group-x", 4)).statusCode).toBe(404);
    await ann.delete(`${url}/meeting`);
    expect(await kinds()).toEqual(["checkin-w", "health-pace", "health-own", "worth"]);
  });

  test("of a health check shows answers from the fourth one on, in groups of four; a check-in from the third [Q5]", async () => {
    const { users, ann, url } = await start(8);
    await ann.post(`${url}/meeting`, { steps });
    const shown: unknown[] = [];
    for (const [i, user] of users.entries()) {
      await send(user, url, "health-pace", i < 5 ? 2 : 5);
      if (i < 3) await send(user, url, "checkin-w", 1);
      shown.push((await list(ann, url))[1]?.counts);
    }
    const four = [0, 4, 0, 0, 0];
    expect(shown).toEqual([null, null, null, four, four, four, four, [0, 5, 0, 0, 3]]);
    expect((await list(ann, url))[0]?.counts).toEqual([3, 0, 0, 0, 0]);
  });

  test("attack: answers of a health check before the fourth are on no road: board, changes, list and files", async () => {
    const { users, ann, url, id } = await start(3);
    await ann.post(`${url}/meeting`, { steps });
    const before = await Promise.all(roadsOf(ann, url, id));
    for (const user of users) await send(user, url, "health-own", 5);
    const after = await Promise.all(roadsOf(ann, url, id));
    expect(after.map(({ statusCode }) => statusCode)).toEqual(before.map(({ statusCode }) => statusCode));
    const bodies = (answers: typeof after) => answers.map(({ body }) => body);
    expect(bodies(after)).toEqual(bodies(before));
    expect(JSON.stringify(await list(ann, url))).not.toContain("5]");
  });

  test("attack: whoever reads files learns of no answer that is too new to be shown; those that are shown are in the team's words, and name nobody [Q3] [Q5]", async () => {
    const { users, ann, url, id } = await start(6);
    await ann.post(`${url}/meeting`, { steps });
    const file = async (format: string) => (await ann.get(`/web/boards/${id}/export-${format}`)).body;
    const early: boolean[] = [];
    for (const [i, user] of users.entries()) {
      early.push((await file("markdown")).includes("What the team said"));
      await send(user, url, "checkin-w", i < 4 ? 2 : 3);
      if (i < 5) await send(user, url, "health-own", i < 4 ? 2 : 5);
      if (i < 4) await answer(user, url, i < 3 ? 5 : 1);
    }
    expect(early.slice(0, 4)).toEqual([false, false, false, true]);
    const text = await file("markdown");
    expect(text.slice(text.indexOf("## What"))).toBe(
      [
        "## What the team said\n",
        "- *How is the weather?* Rain: 4 · Storm: 2 (6 answers)",
        "- *We eat well.* On average 2 (4 answers)",
        "- *Was this worth our time?* On average 5 (3 answers)\n",
      ].join("\n"),
    );
    const imported = await ann.post("/api/v1/boards/import", text, { "content-type": "text/csv" });
    const { id: copy } = imported.json<{ data: Board }>().data;
    expect((await ann.get(`/web/boards/${copy}/export-markdown`)).body).not.toContain("weather");
  });

  test("shown answers stay in the list and in all files, with their words, when other steps ask something else afterwards [Q3] [Q4]", async () => {
    const { users, ann, url, id } = await start(4);
    await ann.post(`${url}/meeting`, { steps });
    for (const user of users) {
      await send(user, url, "checkin-w", 2);
      await send(user, url, "health-own", 4);
      await answer(user, url, 5);
    }
    await send(users[0] as Visitor, url, "health-pace", 1);
    const file = async (board: string, format: string) =>
      (await ann.get(`/web/boards/${board}/export-${format}`)).body;
    const said = (markdown: string) => /## What the team said\n\n(?:- .*\n)+/.exec(markdown)?.[0];
    const before = said(await file(id, "markdown"));
    const pdfBefore = (await file(id, "pdf")).length;
    await ann.delete(`${url}/meeting`);
    await ann.post(`${url}/meeting`, { steps: [{ id: "w", kind: "write", minutes: null }] });
    const all = await list(ann, url);
    expect(all.map(({ kind }) => kind)).toEqual(["checkin-w", "health-own", "worth"]);
    expect(all[0]).toMatchObject({ text: words.text, words: words.words, counts: [0, 3, 0, 0, 0] });
    expect(said(await file(id, "markdown"))).toBe(before);
    expect((await file(id, "pdf")).length).toBe(pdfBefore);
    expect((await send(ann, url, "checkin-w", 1)).statusCode).toBe(404);
    const json = await file(id, "json");
    const made = await ann.post("/api/v1/boards/import", json, { "content-type": "application/json" });
    const { id: copy } = made.json<{ data: Board }>().data;
    expect(said(await file(copy, "markdown"))).toBe(before);
    const { asked } = JSON.parse(json) as BoardFile;
    expect((JSON.parse(await file(copy, "json")) as BoardFile).asked).toEqual(asked);
  });

  test("attack: a facilitator gives an answered question another meaning, at once, by leaving it out first, or in the next meeting [Q4]", async () => {
    const { ann, url } = await start(1);
    const [checkIn, health] = steps as [(typeof steps)[0], (typeof steps)[0]];
    await ann.post(`${url}/meeting`, { steps });
    const others = { ...health, questions: [{ id: "pace" }, { id: "own", text: "Our boss eats well." }] };
    const turned = { ...checkIn, questions: [{ ...words, words: words.words.toReversed() }] };
    const change = (...to: unknown[]) => ann.put(`${url}/meeting`, { steps: to });
    expect((await change(checkIn, others)).statusCode).toBe(200);
    expect((await change(...steps)).statusCode).toBe(200);
    await send(ann, url, "health-own", 1);
    await send(ann, url, "checkin-w", 1);
    expect((await change(checkIn, others)).json()).toMatchObject({ errors: { steps: [expect.any(String)] } });
    expect((await change(turned, health)).statusCode).toBe(422);
    expect((await change(checkIn)).statusCode).toBe(200);
    expect((await change(checkIn, others)).statusCode).toBe(422);
    await ann.delete(`${url}/meeting`);
    expect((await ann.post(`${url}/meeting`, { steps: [others] })).statusCode).toBe(422);
    const renamed = { ...health, questions: [{ id: "own-2", text: "Our boss eats well." }] };
    expect((await ann.post(`${url}/meeting`, { steps: [renamed] })).statusCode).toBe(200);
  });

  test.each([
    ["two check-ins", [steps[0], { ...steps[0], id: "b" }]],
    ["two questions in a check-in", [{ ...steps[0], questions: [words, { ...words, id: "v" }] }]],
    ["questions in a step to write", [{ id: "w", kind: "write", minutes: null, questions: [words] }]],
    ["a statement with words", [{ ...steps[1], questions: [words] }]],
    ["a statement without a text that nobody knows", [{ ...steps[1], questions: [{ id: "x" }] }]],
    ["one statement twice", [{ ...steps[1], questions: [{ id: "pace" }, { id: "pace" }] }]],
    [
      "thirteen statements",
      [{ ...steps[1], questions: Array.from({ length: 13 }, (_, i) => ({ id: `s${i}`, text: "x" })) }],
    ],
    ["one word", [{ ...steps[0], questions: [{ ...words, words: ["Sun"] }] }]],
    ["six words", [{ ...steps[0], questions: [{ ...words, words: [..."abcdef"] }] }]],
  ])("refuses %s [Q4] [Q5]", async (_what, refused) => {
    const { ann, url } = await start(1);
    expect((await ann.post(`${url}/meeting`, { steps: refused })).statusCode).toBe(422);
  });
});

function roadsOf(who: Visitor, url: string, id: string) {
  const files = ["json", "csv", "markdown", "pdf", "excel"].map(
    (format) => `/web/boards/${id}/export-${format}`,
  );
  return [url, `${url}/changes?since=0`, `${url}/items`, `${url}/actions`, ...files].map((path) =>
    who.get(path),
  );
}
