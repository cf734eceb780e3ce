import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { describe, expect, it } from "vitest";
import { createFaultyNetwork, person } from "../../board-state/testing/faultyNetwork.ts";
import { faultless } from "../../board-state/testing/networkFaults.ts";
import { RefusalError } from "../../board-state/testing/refusalError.ts";
import { createSimulation } from "../../board-state/testing/simulation.ts";
import { createFacilitationCommands } from "./facilitationCommands.ts";
import { createCountdownClock } from "./countdownClock.ts";

/** One user on a board whose server answers after `lagMs`, and refuses if the test says so. */
async function openBoard(lagMs = 100) {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [person("me")]);
  const me = network.join(person("me"));
  await simulation.advance(1000);
  // Half of the delay before the server, half after.
  network.faults = { ...faultless, callDelay: lagMs / 2, steady: true };
  const reports: string[] = [];
  const server = { refuses: false };
  network.refuse = (method) =>
    server.refuses && method !== "GET" ? new RefusalError(403, "facilitator_only") : null;
  network.server.requests.length = 0;
  const wakeUps = new Set<object>();
  const after: typeof simulation.after = (ms, work) => {
    const wakeUp = {};
    wakeUps.add(wakeUp);
    const stop = simulation.after(ms, () => {
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
  const currentCountdown = () => countdown.current();
  // The delay is known exactly, so that the test can detect a wrong second.
  me.store.serverArrival = () => simulation.now() + lagMs / 2;
  const actions = createFacilitationCommands(
    me.store,
    (message) => reports.push(message),
    () => {
      const now = currentCountdown();
      return now && { total: now.total, left: now.seconds };
    },
  );
  const facilitation = () => {
    const { view } = me.store.getState();
    if (!view) throw new Error("not loaded");
    return view.facilitation;
  };
  const calls = () => network.server.requests.filter((call) => !call.startsWith("GET"));
  const stop = countdown.subscribe(() => undefined);
  return {
    simulation,
    network,
    actions,
    countdown,
    currentCountdown,
    facilitation,
    calls,
    reports,
    server,
    stop,
    wakeUps,
  };
}

describe("[Y5] timer, options and seat are commands like all others", () => {
  it("starts with the time on screen, and does not send the step as well", async () => {
    const { simulation, actions, currentCountdown, facilitation, calls, stop } = await openBoard();
    void actions.setCountTime(120);
    void actions.startTimer();
    expect(facilitation().facilitator_id).toBe("me");
    await simulation.advance(5150);
    expect(calls()).toEqual(["POST /timers"]);
    expect(currentCountdown()).toEqual({ phase: "running", seconds: 115, total: 120 });
    stop();
  });

  it("returns to the confirmed state when the server refuses, and logs it once, without a message", async () => {
    const { simulation, network, actions, facilitation, reports, server, stop } = await openBoard();
    await Promise.all([actions.takeSeat(), simulation.advance(200)]);
    server.refuses = true;
    const done = actions.setOption("hideContent", true);
    expect(facilitation().facilitator_options.hideContent).toBe(true);
    await simulation.advance(300);
    expect(await done).toBe(false);
    expect(facilitation().facilitator_options.hideContent).toBe(false);
    expect(reports).toEqual(["option.set was refused"]);
    server.refuses = false;
    void actions.setOption("stopEditing", true);
    await simulation.advance(300);
    expect(network.server.expectedFor("me").facilitation.facilitator_options.stopEditing).toBe(true);
    stop();
  });

  it("tells all listeners once a second", async () => {
    const { simulation, actions, countdown, stop } = await openBoard();
    void actions.startTimer();
    await simulation.advance(300);
    const notified = [0, 0];
    const stops = [0, 1].map((index) =>
      countdown.subscribe(() => (notified[index] = (notified[index] ?? 0) + 1)),
    );
    await simulation.advance(10_000);
    expect(notified).toEqual([10, 10]);
    stops[0]?.();
    await simulation.advance(10_000);
    expect(notified, "one has stopped listening").toEqual([10, 20]);
    stops[1]?.();
    stop();
    await simulation.advance(10_000);
    expect(notified).toEqual([10, 20]);
  });

  it("schedules one wake-up however often the board changes, and none without a listener", async () => {
    const { simulation, actions, wakeUps, stop } = await openBoard();
    void actions.startTimer();
    for (let i = 0; i < 5; i += 1) {
      await simulation.advance(300);
      void actions.setOption("stopEditing", i % 2 === 0);
    }
    await simulation.advance(300);
    expect(wakeUps.size).toBe(1);
    stop();
    expect(wakeUps.size).toBe(0);
  });

  it("shows a pause as the server will record it, wherever in a second it is pressed", async () => {
    for (let ms = 5; ms < 1000; ms += 30) {
      const { simulation, actions, currentCountdown, stop } = await openBoard();
      void actions.startTimer();
      await simulation.advance(10_000 + ms);
      const before = currentCountdown()?.seconds ?? 0;
      void actions.pauseTimer();
      const pressed = currentCountdown()?.seconds ?? 0;
      await simulation.advance(1000);
      expect(currentCountdown(), `pressed ${ms} ms into a second`).toEqual({
        phase: "paused",
        seconds: pressed,
        total: 300,
      });
      expect([before, before - 1]).toContain(pressed);
      stop();
    }
  });

  it("continues where it was paused", async () => {
    const { simulation, actions, currentCountdown, facilitation, stop } = await openBoard(0);
    void actions.startTimer();
    await simulation.advance(10_000);
    void actions.pauseTimer();
    await simulation.advance(60_000);
    void actions.playTimer();
    await simulation.advance(1000);
    expect(currentCountdown()?.seconds).toBe(289);
    void actions.stopTimer();
    await simulation.advance(10);
    expect(facilitation()).toEqual({
      facilitator_id: null,
      facilitator_options: noOptions,
      timer: idleTimer,
    });
    stop();
  });
});
