import type { Board } from "@retro/contract/boards";
import { expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const boardOf = async (visitor: Visitor, url: string) =>
  (await visitor.get(url)).json<{ data: Board }>().data;

eachEngine("the session", (open) => {
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
});
