import { describe, expect, it } from "vitest";
import { faultless } from "../testing/networkFaults.ts";
import { RefusalError } from "../testing/refusalError.ts";
import { itemId, ignoreResult, openTwoParticipants, viewOf } from "../testing/twoParticipants.ts";

const step = { type: "timer.edit" as const, count_time: 360 };

describe("a step of the timer's minutes that waits", () => {
  it.each(["timer.stop", "seat.leave"] as const)(
    "is dropped by %s: it would change nothing any more",
    async (type) => {
      const { simulation, a, network, changes } = await openTwoParticipants();
      await Promise.all([
        a.store.send({ type: "timer.start", count_time: 300, at: simulation.now() }),
        simulation.advance(100),
      ]);
      network.server.requests.length = 0;
      const stepped = a.store.send(step);
      await Promise.all([a.store.send({ type }), simulation.advance(1000)]);
      await expect(stepped).resolves.toBeNull();
      const path = type === "timer.stop" ? "/timers" : "/facilitators";
      expect(changes()).toEqual([`DELETE ${path}`]);
    },
  );

  it("is neither dropped nor sent early because of a change of a sticker", async () => {
    const { simulation, a, changes } = await openTwoParticipants(1);
    void a.store.send(step);
    void a.store.send({ type: "vote", id: itemId(1), voted: true });
    await simulation.advance(100);
    expect(changes()).toEqual([`POST /items/${itemId(1)}/vote`]);
    await simulation.advance(400);
    expect(changes()).toEqual([`POST /items/${itemId(1)}/vote`, "PUT /timers"]);
    expect(viewOf(a).facilitation.timer.countTime).toBe(360);
  });

  it("is sent, although it goes back to the confirmed minutes, when the step before it is under way", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants();
    const confirmed = viewOf(a).facilitation.timer.countTime;
    network.faults = { ...faultless, callDelay: 1000, steady: true };
    void a.store.send(step);
    await simulation.advance(600);
    expect(viewOf(a).facilitation.timer.countTime).toBe(360);
    void a.store.send({ type: "timer.edit", count_time: confirmed });
    await simulation.advance(5000);
    expect(changes()).toEqual(["PUT /timers", "PUT /timers"]);
    expect(viewOf(a).facilitation.timer.countTime).toBe(confirmed);
  });

  it("is shown at once, and is not sent after the board was left", async () => {
    const { simulation, a, changes } = await openTwoParticipants();
    void a.store.send(step);
    expect(viewOf(a).facilitation.timer.countTime).toBe(360);
    a.leaveBoard();
    await simulation.advance(20_000);
    expect(changes()).toEqual([]);
  });
});

describe("a facilitation command", () => {
  it("whose answer is slow is not given up while it is under way", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    network.faults = { ...faultless, callDelay: 10_000, steady: true };
    const taken = a.store.send({ type: "seat.take" });
    await simulation.advance(19_000);
    expect(a.store.getState().pending).toHaveLength(1);
    await simulation.advance(1000);
    await expect(taken).resolves.toMatchObject({ facilitator_id: "ann" });
  });

  it("that the server fails to carry out (500) is given up at once", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants(1);
    await Promise.all([a.store.send({ type: "seat.take" }), simulation.advance(100)]);
    let asked = 0;
    network.refuse = (method) => {
      if (method !== "PUT") return null;
      asked += 1;
      return new RefusalError(500, "internal");
    };
    const outcome = a.store.send({ type: "stickers.delete" }).catch((error: unknown) => error);
    expect(viewOf(a).items.has(itemId(1))).toBe(false);
    await simulation.advance(100);
    expect(viewOf(a).items.has(itemId(1))).toBe(true);
    await expect(outcome).resolves.toMatchObject({ status: 500 });
    await simulation.advance(60_000);
    expect([asked, changes(), a.store.getState().pending]).toEqual([1, ["POST /facilitators"], []]);
  });

  it.each([
    ["has no answer", { ...faultless, callDelay: 10_000, steady: true }],
    ["cannot be sent", { ...faultless, broken: 1 }],
  ])("that %s is shown for four seconds", async (_, faults) => {
    const { simulation, network, a } = await openTwoParticipants(1);
    await Promise.all([a.store.send({ type: "seat.take" }), simulation.advance(100)]);
    network.faults = faults;
    a.store.send({ type: "stickers.delete" }).catch(ignoreResult);
    await simulation.advance(3999);
    expect(viewOf(a).items.has(itemId(1))).toBe(false);
    await simulation.advance(1);
    expect(viewOf(a).items.has(itemId(1))).toBe(true);
  });

  it("that got no answer is given up after the time limit, and not sent again", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants();
    network.faults = { ...faultless, silent: 1 };
    const taken = a.store.send({ type: "seat.take" });
    taken.catch(ignoreResult);
    await simulation.advance(100);
    network.faults = faultless;
    await simulation.advance(31_000);
    await expect(taken).rejects.toMatchObject({ status: 0 });
    await simulation.advance(60_000);
    expect(changes()).toEqual(["POST /facilitators"]);
    expect(a.store.getState().pending).toEqual([]);
  });

  it("is tried again while it is of this moment", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    network.refuse = (method) => (method === "POST" ? new RefusalError(502) : null);
    const taken = a.store.send({ type: "seat.take" });
    await simulation.advance(1000);
    expect(a.store.getState().pending).toMatchObject([{ state: "waiting" }]);
    network.refuse = null;
    await simulation.advance(3000);
    await expect(taken).resolves.toMatchObject({ facilitator_id: "ann" });
  });
});
