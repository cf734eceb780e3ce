import type { BoardFile } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import type { Question } from "@retro/contract/facilitation/questions";
import { describe, expect, test } from "vitest";
import { storedTableNames } from "../../db/portable/tables.ts";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { keepHouse } from "../../testing/housekeeping.ts";
import { makeBoard } from "../../testing/boards.ts";

const worth = "/questions/worth";
const answer = (who: Visitor, url: string, value: unknown) => who.put(`${url}${worth}/answer`, { value });

async function read(who: Visitor, url: string): Promise<Question> {
  return (await who.get(`${url}${worth}`)).json<{ data: Question }>().data;
}

const end = (who: Visitor, url: string, ...kinds: string[]) => who.post(`${url}/questions/end`, { kinds });

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
  test("shows nothing but how many of how many have answered until it ends, and then all answers at once [Q3]", async () => {
    const { users, ann, url } = await start(6);
    const seen: Question[] = [];
    for (const [i, user] of users.entries()) {
      expect((await answer(user, url, i < 4 ? 5 : 1)).statusCode).toBe(200);
      seen.push(await read(ann, url));
    }
    expect(seen).toEqual(
      users.map((_, i) => ({
        kind: "worth",
        answers: i + 1,
        people: 6,
        answered: true,
        counts: null,
        state: "open",
      })),
    );
    expect((await end(ann, url, "worth")).statusCode).toBe(200);
    const ended = { kind: "worth", answers: 6, answered: true, counts: [2, 0, 0, 0, 4], state: "ended" };
    for (const user of users) expect(await read(user, url)).toEqual(ended);
    expect((await answer(ann, url, 1)).json()).toMatchObject({ code: "question_ended" });
  });

  test("of fewer than three shows nothing when it ends, keeps nothing, and is asked anew by the next step [Q3]", async () => {
    const { app, users, ann, url } = await start(3);
    const steps = ["close", "write"].map((kind) => ({ id: kind, kind, minutes: null }));
    const goTo = (step: string) => ann.put(`${url}/meeting`, { step });
    await ann.post(`${url}/meeting`, { steps });
    for (const user of users.slice(0, 2)) await answer(user, url, 4);
    await goTo("write");
    const none = { kind: "worth", answers: 0, answered: true, counts: null, state: "ended" };
    expect(await read(ann, url)).toEqual(none);
    expect((await readRows(app)).filter((row) => /\[0,0,0,2,0\]|people/.test(row))).toEqual([]);
    expect((await answer(ann, url, 4)).statusCode).toBe(409);
    await goTo("close");
    expect(await read(ann, url)).toMatchObject({ answers: 0, people: 3, answered: false, state: "open" });
    for (const user of users) await answer(user, url, 2);
    await ann.delete(`${url}/meeting`);
    expect(await read(ann, url)).toMatchObject({ counts: [0, 3, 0, 0, 0] });
    // Shown answers stay: the next meeting does not replace them.
    await ann.post(`${url}/meeting`, { steps });
    expect(await read(ann, url)).toMatchObject({ counts: [0, 3, 0, 0, 0], state: "ended" });
  });

  test("whose answers release 1.0 did not show yet is asked anew, and shown ones stay; housekeeping deletes who has answered [Q3]", async () => {
    const { app, ann, url, id } = await start(1);
    const { db } = app.deps.database;
    const row = { board_id: id, counts: "[0,0,0,1,3]" };
    await db
      .insertInto("board_questions")
      .values([
        { ...row, kind: "worth", shown: "[0,0,0,0,0]" },
        { ...row, kind: "health-fun", shown: "[0,0,0,0,3]" },
      ])
      .execute();
    await db
      .insertInto("board_answerers")
      .values({ board_id: id, kind: "worth", user_id: ann.user.id })
      .execute();
    const all = (await ann.get(`${url}/questions`)).json<{ data: Question[] }>().data;
    expect(all).toMatchObject([
      { kind: "health-fun", counts: [0, 0, 0, 0, 3], state: "ended" },
      { kind: "worth", counts: null, answered: false, state: "open" },
    ]);
    expect((await answer(ann, url, 4)).json<{ data: Question }>().data).toMatchObject({
      answers: 1,
      people: 1,
    });
    await keepHouse(app);
    expect((await readRows(app)).filter((each) => each.startsWith("board_answerers"))).toEqual([]);
  });

  test("counts one answer of a user, however often and however fast it is sent [Q1]", async () => {
    const { ann, url } = await start(1);
    const all = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map((value) => answer(ann, url, value)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
    expect(await read(ann, url)).toMatchObject({ answers: 1, people: 1, answered: true, counts: null });
  });

  test("an operator who reads all tables before and after finds who answered, without time or value, and a sum [Q2]", async () => {
    const { app, users, ann, url, id } = await start(2);
    await answer(ann, url, 2);
    const before = new Set(await readRows(app));
    const version = (await ann.get(url)).json<{ data: Board }>().data.version;
    const bob = users[1] as Visitor;
    await answer(bob, url, 5);
    const added = (await readRows(app)).filter((row) => !before.has(row));
    const row = { board_id: id, kind: "worth", counts: "[0,1,0,0,1]", asked_at: Date.UTC(2026, 10, 26) };
    expect(added.toSorted()).toEqual([
      `open_questions ${JSON.stringify(row)}`,
      `question_people ${JSON.stringify({ board_id: id, kind: "worth", user_id: bob.user.id, answered: 1 })}`,
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
    expect(await file(id)).not.toHaveProperty("questions");
    await end(ann, url, "worth");
    const exported = await file(id);
    expect(exported.questions).toEqual({ worth: [0, 0, 0, 2, 2] });
    const made = await ann.post("/api/v1/boards/import", JSON.stringify(exported), {
      "content-type": "application/json",
    });
    const imported = made.json<{ data: Board }>().data;
    expect(await read(ann, `/api/v1/boards/${imported.id}`)).toEqual({
      kind: "worth",
      answers: 4,
      answered: true,
      counts: [0, 0, 0, 2, 2],
      state: "ended",
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
    const left = (await readRows(app)).filter((row) => row.startsWith("question_people"));
    expect(left).toHaveLength(1);
    expect(left.join("")).not.toContain(bob.user.id);
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

  test("of a health check is shown from four answers on, a check-in from three; each when its step ends [Q3] [Q5]", async () => {
    const { users, ann, url } = await start(4);
    await ann.post(`${url}/meeting`, { steps });
    const counts = async () => (await list(ann, url)).map((question) => question.counts);
    for (const [i, user] of users.entries()) {
      if (i < 3) await send(user, url, "checkin-w", 1);
      if (i < 3) await send(user, url, "health-pace", 2);
      await send(user, url, "health-own", i < 2 ? 2 : 5);
    }
    expect(await counts()).toEqual([null, null, null, null]);
    await ann.put(`${url}/meeting`, { step: "health" });
    expect(await counts()).toEqual([[3, 0, 0, 0, 0], null, null, null]);
    await ann.delete(`${url}/meeting`);
    expect(await counts()).toEqual([[3, 0, 0, 0, 0], null, [0, 2, 0, 0, 2], null]);
  });

  test("attack: answers of a health check that goes on are on no road: board, changes, list and files", async () => {
    const { users, ann, url, id } = await start(4);
    await ann.post(`${url}/meeting`, { steps });
    const before = await Promise.all(roadsOf(ann, url, id));
    for (const user of users) await send(user, url, "health-own", 5);
    const after = await Promise.all(roadsOf(ann, url, id));
    expect(after.map(({ statusCode }) => statusCode)).toEqual(before.map(({ statusCode }) => statusCode));
    const bodies = (answers: typeof after) => answers.map(({ body }) => body);
    expect(bodies(after)).toEqual(bodies(before));
    expect(JSON.stringify(await list(ann, url))).not.toContain("5]");
  });

  test("attack: whoever reads files learns of no answer before its question ends; those that are shown are in the team's words, and name nobody [Q3] [Q5]", async () => {
    const { users, ann, url, id } = await start(6);
    await ann.post(`${url}/meeting`, { steps });
    const file = async (format: string) => (await ann.get(`/web/boards/${id}/export-${format}`)).body;
    for (const [i, user] of users.entries()) {
      await send(user, url, "checkin-w", i < 4 ? 2 : 3);
      if (i < 4) await send(user, url, "health-own", 2);
      if (i < 3) await answer(user, url, 5);
    }
    for (const format of ["markdown", "json"]) {
      const text = await file(format);
      for (const said of ["What the team said", "answers", '"questions": {'])
        expect(text).not.toContain(said);
    }
    await ann.delete(`${url}/meeting`);
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
    await end(ann, url, "checkin-w", "health-own", "health-pace", "worth");
    const file = async (board: string, format: string) =>
      (await ann.get(`/web/boards/${board}/export-${format}`)).body;
    const said = (markdown: string) => /## What the team said\n\n(?:- .*\n)+/.exec(markdown)?.[0];
    const before = said(await file(id, "markdown"));
    const pdfBefore = (await file(id, "pdf")).length;
    await ann.delete(`${url}/meeting`);
    await ann.post(`${url}/meeting`, { steps: [{ id: "w", kind: "write", minutes: null }] });
    const all = await list(ann, url);
    expect(all.map(({ kind }) => kind)).toEqual(["checkin-w", "health-own", "worth"]);
    expect(all[0]).toMatchObject({ text: words.text, words: words.words, counts: [0, 4, 0, 0, 0] });
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
    const { users, ann, url } = await start(4);
    const [checkIn, health] = steps as [(typeof steps)[0], (typeof steps)[0]];
    await ann.post(`${url}/meeting`, { steps });
    const others = { ...health, questions: [{ id: "pace" }, { id: "own", text: "Our boss eats well." }] };
    const turned = { ...checkIn, questions: [{ ...words, words: words.words.toReversed() }] };
    const change = (...to: unknown[]) => ann.put(`${url}/meeting`, { steps: to });
    expect((await change(checkIn, others)).statusCode).toBe(200);
    expect((await change(...steps)).statusCode).toBe(200);
    for (const user of users) await send(user, url, "health-own", 1);
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
