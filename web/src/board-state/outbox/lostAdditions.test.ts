import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { loseAnswers } from "../testing/lostAnswers.ts";
import { RefusalError } from "../testing/refusalError.ts";
import { addSticker, ann, itemId, ignoreResult, itemOf } from "../testing/twoParticipants.ts";

const remove = (who: Participant, n: number) => who.store.send({ type: "item.delete", id: itemId(n) });

describe("[Y6] a new sticker whose answer was lost", () => {
  it("is not added again when another user has deleted it meanwhile", async () => {
    const { simulation, a, b, outcomes, asked } = await loseAnswers((who) => [addSticker(who, 1)]);
    void remove(b, 1);
    await simulation.advance(10_000);
    await expect(outcomes[0]).resolves.toBeNull();
    expect(asked("POST")).toBe(0);
    expect([itemOf(a, 1), itemOf(b, 1), a.store.getState().pending]).toEqual([undefined, undefined, []]);
    expect([a.store.getState().dropped, simulation.storedEntries()]).toEqual([[], []]);
  });

  it("among others added with it is not added again, and the others stay", async () => {
    const { simulation, a, b, asked } = await loseAnswers((who) => [
      who.store.send({
        type: "stickers.add",
        parent_id: "s1c1",
        items: [1, 2].map((n) => ({ id: itemId(n), title: `text ${n}` })),
      }),
    ]);
    void remove(b, 1);
    await simulation.advance(10_000);
    expect(asked("POST")).toBe(0);
    for (const who of [a, b]) expect([itemOf(who, 1), itemOf(who, 2)?.title]).toEqual([undefined, "text 2"]);
    expect(a.store.getState().pending).toEqual([]);
  });

  it("is sent again if nobody has deleted it; all that wait share one request", async () => {
    const { simulation, network, a, b, asked } = await loseAnswers((who) =>
      [1, 2, 3].map((n) =>
        who.store.send({ type: "sticker.add", id: itemId(n), parent_id: `s1c${n}`, title: `text ${n}` }),
      ),
    );
    await simulation.advance(10_000);
    const calls = network.server.requests;
    expect(calls.slice(0, calls.indexOf("POST /items"))).toEqual(["GET /changes?since=1"]);
    expect(asked("POST")).toBe(3);
    expect([1, 2, 3].map((n) => itemOf(b, n)?.title)).toEqual(["text 1", "text 2", "text 3"]);
    expect(a.store.getState().pending).toEqual([]);
  });

  it("waits while the server cannot say what was deleted", async () => {
    const { simulation, network, b, asked, outcomes } = await loseAnswers((who) => [addSticker(who, 1)]);
    network.refuse = (method, path, from) =>
      from === ann && method === "GET" && path.includes("changes") ? new RefusalError(503) : null;
    await simulation.advance(5000);
    expect(asked("POST")).toBe(0);
    network.refuse = null;
    void remove(b, 1);
    await simulation.advance(30_000);
    await expect(outcomes[0]).resolves.toBeNull();
    expect(asked("POST")).toBe(0);
  });

  it("is sent again where the log does not reach back", async () => {
    const { simulation, network, b, asked } = await loseAnswers((who) => [addSticker(who, 1)]);
    network.server.logLength = 0;
    void remove(b, 1);
    await simulation.advance(10_000);
    expect([asked("POST"), itemOf(b, 1)?.title]).toEqual([1, "text 1"]);
  });
});

it("a new sticker that was refused is not asked for in the log", async () => {
  const { simulation, network, a, asked } = await loseAnswers(() => []);
  network.refuse = (method) => (method === "POST" ? new RefusalError(422, "invalid") : null);
  addSticker(a, 1).catch(ignoreResult);
  await simulation.advance(100);
  network.refuse = null;
  a.store.retry(a.store.getState().pending[0]?.key ?? "");
  await simulation.advance(100);
  expect([asked("POST"), asked("GET /changes")]).toEqual([1, 0]);
});
