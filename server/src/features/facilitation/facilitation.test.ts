import type { Board } from "@retro/contract/entities";
import { expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const boardOf = async (visitor: Visitor, url: string) =>
  (await visitor.get(url)).json<{ data: Board }>().data;

eachEngine("the session", (open) => {
  test("starting the timer makes the starter facilitator; the client's clock counts for nothing [C1]", async () => {
    const { visitor } = await buildTestApp({ database: await open(), frozenAt: noon });
    const ann = await visitor();
    const { url } = await makeBoard(ann);
    const started = await ann.post(`${url}/timers`, { count_time: 120, start_time: noon - 9e6 });
    expect(started.json()).toMatchObject({
      data: {
        startTime: noon,
        countTime: 120,
        pauseTime: null,
        serverTime: noon,
        facilitator_id: ann.user.id,
      },
    });
    expect((await boardOf(ann, url)).facilitator_id).toBe(ann.user.id);
  });

  test("pause records the seconds left, play shifts the start, stop without an option clears the seat [C1]", async () => {
    const { visitor, time } = await buildTestApp({ database: await open(), frozenAt: noon });
    const ann = await visitor();
    const { url } = await makeBoard(ann);
    await ann.post(`${url}/timers`, { count_time: 60 });
    time.now += 15_000;
    const paused = await ann.put(`${url}/timers`, { pause_time: 1, count_pause_time: 999 });
    expect(paused.json()).toMatchObject({ data: { pauseTime: noon + 15_000, countPauseTime: 45 } });
    time.now += 60_000;
    const played = await ann.put(`${url}/timers`, { start_time: 1 });
    expect(played.json()).toMatchObject({
      data: { startTime: noon + 60_000, pauseTime: null, countPauseTime: null },
    });
    const edited = await ann.put(`${url}/timers`, { count_time: 120 });
    expect(edited.json()).toMatchObject({ data: { startTime: noon + 60_000, countTime: 120 } });
    const stopped = await ann.delete(`${url}/timers`);
    expect(stopped.json()).toMatchObject({ data: { startTime: null, countTime: 300, facilitator_id: null } });
  });

  test("an option keeps the seat when the timer stops; leaving it clears options and timer [S1]", async () => {
    const { visitor } = await buildTestApp({ database: await open(), frozenAt: noon });
    const ann = await visitor();
    const { url } = await makeBoard(ann);
    await ann.post(`${url}/timers`, { count_time: 60 });
    await ann.put(`${url}/facilitators`, { option: "votes", value: { limit: 3, item: "section" } });
    expect((await ann.delete(`${url}/timers`)).json()).toMatchObject({
      data: { facilitator_id: ann.user.id },
    });
    const left = await ann.delete(`${url}/facilitators`);
    expect(left.json()).toMatchObject({
      data: { facilitator_id: null, facilitator_options: { votes: false }, timer: { startTime: null } },
    });
  });

  test("an expired timer ends by itself two seconds after its time, the seat included [C1]", async () => {
    const { visitor, time } = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await visitor(), await visitor()];
    const board = await makeBoard(ann);
    await ann.post(`${board.url}/timers`, { count_time: 1 });
    time.now += 2_999;
    expect((await bob.post(`${board.url}/facilitators`)).statusCode).toBe(409);
    time.now += 1;
    expect((await bob.post(`${board.url}/facilitators`)).json()).toMatchObject({
      data: { facilitator_id: bob.user.id, timer: { startTime: null } },
    });
  });

  test("a paused timer survives a restart, and the next server ends a timer that expired meanwhile", async () => {
    const database = await open();
    const first = await buildTestApp({ database, frozenAt: noon });
    const ann = await first.visitor();
    const [paused, running] = [await makeBoard(ann), await makeBoard(ann)];
    await ann.post(`${paused.url}/timers`, { count_time: 60 });
    first.time.now += 10_000;
    await ann.put(`${paused.url}/timers`, { pause_time: 1 });
    await ann.post(`${running.url}/timers`, { count_time: 5 });
    await first.close();
    const second = await buildTestApp({ database, frozenAt: noon + 3_600_000 });
    const bob = await second.visitor();
    expect((await boardOf(bob, paused.url)).timer).toMatchObject({
      pauseTime: noon + 10_000,
      countPauseTime: 50,
    });
    await expect.poll(async () => (await boardOf(bob, running.url)).facilitator_id).toBe(null);
  });

  test("a seat is kept for its holder until two minutes without a connection; then options and timer stay as they are [S2]", async () => {
    const { visitor, time } = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, bob] = [await visitor(), await visitor()];
    const { url } = await makeBoard(ann);
    await ann.post(`${url}/facilitators`);
    await ann.put(`${url}/facilitators`, { option: "hideContent", value: true });
    time.now += 119_999;
    expect((await bob.post(`${url}/facilitators`)).json()).toMatchObject({ code: "seat_taken" });
    time.now += 1;
    expect((await bob.post(`${url}/facilitators`)).json()).toMatchObject({
      data: { facilitator_id: bob.user.id, facilitator_options: { hideContent: true } },
    });
  });

  test("values that are no options are refused by field, and nothing changes", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const { url } = await makeBoard(ann);
    await ann.post(`${url}/facilitators`);
    for (const body of [
      {},
      { option: "hideContent", value: "yes" },
      { option: "nope", value: true },
      { option: "votes", value: true },
      { option: "votes", value: { limit: -1, item: "board" } },
      { option: "votes", value: { limit: 1.5, item: "board" } },
      { option: "votes", value: { limit: 1, item: "galaxy" } },
      { option: "avatars", value: "maybe" },
      { option: "__proto__", value: {} },
    ])
      expect([body, (await ann.put(`${url}/facilitators`, body)).statusCode]).toEqual([body, 422]);
    for (const count_time of [0, -1, 5941, 1.5, "60", null])
      expect([count_time, (await ann.post(`${url}/timers`, { count_time })).statusCode]).toEqual([
        count_time,
        422,
      ]);
    expect((await boardOf(ann, url)).version).toBe(2);
  });

  test("a participant cannot stop, pause or play another's timer, nor start one beside it", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const [ann, bob] = [await visitor(), await visitor()];
    const { url } = await makeBoard(ann);
    await ann.post(`${url}/timers`, { count_time: 60 });
    const codes = [
      await bob.delete(`${url}/timers`),
      await bob.put(`${url}/timers`, { pause_time: 1, count_pause_time: 1 }),
      await bob.put(`${url}/timers`, { start_time: 1 }),
      await bob.put(`${url}/timers`, { count_time: 1 }),
      await bob.post(`${url}/timers`, { count_time: 60 }),
    ].map((answer) => [answer.statusCode, answer.json<{ code: string }>().code]);
    expect(codes).toEqual([
      [403, "facilitator_only"],
      [403, "facilitator_only"],
      [403, "facilitator_only"],
      [403, "facilitator_only"],
      [403, "board_locked"],
    ]);
  });

  test("a participant cannot vote past the limit with 50 parallel requests [V2]", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const [ann, bob] = [await visitor(), await visitor()];
    const board = await makeBoard(ann);
    const stickers = [];
    for (let i = 0; i < 50; i += 1) stickers.push(await addSticker(ann, board, `Sticker ${i}`));
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "votes", value: { limit: 3, item: "board" } });
    const answers = await Promise.all(stickers.map((s) => bob.post(`${board.url}/items/${s.id}/vote`)));
    expect(answers.filter((a) => a.statusCode === 200)).toHaveLength(3);
    expect(
      new Set(answers.filter((a) => a.statusCode !== 200).map((a) => a.json<{ code: string }>().code)),
    ).toEqual(new Set(["vote_limit_reached"]));
    const votes = (await bob.get(`${board.url}/items/votes`)).json<{
      data: unknown[];
      meta: { counts: Record<string, number> };
    }>();
    expect(votes.data).toHaveLength(3);
    expect(Object.values(votes.meta.counts)).toEqual([1, 1, 1]);
  });

  test("a limit lowered below what was cast keeps the votes, with none remaining; per section each counts for itself", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = await makeBoard(ann);
    const [one, two] = [await addSticker(ann, board, "one"), await addSticker(ann, board, "two")];
    await ann.post(`${board.url}/facilitators`);
    const limit = (n: number, item: string) =>
      ann.put(`${board.url}/facilitators`, { option: "votes", value: { limit: n, item } });
    await limit(2, "section");
    expect((await ann.post(`${board.url}/items/${one.id}/vote`)).json()).toMatchObject({
      data: { votes: 1, voted: true, remaining: 1 },
    });
    expect((await ann.post(`${board.url}/items/${one.id}/vote`)).json()).toMatchObject({
      data: { votes: 1, voted: true, remaining: 1 },
      meta: { changes: [] },
    });
    await limit(0, "board");
    expect((await ann.post(`${board.url}/items/${two.id}/vote`)).json()).toMatchObject({
      code: "vote_limit_reached",
    });
    expect((await ann.delete(`${board.url}/items/${one.id}/vote`)).json()).toMatchObject({
      data: { votes: 0, voted: false, remaining: 0 },
    });
  });
});
