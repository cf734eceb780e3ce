import { describe, expect, it } from "vitest";
import { openTestBoard } from "./testing/openTestBoard.ts";
import { RefusalError } from "./testing/refusalError.ts";

describe("an open board", () => {
  it("is loading, then ready, and knows its own user", async () => {
    const { simulation, store } = openTestBoard();
    expect(store.getState()).toMatchObject({ status: "loading", view: null, failure: null, durable: true });
    await simulation.advance(100);
    expect(store.getState()).toMatchObject({ status: "ready", failure: null, subscription: "live" });
    expect(store.getState().members.map(({ id }) => id)).toEqual(["ann"]);
    expect(store.getState()).toBe(store.getState());
  });

  it("that is gone has failed with the status, and leaves the device", async () => {
    const { simulation, tab, store, state, kept } = openTestBoard();
    await simulation.advance(2000);
    expect(kept.get("board")?.head).toEqual({ title: "Retro", description: "" });
    state.error = new RefusalError(404);
    tab.resume();
    await simulation.advance(100);
    expect(store.getState()).toMatchObject({ status: "failed", failure: { status: 404 } });
    expect(kept.size).toBe(0);
  });

  it("is asked for when one of its channels is refused, and left when it is gone", async () => {
    const { simulation, channels, store, state } = openTestBoard();
    await simulation.advance(100);
    state.error = new RefusalError(404);
    channels.get("private-boards.board")?.onRefused();
    await simulation.advance(100);
    expect(store.getState()).toMatchObject({ status: "failed", failure: { status: 404 } });
  });

  it("whose own code fails while it loads has failed with 500", async () => {
    const { simulation, store } = openTestBoard({ error: new TypeError("undefined is not a function") });
    await simulation.advance(100);
    expect(store.getState().failure).toEqual({ status: 500 });
  });

  it("is stored when the page goes, without the authors while they are hidden", async () => {
    const { simulation, tab, server, store, kept } = openTestBoard();
    await simulation.advance(100);
    await store.call("PUT", "", { title: "New title", description: "" });
    tab.hidePage();
    expect(kept.get("board")).toMatchObject({
      head: { title: "New title" },
      people: [{ id: "ann" }, { id: "bob" }],
    });
    await store.call("POST", "/facilitators");
    await store.call("PUT", "/facilitators", { option: "avatars", value: "hide" });
    expect(server.expectedFor("ann").facilitation.facilitator_options.avatars).toBe("hide");
    expect(kept.get("board")?.people).toEqual([]);
  });

  it("gives an answer's data, applies what it changed, and throws what the server refuses", async () => {
    const { simulation, store, state } = openTestBoard();
    await simulation.advance(100);
    await expect(store.call("PUT", "", { title: "T", description: "" })).resolves.toMatchObject({
      title: "T",
    });
    expect(store.getState().view?.details.title).toBe("T");
    state.error = new RefusalError(409, "seat_taken");
    await expect(store.call("POST", "/facilitators")).rejects.toMatchObject({ code: "seat_taken" });
  });

  it("says when the server ended its session", async () => {
    const { simulation, channels, state } = openTestBoard();
    await simulation.advance(100);
    channels.get("private-users.ann")?.onEvent("session.ended", {}, undefined);
    expect(state.ended).toBe(1);
  });

  it("is offline while the browser has no network", async () => {
    const { simulation, store, online } = openTestBoard();
    await simulation.advance(100);
    expect(store.getState().connectionStatus.phase).toBe("live");
    for (const tell of online) tell(false);
    expect(store.getState().connectionStatus.phase).toBe("offline");
    for (const tell of online) tell(true);
    expect(store.getState().connectionStatus.phase).toBe("live");
  });

  it("reconnects at once with the first answer after an outage, when realtime is away", async () => {
    const { simulation, state, become } = openTestBoard();
    await simulation.advance(100);
    become("offline");
    state.error = new RefusalError(502);
    await simulation.advance(10_000);
    expect(state.reconnects).toBe(0);
    state.error = null;
    await simulation.advance(10_000);
    expect(state.reconnects).toBe(1);
  });

  it("asks after an outage whether a deploy has replaced the page, not before", async () => {
    let asks = 0;
    const { simulation, store } = openTestBoard({
      current: () => {
        asks += 1;
        return Promise.resolve(false);
      },
    });
    await simulation.advance(10_000);
    expect([asks, store.getState().connectionStatus.phase]).toEqual([0, "live"]);
    const outage = openTestBoard({ current: () => Promise.resolve(false) });
    await outage.simulation.advance(100);
    for (const tell of outage.online) tell(false);
    for (const tell of outage.online) tell(true);
    outage.tab.resume();
    await outage.simulation.advance(10_000);
    expect(outage.store.getState().connectionStatus.phase).toBe("outdated");
  });

  it("asks once whether a deploy has replaced the page, when it cannot connect: the code for that may be gone", async () => {
    let asks = 0;
    const { simulation, store } = openTestBoard({
      connect: () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")),
      current: () => {
        asks += 1;
        return Promise.resolve(false);
      },
    });
    await simulation.advance(120_000);
    expect([asks, store.getState().connectionStatus.phase]).toEqual([1, "outdated"]);
  });

  it("compares versions after an event in an unknown form", async () => {
    const { simulation, channels, server, state, store } = openTestBoard();
    await simulation.advance(100);
    server.handle({ id: "bob", socketId: "2.1" }, "PUT", "boards/board", { title: "Bob's", description: "" });
    const before = state.asked;
    channels.get("presence-boards.board")?.onEvent("board-items.update", { odd: true }, undefined);
    channels.get("presence-boards.board")?.onEvent("board-items.update", { odd: true }, undefined);
    await simulation.advance(100);
    expect([state.asked, store.getState().view?.details.title]).toEqual([before + 1, "Bob's"]);
  });

  it("that is closed leaves its channels and asks for nothing any more; closing it twice is harmless", async () => {
    const { simulation, tab, store, state, online, kept } = openTestBoard();
    await simulation.advance(100);
    store.close();
    store.close();
    expect([state.closed, online.length, kept.size]).toEqual([1, 0, 1]);
    const { asked } = state;
    tab.resume();
    tab.hidePage();
    await simulation.advance(300_000);
    expect(state.asked).toBe(asked);
  });
});
