import { idleTimer, noOptions } from "@retro/contract/entities";
import type { OptionName, SessionState } from "@retro/contract/entities";
import { stoppedSession, withOption } from "@retro/rules/facilitator";
import { editedTimer, pausedTimer, playedTimer, startedTimer } from "@retro/rules/timer";
import { describe, expect, it } from "vitest";
import { createWorld } from "../../board-state/testing/world.ts";
import type { BoardState, BoardStore } from "../../board-state/types.ts";
import { SessionDesk } from "./desk.ts";

interface Body {
  count_time?: number;
  pause_time?: number;
  option: OptionName;
  value: never;
}

/** A board whose server decides by the same rules, `lagMs` later; it may be told to refuse. */
function stage(lagMs = 100) {
  const world = createWorld();
  let session: SessionState = { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer };
  let state = show();
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const reports: string[] = [];
  const server = { refuses: false };

  function show(): BoardState {
    const head = { title: "Sprint 42", description: "" };
    const view = { me: "me", version: 1, head, session, items: new Map(), mine: new Set<string>() };
    return {
      status: "ready",
      failure: null,
      view,
      pending: [],
      connection: "live",
      members: [],
      people: new Map(),
      editing: new Map(),
    };
  }
  function settle(method: string, path: string, body: Body): SessionState {
    const { timer } = session;
    if (path === "/facilitators") return withOption(session, body.option, body.value);
    if (method === "DELETE") return stoppedSession(session);
    if (method === "POST")
      return {
        ...session,
        facilitator_id: "me",
        timer: startedTimer(timer, body.count_time ?? 0, world.now()) ?? timer,
      };
    if (body.count_time !== undefined) return { ...session, timer: editedTimer(timer, body.count_time) };
    const next =
      body.pause_time === undefined ? playedTimer(timer, world.now()) : pausedTimer(timer, world.now());
    return { ...session, timer: next ?? timer };
  }
  const store: Pick<BoardStore, "getState" | "subscribe" | "serverNow" | "serverArrival" | "call"> = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serverNow: world.now,
    serverArrival: () => world.now() + lagMs,
    call<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
      calls.push(`${method} ${path} ${JSON.stringify((body as Body | undefined)?.count_time ?? null)}`);
      return new Promise<T>((resolve, reject) => {
        world.after(lagMs, () => {
          if (server.refuses) return reject(new Error("refused"));
          session = settle(method, path, body as Body);
          state = show();
          for (const listener of listeners) listener();
          return resolve(null as T);
        });
      });
    },
  };
  const desk = new SessionDesk(store as BoardStore, {
    after: world.after,
    onTurn: () => () => {},
    report: (message) => reports.push(message),
  });
  const stop = desk.subscribe(() => {});
  return { world, desk, calls, reports, server, stop };
}

describe("the session's desk", () => {
  it("shows steps at once and sends them as one", async () => {
    const { world, desk, calls, stop } = stage();
    for (const count of [360, 420, 600]) desk.setCount(count);
    expect(desk.face()?.seconds).toBe(600);
    await world.pass(1000);
    expect(calls).toEqual(["PUT /timers 600"]);
    expect(desk.face()?.seconds).toBe(600);
    stop();
  });

  it("sends nothing when the steps come back to what is stored", async () => {
    const { world, desk, calls, stop } = stage();
    desk.setCount(360);
    desk.setCount(300);
    await world.pass(1000);
    expect(calls).toEqual([]);
    stop();
  });

  it("starts with the time on screen, whose sending then is needless", async () => {
    const { world, desk, calls, stop } = stage();
    desk.setCount(120);
    void desk.start();
    expect(desk.session()?.facilitator_id).toBe("me");
    await world.pass(5100);
    expect(calls).toEqual(["POST /timers 120"]);
    expect(desk.face()).toEqual({ phase: "running", seconds: 115, total: 120 });
    stop();
  });

  it("lets no pause overtake the start", async () => {
    const { world, desk, calls, reports, stop } = stage(500);
    void desk.start();
    void desk.pause();
    expect(desk.face()?.phase).toBe("paused");
    await world.pass(499);
    expect(calls).toEqual(["POST /timers 300"]);
    await world.pass(1000);
    expect(calls).toEqual(["POST /timers 300", "PUT /timers null"]);
    expect([desk.face()?.phase, reports]).toEqual(["paused", []]);
    stop();
  });

  it("goes back to what is true when the server refuses, and reports it once", async () => {
    const { world, desk, reports, server, stop } = stage();
    server.refuses = true;
    const done = desk.setOption("hideContent", true);
    expect(desk.session()?.facilitator_options.hideContent).toBe(true);
    await world.pass(200);
    expect(await done).toBe(false);
    expect(desk.session()?.facilitator_options.hideContent).toBe(false);
    expect(reports).toEqual(["PUT /facilitators was refused"]);
    server.refuses = false;
    void desk.setOption("stopEditing", true);
    await world.pass(200);
    expect(desk.session()?.facilitator_options.stopEditing).toBe(true);
    stop();
  });

  it("takes no seat before the server has agreed", async () => {
    const { world, desk, server, stop } = stage();
    server.refuses = true;
    const done = desk.takeSeat();
    expect(desk.session()?.facilitator_id).toBeNull();
    await world.pass(200);
    expect(await done).toBe(false);
    stop();
  });

  it("tells its listeners once a second, whoever they are many of", async () => {
    const { world, desk, stop } = stage();
    void desk.start();
    await world.pass(200);
    const heard = [0, 0];
    const stops = [0, 1].map((index) => desk.subscribe(() => (heard[index] = (heard[index] ?? 0) + 1)));
    await world.pass(10_000);
    expect(heard).toEqual([10, 10]);
    for (const end of stops) end();
    stop();
  });

  it("shows a pause as the server will record it, wherever in a second it is pressed", async () => {
    for (let ms = 5; ms < 1000; ms += 30) {
      const { world, desk, stop } = stage();
      void desk.start();
      await world.pass(10_000 + ms);
      const before = desk.face()?.seconds ?? 0;
      void desk.pause();
      const pressed = desk.face()?.seconds ?? 0;
      await world.pass(1000);
      expect(desk.face(), `pressed ${ms} ms into a second`).toEqual({
        phase: "paused",
        seconds: pressed,
        total: 300,
      });
      expect([before, before - 1]).toContain(pressed);
      stop();
    }
  });

  it("plays on where it was paused", async () => {
    const { world, desk, stop } = stage(0);
    void desk.start();
    await world.pass(10_000);
    void desk.pause();
    await world.pass(60_000);
    void desk.play();
    await world.pass(1000);
    expect(desk.face()?.seconds).toBe(289);
    void desk.stop();
    await world.pass(10);
    expect(desk.session()).toEqual({
      facilitator_id: null,
      facilitator_options: noOptions,
      timer: idleTimer,
    });
    stop();
  });
});
