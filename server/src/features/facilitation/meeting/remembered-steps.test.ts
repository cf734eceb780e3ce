import type { BoardFile } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { limits } from "@retro/contract/limits";
import type { MeetingStep, OfferedMeeting } from "@retro/contract/facilitation/meeting";
import { usualSteps } from "@retro/rules/meeting";
import { describe, expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../../testing/app.ts";
import { addAction, makeSpace, makeSpaceBoard, saveSpaceTemplate } from "../../../testing/spaces.ts";

const review: MeetingStep = { id: "review", kind: "review", minutes: 5 };
const steps: MeetingStep[] = [
  {
    id: "mood",
    kind: "checkin",
    minutes: 2,
    questions: [{ id: "w", text: "Weather?", words: ["Sun", "Rain"] }],
  },
  { id: "own", kind: "custom", name: "Read", sentence: "Read aloud", minutes: null },
  { id: "close", kind: "close", name: "End", minutes: 4 },
];

async function start() {
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 26, 9) });
  const ann = await app.visitor();
  const make = async () =>
    (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data.id;
  return { app, ann, make };
}

const urlOf = (board: string) => `/api/v1/boards/${board}/meeting`;
const readBoard = async (by: Visitor, board: string) =>
  (await by.get(`/api/v1/boards/${board}`)).json<{ data: Facilitation }>().data;
/** The steps that a meeting on the board starts with when nobody chooses any. */
async function startedWith(by: Visitor, board: string): Promise<MeetingStep[] | undefined> {
  expect((await by.post(urlOf(board), {})).statusCode).toBe(200);
  return (await readBoard(by, board)).meeting?.steps;
}

describe("the steps of a meeting are remembered [F1]", () => {
  test("by the board, after its meeting has ended, and by every copy of it", async () => {
    const { ann, make } = await start();
    const board = await make();
    await ann.post(urlOf(board), {});
    await ann.put(urlOf(board), { step: "close" });
    const chosen = [...steps.slice(0, 2), { id: "close", kind: "close", name: "End", minutes: 4 }];
    expect((await ann.put(urlOf(board), { steps: chosen })).statusCode).toBe(200);
    await ann.delete(urlOf(board));
    for (const stickers of [true, false]) {
      const copy = await ann.post(`/api/v1/boards/${board}/copies`, { stickers });
      expect(await startedWith(ann, copy.json<{ data: Board }>().data.id)).toEqual(chosen);
    }
    expect(await startedWith(ann, board)).toEqual(chosen);
  });

  test("by a template of one's own and by one of a space", async () => {
    const { ann, make } = await start();
    const board = await make();
    await ann.post(urlOf(board), { steps });
    await ann.post(`/api/v1/boards/${board}/template`, { title: "Mine" });
    const made = await ann.post("/api/v1/boards", { title: "Next", template: "Mine" });
    expect(await startedWith(ann, made.json<{ data: Board }>().data.id)).toEqual(steps);

    const key = await makeSpace(ann);
    await ann.put(`/api/v1/spaces/${key}/boards/${board}`);
    const template = await saveSpaceTemplate(ann, key, board);
    const elsewhere = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    await ann.post(urlOf(elsewhere.id), { steps: steps.slice(1) });
    const next = await makeSpaceBoard(ann, key, { space_template: template });
    expect(await startedWith(ann, next.id)).toEqual(steps);
    const other = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    expect(await startedWith(ann, other.id)).toEqual(steps.slice(1));
  });

  test("by the file of a board, with the times of its meeting, and comes back from it [X5]", async () => {
    const { app, ann, make } = await start();
    const board = await make();
    await ann.post(urlOf(board), { steps });
    app.time.now += 50 * 60_000;
    await ann.delete(urlOf(board));
    const fileOf = async (id: string) => (await ann.get(`/web/boards/${id}/export-json`)).json<BoardFile>();
    const file = await fileOf(board);
    const markdown = (await ann.get(`/web/boards/${board}/export-markdown?tz=Europe/Berlin`)).body;
    expect(markdown.split("\n")[2]).toMatch(
      /^\*Length: Nov 26, 2026, 10:00\sAM – 10:50\sAM \(50 minutes\)\*$/u,
    );
    expect(file.meeting).toEqual({
      steps: [review, ...steps],
      started: "2026-11-26T09:00:00.000Z",
      ended: "2026-11-26T09:50:00.000Z",
    });
    const made = await ann.post("/api/v1/boards/import", JSON.stringify(file), {
      "content-type": "application/json",
    });
    const { id } = made.json<{ data: Board }>().data;
    expect((await fileOf(id)).meeting).toEqual(file.meeting);
    expect(await startedWith(ann, id)).toEqual(steps);
  });

  test("“Did we do it?” is asked again as soon as there is something to ask, unless the team left it out", async () => {
    const { ann } = await start();
    const key = await makeSpace(ann);
    const first = await makeSpaceBoard(ann, key);
    const usual = await startedWith(ann, first.id);
    expect(usual?.map(({ kind }) => kind)).not.toContain("review");
    const named = usual?.map((step) => (step.kind === "write" ? { ...step, name: "Think" } : step)) ?? [];
    await ann.put(urlOf(first.id), { steps: named });
    await addAction(ann, first.id, "Call Bob");
    const second = await makeSpaceBoard(ann, key);
    expect(await startedWith(ann, second.id)).toEqual([review, ...named]);

    await ann.put(urlOf(second.id), { step: "write" });
    await ann.put(urlOf(second.id), { steps: named });
    expect(await startedWith(ann, (await makeSpaceBoard(ann, key)).id)).toEqual(named);
  });
});

describe("what a meeting on the board begins with can be read before it starts [F1]", () => {
  const offeredOn = async (by: Visitor, board: string) =>
    (await by.get(urlOf(board))).json<{ data: OfferedMeeting }>().data.steps;

  test("by everybody with the board: the usual steps, those of the space, and those of its last meeting", async () => {
    const { app, ann, make } = await start();
    const bob = await app.visitor();
    expect(await offeredOn(bob, await make())).toEqual(usualSteps(false));
    const key = await makeSpace(ann);
    const { id } = await makeSpaceBoard(ann, key);
    await ann.post(urlOf(id), { steps });
    await ann.delete(urlOf(id));
    for (const board of [id, (await makeSpaceBoard(ann, key)).id])
      expect(await offeredOn(bob, board)).toEqual(steps);
  });

  test("a start that changes nothing is no choice of the team, and a choice keeps a review that was not offered", async () => {
    const { ann } = await start();
    const key = await makeSpace(ann);
    const first = await makeSpaceBoard(ann, key);
    await ann.post(urlOf(first.id), { steps: await offeredOn(ann, first.id) });
    await addAction(ann, first.id, "Call Bob");
    const second = await makeSpaceBoard(ann, key);
    expect(await offeredOn(ann, second.id)).toEqual(usualSteps(true));

    const other = await makeSpace(ann);
    const third = await makeSpaceBoard(ann, other);
    await ann.post(urlOf(third.id), { steps: usualSteps(false).slice(1) });
    await addAction(ann, third.id, "Call Bob");
    const fourth = await makeSpaceBoard(ann, other);
    const offered = await offeredOn(ann, fourth.id);
    expect(offered).toEqual([review, ...usualSteps(false).slice(1)]);
    // What was offered and is not among them has been left out.
    await ann.post(urlOf(fourth.id), { steps: offered.slice(1) });
    expect(await offeredOn(ann, (await makeSpaceBoard(ann, other)).id)).toEqual(offered.slice(1));
  });
});

describe("when a meeting was [F10]", () => {
  const left = limits.meeting.leftMs;
  test.each([
    ["ended by its facilitator", 40 * 60_000, 40 * 60_000],
    ["ended late, within hours", left, left],
    ["left open overnight: it ends with the time of its last step", left + 1, 2 * 60_000],
  ])("%s", async (_what, after, length) => {
    const { app, ann, make } = await start();
    const board = await make();
    const started = app.time.now;
    await ann.post(urlOf(board), { steps });
    app.time.now += after;
    await ann.delete(urlOf(board));
    expect((await readBoard(ann, board)).last_meeting).toEqual({ started, ended: started + length });
  });

  test("the pause of a timer does not change it, and it outlives the facilitator's seat", async () => {
    const { app, ann, make } = await start();
    const board = await make();
    const started = app.time.now;
    await ann.post(urlOf(board), { steps });
    app.time.now += 60_000;
    await ann.put(`/api/v1/boards/${board}/timers`, { pause_time: 1, count_pause_time: 1 });
    app.time.now += 600_000;
    await ann.delete(urlOf(board));
    await ann.post(`/api/v1/boards/${board}/facilitators`);
    await ann.delete(`/api/v1/boards/${board}/facilitators`);
    expect((await readBoard(ann, board)).last_meeting).toEqual({ started, ended: started + 660_000 });
  });
});
