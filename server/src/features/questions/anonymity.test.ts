import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { channels, eventNames } from "@retro/contract/events";
import type { Question } from "@retro/contract/facilitation/questions";
import { expect, onTestFinished, test } from "vitest";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { keepHouse } from "../../testing/housekeeping.ts";
import { becomePerson, startProvider } from "../../testing/provider.ts";
import { hasRedis } from "../../testing/nodes/redis.ts";
import { startTwoNodes } from "../../testing/nodes/two-nodes.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const now = Date.UTC(2026, 10, 28, 9);
const steps = [
  { id: "in", kind: "checkin", minutes: null },
  { id: "write", kind: "write", minutes: null },
  { id: "health", kind: "health", minutes: null, questions: [{ id: "pace" }, { id: "fun" }] },
  { id: "close", kind: "close", minutes: null },
];
const kind = "checkin-mood";

async function gather(app: TestApp, people: number) {
  const users: Visitor[] = [];
  for (let i = 0; i < people; i++) users.push(await app.visitor());
  const [fay] = users as [Visitor];
  const { url, id } = await makeBoard(fay);
  for (const user of users) await user.get(url);
  return { users, fay, url, id };
}

const answer = (who: Visitor, url: string, value: number, of = kind) =>
  who.put(`${url}/questions/${of}/answer`, { value });
const read = async (who: Visitor, url: string, of = kind) =>
  (await who.get(`${url}/questions/${of}`)).json<{ data: Question }>().data;
const goTo = (who: Visitor, url: string, step: string) => who.put(`${url}/meeting`, { step });

eachEngine("anonymity of answers", (open) => {
  test("attack: two guests who come after the step began isolate nobody's answer: they are told that they are late, and nothing shows a part of the answers [Q3] [Q6]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 4);
    const [, ann, ben, victim] = users as [Visitor, Visitor, Visitor, Visitor];
    await fay.post(`${url}/meeting`, { steps });
    for (const user of [fay, ann, ben]) await answer(user, url, 5);
    await answer(victim, url, 1);
    const seen = JSON.stringify([await read(ann, url), (await ann.get(`${url}/questions`)).json()]);
    for (let i = 0; i < 3; i++) {
      const guest = await app.visitor();
      await guest.get(url);
      expect(await read(guest, url)).toMatchObject({ state: "late", answered: false, people: 4, answers: 4 });
      const late = await answer(guest, url, 3);
      expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([403, "question_late"]);
    }
    expect(JSON.stringify([await read(ann, url), (await ann.get(`${url}/questions`)).json()])).toBe(seen);
    await goTo(fay, url, "write");
    expect((await read(ann, url)).counts).toEqual([1, 0, 0, 0, 3]);
  });

  test("attack: whoever deletes their data answers once: the next user that the browser makes is late [Q1] [Q6]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 4);
    const eve = users[3] as Visitor;
    await fay.post(`${url}/meeting`, { steps });
    for (const user of users) await answer(user, url, user === eve ? 2 : 4);
    expect((await eve.delete(`/api/v1/users/${eve.user.id}`)).statusCode).toBe(200);
    const again = await app.visitor();
    await again.get(url);
    expect((await answer(again, url, 2)).statusCode).toBe(403);
    expect(await read(fay, url)).toMatchObject({ answers: 4, people: 4 });
    await goTo(fay, url, "write");
    expect((await read(fay, url)).counts).toEqual([0, 1, 0, 3, 0]);
  });

  test("attack: a facilitator who closes, goes back and asks again never sees two counts of one question [Q3]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 4);
    await fay.post(`${url}/meeting`, { steps });
    for (const user of users.slice(0, 3)) await answer(user, url, 5);
    await fay.post(`${url}/questions/end`, { kinds: [kind] });
    const shown = [0, 0, 0, 0, 3];
    expect((await read(fay, url)).counts).toEqual(shown);
    for (const press of [
      () => goTo(fay, url, "write"),
      () => goTo(fay, url, "in"),
      () => fay.put(`${url}/meeting`, { steps: steps.slice(0, 2) }),
      () => fay.put(`${url}/meeting`, { steps }),
      () => fay.delete(`${url}/meeting`),
      () => fay.post(`${url}/meeting`, { steps }),
    ]) {
      expect((await press()).statusCode).toBe(200);
      expect((await answer(users[3] as Visitor, url, 1)).statusCode).toBe(409);
      expect((await read(fay, url)).counts).toEqual(shown);
    }
  });

  test("attack: a participant ends no question, nor does anybody on a locked board [Q3]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 3);
    await fay.post(`${url}/meeting`, { steps });
    for (const user of users) await answer(user, url, 5);
    const end = (who: Visitor) => who.post(`${url}/questions/end`, { kinds: [kind] });
    expect((await end(users[1] as Visitor)).json()).toMatchObject({ code: "facilitator_only" });
    await fay.put(`${url}/lock`, { locked: true });
    expect((await end(fay)).json()).toMatchObject({ code: "board_read_only" });
    expect((await read(fay, url)).counts).toBeNull();
  });

  test("each end of a step ends what it asked: the next step, an undo, other steps and the end of the meeting [Q3]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 4);
    const all = async (value: number, of: string) => {
      for (const user of users) await answer(user, url, value, of);
    };
    const states = async () =>
      (await fay.get(`${url}/questions`))
        .json<{ data: Question[] }>()
        .data.map(({ state, counts }) => [state, counts]);
    await fay.post(`${url}/meeting`, { steps });
    await goTo(fay, url, "health");
    await all(4, "health-pace");
    await fay.put(`${url}/meeting`, { undo: true });
    const four = [0, 0, 0, 4, 0];
    expect(await states()).toEqual([
      ["open", null],
      ["ended", four],
      ["ended", null],
      ["open", null],
    ]);
    await goTo(fay, url, "health");
    await all(5, "health-fun");
    const [checkIn, write, health, close] = steps;
    const fewer = { ...health, questions: [{ id: "pace" }] };
    await fay.put(`${url}/meeting`, { steps: [checkIn, write, fewer, close] });
    const five = [0, 0, 0, 0, 4];
    expect(await states()).toEqual([
      ["ended", null],
      ["ended", four],
      ["ended", five],
      ["open", null],
    ]);
    await goTo(fay, url, "close");
    await all(3, "worth");
    expect((await states()).at(-1)).toEqual(["open", null]);
    await fay.delete(`${url}/meeting`);
    expect((await states()).at(-1)).toEqual(["ended", [0, 0, 4, 0, 0]]);
  });

  test("a question of a meeting that nobody has ended ends after four hours [Q3]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 3);
    await fay.post(`${url}/meeting`, { steps });
    for (const user of users) await answer(user, url, 2);
    app.time.now += 4 * 3_600_000;
    await keepHouse(app);
    expect((await read(fay, url)).state).toBe("open");
    app.time.now += 1;
    await keepHouse(app);
    expect(await read(fay, url)).toMatchObject({ state: "ended", counts: [0, 3, 0, 0, 0] });
  });

  test("an answer that is lost after its user was recorded is told, and cannot be given again [Q2]", async () => {
    const lines: string[] = [];
    const logTo = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: now, env: { LOG_LEVEL: "error" }, logTo });
    const { users, fay, url, id } = await gather(app, 3);
    await fay.post(`${url}/meeting`, { steps });
    await database.db
      .updateTable("open_questions")
      .set({ counts: "broken" })
      .where("board_id", "=", id)
      .execute();
    const lost = await answer(fay, url, 4);
    expect([lost.statusCode, lost.json<{ code: string }>().code]).toEqual([503, "answer_lost"]);
    expect(lines.join("")).toContain("an answer to an anonymous question was lost");
    expect(lines.join("")).not.toContain(fay.user.id);
    await database.db
      .updateTable("open_questions")
      .set({ counts: "[0,0,0,0,0]" })
      .where("board_id", "=", id)
      .execute();
    expect(await read(fay, url)).toMatchObject({ answers: 0, answered: true });
    for (const user of users) await answer(user, url, 4);
    expect(await read(fay, url)).toMatchObject({ answers: 2, people: 2 });
  });

  test("a board with a passphrase asks those who have given it, whoever knocks meanwhile [M5] [Q6]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 2);
    await fay.put(`${url}/passphrase`, { passphrase: "horse battery staple" });
    const ann = users[1] as Visitor;
    await ann.post(`${url}/pass`, { passphrase: "horse battery staple" });
    const eve = await app.visitor();
    expect((await eve.get(url)).statusCode).toBe(403);
    await fay.post(`${url}/meeting`, { steps });
    expect(await read(fay, url)).toMatchObject({ people: 2, state: "open" });
    expect((await read(ann, url)).state).toBe("open");
  });

  test("who was on the board two minutes before the step, and not since, is late [Q6]", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: now });
    const { users, fay, url } = await gather(app, 3);
    app.time.now += 120_000;
    await users[1]?.get(url);
    await fay.post(`${url}/meeting`, { steps });
    const state = async (i: number) => (await read(users[i] as Visitor, url)).state;
    expect([await state(0), await state(1), await state(2)]).toEqual(["open", "open", "late"]);
    await goTo(fay, url, "health");
    const next = await Promise.all(users.map((user) => read(user, url, "health-pace")));
    expect(next.map((question) => question.state)).toEqual(["open", "open", "open"]);
  });
});

test("attack: a guest who answers, signs in and answers as the person of another window has one answer [Q1] [I1]", async () => {
  const provider = await startProvider();
  onTestFinished(() => provider.stop());
  const app = await buildTestApp({ env: provider.env });
  const { users, fay, url } = await gather(app, 2);
  const person = await becomePerson(app.browser());
  await person.get(url);
  await fay.post(`${url}/meeting`, { steps });
  const guest = users[1] as Visitor;
  await answer(guest, url, 4);
  expect(await read(fay, url)).toMatchObject({ answers: 1, people: 3 });
  const merged = await becomePerson(guest);
  expect(merged.user.id).toBe(person.user.id);
  for (const who of [merged, person]) expect((await answer(who, url, 1)).statusCode).toBe(200);
  expect(await read(person, url)).toMatchObject({ answers: 1, people: 2, answered: true });
});

test.skipIf(!hasRedis)(
  "whoever is on another node, with a websocket or by requests alone, answers; who comes later is late on both [Q6]",
  async () => {
    const { one, two } = await startTwoNodes(now);
    const { users, fay, url, id } = await gather(one, 2);
    const [byRequest, bySocket] = [await two.visitor(), await two.visitor()];
    await byRequest.get(url);
    await listenOn(two, bySocket, id);
    const elsewhere = async () => [
      ...(await one.deps.presence.seenElsewhere(channels.presence(id), now - 120_000)),
      ...(await one.deps.presence.members(channels.presence(id))),
    ];
    const ids = [byRequest.user.id, bySocket.user.id];
    await expect.poll(elsewhere).toEqual(expect.arrayContaining(ids));
    await fay.post(`${url}/meeting`, { steps });
    const late = [await one.visitor(), await two.visitor()];
    for (const who of [...users, byRequest, bySocket])
      expect((await answer(who, url, 3)).statusCode).toBe(200);
    for (const who of late) expect((await answer(who, url, 3)).statusCode).toBe(403);
    await goTo(fay, url, "write");
    expect(await read(byRequest, url)).toMatchObject({ counts: [0, 0, 4, 0, 0] });
  },
);

test("attack: the audit has no line of an answer [Q2]", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "audit.log");
  const app = await buildTestApp({ env: { AUDIT_LOG: file } });
  const { users, fay, url } = await gather(app, 3);
  await fay.post(`${url}/meeting`, { steps });
  for (const user of users) expect((await answer(user, url, 4)).statusCode).toBe(200);
  await goTo(fay, url, "write");
  await app.close();
  const lines = readFileSync(file, "utf8");
  expect(lines).toContain("/meeting");
  expect(lines).not.toContain("/answer");
});

test("attack: whoever listens on every channel learns from no frame that somebody has answered; the end of a question is sent without data [Q2] [Q3]", async () => {
  const app = await buildTestApp();
  const { users, fay, url, id } = await gather(app, 3);
  await app.listen();
  await fay.post(`${url}/meeting`, { steps });
  const tab = await listenOn(app, users[1] as Visitor, id);
  const before = tab.receivedText();
  for (const user of users) await answer(user, url, 4);
  await fay.post(`${url}/questions/end`, { kinds: [kind] });
  await expect.poll(() => tab.events(eventNames.questions)).toEqual([{}]);
  const frames = tab.receivedText().slice(before.length);
  expect(frames.match(/"event"/g)).toHaveLength(1);
});
