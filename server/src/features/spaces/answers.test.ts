import type { Board } from "@retro/contract/boards";
import type { AnsweredBoard } from "@retro/contract/spaces/space-answers";
import { describe, expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addAction, makeSpace, makeSpaceBoard, openActionsOf } from "../../testing/spaces.ts";

const steps = [
  { id: "in", kind: "checkin", minutes: null },
  {
    id: "health",
    kind: "health",
    minutes: null,
    questions: [{ id: "pace" }, { id: "own", text: "We eat well." }],
  },
];

async function start() {
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 26) });
  const users: Visitor[] = [];
  for (let i = 0; i < 4; i++) users.push(await app.visitor());
  const [ann, bob] = users as [Visitor, Visitor];
  const key = await makeSpace(ann);
  const held = async (title: string, answers: Record<string, number[]>, ends = true) => {
    app.time.now += 86_400_000;
    const { id } = await makeSpaceBoard(ann, key, { title });
    for (const user of users) await user.get(`/api/v1/boards/${id}`);
    await ann.post(`/api/v1/boards/${id}/meeting`, { steps });
    for (const [kind, values] of Object.entries(answers))
      for (const [i, value] of values.entries())
        await users[i]?.put(`/api/v1/boards/${id}/questions/${kind}/answer`, { value });
    expect(await read(ann)).not.toContainEqual(expect.objectContaining({ board_id: id }));
    if (ends) await ann.delete(`/api/v1/boards/${id}/meeting`);
    return id;
  };
  const read = async (by: Visitor, spaceKey = key) => {
    const answer = await by.get(`/api/v1/spaces/${spaceKey}/answers`);
    return answer.statusCode === 200 ? answer.json<{ data: AnsweredBoard[] }>().data : answer.statusCode;
  };
  return { app, users, ann, bob, key, held, read };
}

describe("the answers of a space's boards [G13]", () => {
  test("are those that the boards show, of closing questions and health checks, the oldest board first", async () => {
    const { bob, held, read } = await start();
    const one = await held("One", {
      worth: [5, 4, 3],
      "checkin-mood": [1, 1, 1],
      "health-own": [1, 2, 3, 4],
    });
    await held("Too few", { worth: [5, 5], "health-own": [5, 5, 5] });
    const three = await held("Three", { worth: [1, 1, 1], "health-pace": [5, 5, 5, 5] });
    expect(await read(bob)).toEqual([
      {
        board_id: one,
        title: "One",
        created_at: "2026-11-27T00:00:00.000Z",
        questions: [
          { kind: "health-own", text: "We eat well.", counts: [1, 1, 1, 1, 0] },
          { kind: "worth", counts: [0, 0, 1, 1, 1] },
        ],
      },
      {
        board_id: three,
        title: "Three",
        created_at: "2026-11-29T00:00:00.000Z",
        questions: [
          { kind: "health-pace", counts: [0, 0, 0, 0, 4] },
          { kind: "worth", counts: [3, 0, 0, 0, 0] },
        ],
      },
    ]);
  });

  test("attack: a member without the passphrase of a board, and anybody after it went into the bin, read none of its answers", async () => {
    const { ann, bob, held, read } = await start();
    const secret = await held("Secret", { worth: [5, 4, 3] });
    await ann.put(`/api/v1/boards/${secret}/passphrase`, { passphrase: "horse battery staple" });
    expect(await read(bob)).toEqual([]);
    expect(await read(ann)).toHaveLength(1);
    await ann.delete(`/api/v1/boards/${secret}`);
    expect(await read(ann)).toEqual([]);
  });

  test("attack: the download of a user says that they answered, and no log or change says it at all", async () => {
    const { ann, held, app } = await start();
    const id = await held("One", { worth: [2, 2, 2] }, false);
    const data = (await ann.get(`/api/v1/users/${ann.user.id}/data`)).json<{ answered_questions: unknown }>();
    expect(data.answered_questions).toEqual([{ board_id: id, kind: "worth" }]);
    const tables = ["logs", "changes", "notices"] as const;
    for (const table of tables)
      expect(
        JSON.stringify(await app.deps.database.db.selectFrom(table).selectAll().execute()),
      ).not.toContain("worth");
  });
});

describe("a board like another one of the space [F11]", () => {
  test("has its sections and the steps of its meeting, and “Did we do it?” first, while its actions are open", async () => {
    const { ann, bob, key } = await start();
    const first = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    const url = (id: string) => `/api/v1/boards/${id}/meeting`;
    await ann.post(url(first.id), {});
    await ann.put(url(first.id), { step: "close" });
    await addAction(ann, first.id, "Call Bob");
    await ann.delete(url(first.id));
    await makeSpaceBoard(ann, key, { template: "Mad / Sad / Glad" });
    const next = await makeSpaceBoard(bob, key, { title: "Next", like: first.id });
    const titles = ({ sections }: Board) => sections.map(({ title }) => title);
    expect(titles(next)).toEqual(titles(first));
    expect(next.facilitator_id).toBeNull();
    await bob.post(url(next.id), {});
    const { meeting } = (await bob.get(`/api/v1/boards/${next.id}`)).json<{ data: Board }>().data;
    expect(meeting?.steps.map(({ kind }) => kind)).toEqual([
      "review",
      "write",
      "group",
      "vote",
      "discuss",
      "close",
    ]);
    expect(meeting?.step).toBe("review");
    expect(await openActionsOf(bob, key)).toEqual(["Call Bob"]);
  });

  test("everybody in the meeting sees the one that its facilitator made first, after an undo too, and nobody sees another", async () => {
    const { ann, bob, key } = await start();
    const first = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    const url = `/api/v1/boards/${first.id}`;
    const next = async () => (await bob.get(url)).json<{ data: Board }>().data.meeting?.next;
    const make = async (by: typeof ann, title: string) => {
      const { id } = await makeSpaceBoard(by, key, { title, like: first.id });
      return { id, title };
    };
    await make(ann, "Before the meeting");
    await ann.post(`${url}/meeting`, {});
    await make(bob, "A participant's");
    await bob.post(`${url}/copies`, { stickers: false, next: "Another" });
    expect(await next()).toBeUndefined();
    await ann.put(`${url}/meeting`, { step: "close" });
    const made = await make(ann, "Next");
    expect(await next()).toEqual(made);
    await ann.post(`${url}/copies`, { stickers: false, next: "One more" });
    await ann.put(`${url}/meeting`, { undo: true });
    expect(await next()).toEqual(made);
    await ann.delete(`${url}/meeting`);
    expect(await next()).toBeUndefined();
  });

  test("outside a space a copy is the next board, with its own title", async () => {
    const { ann, bob } = await start();
    const { id } = (await ann.post("/api/v1/boards", { title: "Sprint 42" })).json<{ data: Board }>().data;
    await ann.post(`/api/v1/boards/${id}/meeting`, {});
    const copied = await ann.post(`/api/v1/boards/${id}/copies`, { stickers: false, next: "Sprint 43" });
    const { data } = copied.json<{ data: Board }>();
    expect(data.title).toBe("Sprint 43");
    expect((await bob.get(`/api/v1/boards/${id}`)).json<{ data: Board }>().data.meeting?.next).toEqual({
      id: data.id,
      title: "Sprint 43",
    });
  });

  test("attack: a board of another space, of none, in the bin, and one whose passphrase the caller does not know give nothing", async () => {
    const { ann, bob, key } = await start();
    const other = await makeSpaceBoard(bob, await makeSpace(bob, "Others"));
    const alone = (await bob.post("/api/v1/boards", { title: "Alone" })).json<{ data: Board }>().data;
    const binned = await makeSpaceBoard(ann, key);
    await ann.delete(`/api/v1/boards/${binned.id}`);
    const secret = await makeSpaceBoard(ann, key);
    await ann.put(`/api/v1/boards/${secret.id}/passphrase`, { passphrase: "horse battery staple" });
    const ask = async (like: string) =>
      (await bob.post(`/api/v1/spaces/${key}/boards`, { title: "x", like })).statusCode;
    expect([await ask(other.id), await ask(alone.id), await ask(binned.id), await ask(secret.id)]).toEqual([
      404, 404, 404, 403,
    ]);
    const kept = await makeSpaceBoard(ann, key, { like: secret.id });
    expect(kept.passphrase).toBe(true);
    expect((await bob.get(`/api/v1/boards/${kept.id}`)).statusCode).toBe(403);
  });
});
