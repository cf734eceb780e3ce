import { describe, expect, it } from "vitest";
import { faultless } from "./testing/network.ts";
import { Refused } from "./testing/refused.ts";
import { id, ignored, two, viewOf } from "./testing/two.ts";

const step = { type: "timer.edit" as const, count_time: 360 };

describe("a step of the timer's minutes that waits", () => {
  it.each(["timer.stop", "seat.leave"] as const)(
    "is dropped by %s: it would change nothing any more",
    async (type) => {
      const { world, a, network, changes } = await two();
      await Promise.all([
        a.store.send({ type: "timer.start", count_time: 300, at: world.now() }),
        world.pass(100),
      ]);
      network.server.asked.length = 0;
      const stepped = a.store.send(step);
      await Promise.all([a.store.send({ type }), world.pass(1000)]);
      await expect(stepped).resolves.toBeNull();
      const path = type === "timer.stop" ? "/timers" : "/facilitators";
      expect(changes()).toEqual([`DELETE ${path}`]);
    },
  );

  it("is neither dropped nor sent early because of a change of a sticker", async () => {
    const { world, a, changes } = await two(1);
    void a.store.send(step);
    void a.store.send({ type: "vote", id: id(1), voted: true });
    await world.pass(100);
    expect(changes()).toEqual([`POST /items/${id(1)}/vote`]);
    await world.pass(400);
    expect(changes()).toEqual([`POST /items/${id(1)}/vote`, "PUT /timers"]);
    expect(viewOf(a).session.timer.countTime).toBe(360);
  });

  it("is shown at once, and is not sent after the board was left", async () => {
    const { world, a, changes } = await two();
    void a.store.send(step);
    expect(viewOf(a).session.timer.countTime).toBe(360);
    a.leave();
    await world.pass(20_000);
    expect(changes()).toEqual([]);
  });
});

describe("a command on the session", () => {
  it("whose answer is slow is not given up while it is under way", async () => {
    const { world, network, a } = await two();
    network.faults = { ...faultless, callDelay: 10_000, steady: true };
    const taken = a.store.send({ type: "seat.take" });
    await world.pass(19_000);
    expect(a.store.getState().pending).toHaveLength(1);
    await world.pass(1000);
    await expect(taken).resolves.toMatchObject({ facilitator_id: "ann" });
  });

  it("that got no answer is given up after the time limit, and not sent again", async () => {
    const { world, network, a, changes } = await two();
    network.faults = { ...faultless, silent: 1 };
    const taken = a.store.send({ type: "seat.take" });
    taken.catch(ignored);
    await world.pass(100);
    network.faults = faultless;
    await world.pass(31_000);
    await expect(taken).rejects.toMatchObject({ status: 0 });
    await world.pass(60_000);
    expect(changes()).toEqual(["POST /facilitators"]);
    expect(a.store.getState().pending).toEqual([]);
  });

  it("is tried again while it is of this moment", async () => {
    const { world, network, a } = await two();
    network.refuse = (method) => (method === "POST" ? new Refused(502) : null);
    const taken = a.store.send({ type: "seat.take" });
    await world.pass(4000);
    expect(a.store.getState().pending).toMatchObject([{ state: "waiting" }]);
    network.refuse = null;
    await world.pass(10_000);
    await expect(taken).resolves.toMatchObject({ facilitator_id: "ann" });
  });

  it("is handed to no other page and never stored", async () => {
    const { world, a, changes } = await two();
    a.offline = true;
    a.store.send({ type: "seat.take" }).catch(ignored);
    await world.pass(100);
    expect(world.stored()).toEqual([]);
    a.leave();
    a.offline = false;
    a.enter();
    await world.pass(30_000);
    expect(changes()).toEqual([]);
  });
});
