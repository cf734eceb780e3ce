import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { describe, expect, it } from "vitest";
import { person } from "./testing/faultyNetwork.ts";
import { openTestBoard } from "./testing/openTestBoard.ts";
import { RefusalError } from "./testing/refusalError.ts";
import { aFacilitation, aSticker } from "./testing/samples.ts";

const silence = Object.assign(new RefusalError(0), { code: "silent" });
const lost = new RefusalError(0);

async function opened(more: Parameters<typeof openTestBoard>[0] = {}) {
  const all = openTestBoard(more);
  await all.simulation.advance(100);
  return all;
}

describe("a connection that seems to be there", () => {
  it("is made again when a request gets no answer at all: the network may lose events too", async () => {
    const { simulation, tab, state } = await opened();
    state.error = silence;
    tab.resume();
    await simulation.advance(10);
    expect(state.reconnects).toBe(1);
  });

  it("stays when a request fails in another way", async () => {
    const { simulation, tab, state } = await opened();
    state.error = lost;
    tab.resume();
    await simulation.advance(10);
    expect(state.reconnects).toBe(0);
  });

  it("is made again when the page is seen again without it, once, and not when it is there", async () => {
    const { tab, state, become } = await opened();
    tab.resume();
    expect(state.reconnects).toBe(0);
    become("offline");
    tab.resume();
    tab.resume();
    expect(state.reconnects).toBe(1);
  });

  it("is left to its first attempt, however often the page is seen meanwhile", () => {
    const { tab, state } = openTestBoard();
    tab.resume();
    expect(state.reconnects).toBe(0);
  });

  it("is not made again when requests work again", async () => {
    const { simulation, tab, state } = await opened();
    state.error = lost;
    tab.resume();
    await simulation.advance(100);
    state.error = null;
    await simulation.advance(10_000);
    expect(state.reconnects).toBe(0);
  });
});

describe("whether a deploy has replaced the page", () => {
  function asking() {
    let asks = 0;
    return { asks: () => asks, current: () => ((asks += 1), Promise.resolve(true)) };
  }

  it("is asked when realtime is back after it was lost, not when it is there for the first time", async () => {
    const { asks, current } = asking();
    const { simulation, become, channels } = await opened({ current });
    await simulation.advance(10_000);
    expect(asks()).toBe(0);
    become("offline");
    become("live");
    for (const channel of channels.values()) channel.onSubscribed([]);
    await simulation.advance(10_000);
    expect(asks()).toBe(1);
  });

  it("is asked when requests work again after a failure", async () => {
    const { asks, current } = asking();
    const { simulation, tab, state } = await opened({ current });
    state.error = lost;
    tab.resume();
    await simulation.advance(100);
    expect(asks()).toBe(0);
    state.error = null;
    await simulation.advance(20_000);
    expect(asks()).toBe(1);
  });

  it("is not asked by a board that is closed", async () => {
    const { asks, current } = asking();
    const { simulation, online, tab, store } = await opened({ current });
    for (const tell of online) tell(false);
    tab.resume();
    await simulation.advance(10);
    store.close();
    await simulation.advance(20_000);
    expect(asks()).toBe(0);
  });
});

describe("a start without a network", () => {
  const stored = {
    user: "ann",
    id: "board",
    at: 1,
    version: 3,
    head: { title: "Kept", description: "" },
    session: aFacilitation(),
    items: [aSticker("a", { user_id: "cem" })],
    mine: [],
    people: [person("cem")],
  };

  it("shows the board as the device has kept it, with its authors", async () => {
    const { store } = await opened({ error: lost, stored });
    const { status, view, people, connectionStatus } = store.getState();
    expect([status, view?.details.title, view?.items.get("a")?.title]).toEqual(["ready", "Kept", "text a"]);
    expect([people.get("cem")?.name, connectionStatus.phase]).toEqual(["Name of cem", "reconnecting"]);
  });

  it("shows nothing where nothing is kept, and goes on trying", async () => {
    const { simulation, store, state } = await opened({ error: lost });
    expect(store.getState().status).toBe("loading");
    state.error = null;
    await simulation.advance(10_000);
    expect(store.getState()).toMatchObject({ status: "ready", view: { details: { title: "Retro" } } });
  });
});

describe("the server's clock", () => {
  it("is moved on by a facilitation event that proves it", async () => {
    const { simulation, channels, store } = await opened();
    const ahead = simulation.now() + 3_600_000;
    channels.get("private-boards.board")?.onEvent(
      "timer.store",
      {
        facilitator_id: null,
        facilitator_options: noOptions,
        timer: idleTimer,
        version: 2,
        serverTime: ahead,
      },
      undefined,
    );
    expect(store.serverNow()).toBe(ahead);
    expect(store.getState().view?.version).toBe(2);
  });

  it("is read from answers to changes too", async () => {
    const { simulation, tab, store } = await opened();
    tab.shiftClock(3_600_000);
    await store.call("PUT", "", { title: "T", description: "" });
    expect(Math.abs(store.serverNow() - simulation.now())).toBeLessThanOrEqual(100);
  });
});

describe("a message on a channel", () => {
  it("of another board are not about this one", async () => {
    const { simulation, channels, state, store } = await opened();
    const { asked } = state;
    const news = { board_id: "other", version: 9, changes: [{ type: "tick" }] };
    channels.get("private-users.ann")?.onEvent("board-items.update", news, undefined);
    await simulation.advance(1000);
    expect([state.asked, store.getState().view?.version]).toEqual([asked, 1]);
  });
});

it("a board without changes for a second is stored; one that fails to load is not", async () => {
  const { simulation, kept } = await opened();
  expect(kept.size).toBe(0);
  await simulation.advance(1000);
  expect(kept.get("board")).toMatchObject({ user: "ann", version: 1 });
  const gone = await opened({ error: new RefusalError(404) });
  await gone.simulation.advance(5000);
  expect(gone.kept.size).toBe(0);
});
