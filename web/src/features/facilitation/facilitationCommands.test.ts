import { idleTimer } from "@retro/contract/entities";
import { noOptions } from "@retro/contract/facilitator-options";
import { describe, expect, it } from "vitest";
import { faultless, createFaultyNetwork, person } from "../../board-state/testing/faultyNetwork.ts";
import { RefusalError } from "../../board-state/testing/refusalError.ts";
import { createSimulation } from "../../board-state/testing/simulation.ts";
import { createFacilitationCommands } from "./facilitationCommands.ts";
import { createCountdownClock } from "./countdownClock.ts";

/** One user on a board whose server answers `lagMs` later; it may be told to refuse. */
async function stage(lagMs = 100) {
  const world = createSimulation();
  const network = createFaultyNetwork(world, [person("me")]);
  const me = network.join(person("me"));
  await world.advance(1000);
  // Half of the delay before the server, half after.
  network.faults = { ...faultless, callDelay: lagMs / 2, steady: true };
  const reports: string[] = [];
  const server = { refuses: false };
  network.refuse = (method) =>
    server.refuses && method !== "GET" ? new RefusalError(403, "facilitator_only") : null;
  network.server.requests.length = 0;
  const wakeUps = new Set<object>();
  const after: typeof world.after = (ms, work) => {
    const wakeUp = {};
    wakeUps.add(wakeUp);
    const stop = world.after(ms, () => {
      wakeUps.delete(wakeUp);
      work();
    });
    return () => {
      wakeUps.delete(wakeUp);
      stop();
    };
  };
  const countdown = createCountdownClock(me.store, {
    schedule: after,
    onVisibilityChange: () => () => undefined,
  });
  const face = () => countdown.current();
  // The delay is known exactly, so that the test can detect a wrong second.
  const store = { ...me.store, serverArrival: () => world.now() + lagMs / 2 };
  const actions = createFacilitationCommands(
    store,
    (message) => reports.push(message),
    () => {
      const now = face();
      return now && { total: now.total, left: now.seconds };
    },
  );
  const session = () => {
    const { view } = me.store.getState();
    if (!view) throw new Error("not loaded");
    return view.facilitation;
  };
  const calls = () => network.server.requests.filter((call) => !call.startsWith("GET"));
  const stop = countdown.subscribe(() => undefined);
  return { world, network, actions, countdown, face, session, calls, reports, server, stop, wakeUps };
}

describe("[Y5] timer, options and seat are commands like all others", () => {
  it("shows steps at once and sends them as one", async () => {
    const { world, network, actions, face, calls, stop } = await stage();
    for (const count of [360, 420, 600]) void actions.setCountTime(count);
    expect(face()?.seconds).toBe(600);
    await world.advance(1000);
    expect(calls()).toEqual(["PUT /timers"]);
    expect(network.server.expectedFor("me").facilitation.timer.countTime).toBe(600);
    expect(face()?.seconds).toBe(600);
    stop();
  });

  it("sends nothing when the steps come back to what is stored", async () => {
    const { world, actions, face, calls, stop } = await stage();
    void actions.setCountTime(360);
    void actions.setCountTime(300);
    expect(face()?.seconds).toBe(300);
    await world.advance(1000);
    expect(calls()).toEqual([]);
    stop();
  });

  it("starts with the time on screen, and does not send the step as well", async () => {
    const { world, actions, face, session, calls, stop } = await stage();
    void actions.setCountTime(120);
    void actions.startTimer();
    expect(session().facilitator_id).toBe("me");
    await world.advance(5150);
    expect(calls()).toEqual(["POST /timers"]);
    expect(face()).toEqual({ phase: "running", seconds: 115, total: 120 });
    stop();
  });

  it("lets no pause overtake the start", async () => {
    const { world, actions, face, calls, reports, stop } = await stage(500);
    void actions.startTimer();
    void actions.pauseTimer();
    expect(face()?.phase).toBe("paused");
    await world.advance(499);
    expect(calls()).toEqual(["POST /timers"]);
    await world.advance(1000);
    expect(calls()).toEqual(["POST /timers", "PUT /timers"]);
    expect([face()?.phase, reports]).toEqual(["paused", []]);
    stop();
  });

  it("goes back to what is true when the server refuses, and logs it once, without a message", async () => {
    const { world, network, actions, session, reports, server, stop } = await stage();
    await Promise.all([actions.takeSeat(), world.advance(200)]);
    server.refuses = true;
    const done = actions.setOption("hideContent", true);
    expect(session().facilitator_options.hideContent).toBe(true);
    await world.advance(300);
    expect(await done).toBe(false);
    expect(session().facilitator_options.hideContent).toBe(false);
    expect(reports).toEqual(["option.set was refused"]);
    server.refuses = false;
    void actions.setOption("stopEditing", true);
    await world.advance(300);
    expect(network.server.expectedFor("me").facilitation.facilitator_options.stopEditing).toBe(true);
    stop();
  });

  it("shows what all the screen reads at once: the gates and the options are the same session", async () => {
    const { world, network, actions, session, stop } = await stage();
    void actions.startTimer();
    expect(session()).toMatchObject({ facilitator_id: "me" });
    await world.advance(300);
    expect(session()).toEqual(network.server.expectedFor("me").facilitation);
    stop();
  });

  it("takes no seat before the server has agreed", async () => {
    const { world, actions, session, server, stop } = await stage();
    server.refuses = true;
    const done = actions.takeSeat();
    expect(session().facilitator_id).toBeNull();
    await world.advance(300);
    expect(await done).toBe(false);
    stop();
  });

  it("gives up on a start that could not be sent for 15 seconds: nobody wants it a minute later", async () => {
    const { world, network, actions, session, calls, reports, stop } = await stage();
    network.refuse = () => new RefusalError(503, "unavailable");
    void actions.startTimer();
    await world.advance(10_000);
    expect(session().timer.startTime).not.toBeNull();
    await world.advance(10_000);
    expect(session()).toEqual({ facilitator_id: null, facilitator_options: noOptions, timer: idleTimer });
    expect(reports).toEqual(["timer.start was refused"]);
    network.refuse = null;
    await world.advance(60_000);
    expect(calls()).toEqual([]);
    stop();
  });

  it("tells all listeners once a second", async () => {
    const { world, actions, countdown, stop } = await stage();
    void actions.startTimer();
    await world.advance(300);
    const heard = [0, 0];
    const stops = [0, 1].map((index) => countdown.subscribe(() => (heard[index] = (heard[index] ?? 0) + 1)));
    await world.advance(10_000);
    expect(heard).toEqual([10, 10]);
    stops[0]?.();
    await world.advance(10_000);
    expect(heard, "one has stopped listening").toEqual([10, 20]);
    stops[1]?.();
    stop();
    await world.advance(10_000);
    expect(heard).toEqual([10, 20]);
  });

  it("has one wake-up planned however often the board changes, and none when nobody listens", async () => {
    const { world, actions, wakeUps, stop } = await stage();
    void actions.startTimer();
    for (let i = 0; i < 5; i += 1) {
      await world.advance(300);
      void actions.setOption("stopEditing", i % 2 === 0);
    }
    await world.advance(300);
    expect(wakeUps.size).toBe(1);
    stop();
    expect(wakeUps.size).toBe(0);
  });

  it("shows a pause as the server will record it, wherever in a second it is pressed", async () => {
    for (let ms = 5; ms < 1000; ms += 30) {
      const { world, actions, face, stop } = await stage();
      void actions.startTimer();
      await world.advance(10_000 + ms);
      const before = face()?.seconds ?? 0;
      void actions.pauseTimer();
      const pressed = face()?.seconds ?? 0;
      await world.advance(1000);
      expect(face(), `pressed ${ms} ms into a second`).toEqual({
        phase: "paused",
        seconds: pressed,
        total: 300,
      });
      expect([before, before - 1]).toContain(pressed);
      stop();
    }
  });

  it("plays on where it was paused", async () => {
    const { world, actions, face, session, stop } = await stage(0);
    void actions.startTimer();
    await world.advance(10_000);
    void actions.pauseTimer();
    await world.advance(60_000);
    void actions.playTimer();
    await world.advance(1000);
    expect(face()?.seconds).toBe(289);
    void actions.stopTimer();
    await world.advance(10);
    expect(session()).toEqual({ facilitator_id: null, facilitator_options: noOptions, timer: idleTimer });
    stop();
  });
});
