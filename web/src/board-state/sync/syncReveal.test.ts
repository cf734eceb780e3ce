import { describe, expect, it } from "vitest";
import { RefusalError } from "../testing/refusalError.ts";
import { aFacilitation, aSticker } from "../testing/samples.ts";
import { loadedSyncHarness, itemPut } from "../testing/syncHarness.ts";

describe("withheld text", () => {
  const hide = aFacilitation({ hideContent: true }, "cem");
  const hidden = aSticker("a", { title: null, hidden: true });

  it("is loaded once, soon after it is revealed", async () => {
    const { simulation, sync, server, asked, event } = await loadedSyncHarness({
      facilitation: hide,
      items: [hidden],
    });
    server.items = [aSticker("a")];
    server.version = 2;
    sync.applyUpdate(event(2, { type: "session.put", session: aFacilitation({}, "cem") }));
    await simulation.advance(15);
    expect(asked).toEqual([]);
    await simulation.advance(20);
    expect(asked).toEqual(["/items"]);
    expect(sync.replica.view()?.items.get("a")?.title).toBe("text a");
    await simulation.advance(10_000);
    expect(asked).toEqual(["/items"]);
  });

  it("is asked for again when the answer failed, and the board is left when it is gone", async () => {
    const { simulation, sync, server, asked, event } = await loadedSyncHarness({
      facilitation: hide,
      items: [hidden],
    });
    server.failure = { path: /items/, error: new RefusalError(502) };
    sync.applyUpdate(event(2, { type: "session.put", session: aFacilitation({}, "cem") }));
    await simulation.advance(500);
    expect(asked).toEqual(["/items"]);
    server.failure = null;
    server.items = [aSticker("a")];
    await simulation.advance(2000);
    expect(asked).toEqual(["/items", "/items"]);
    expect(sync.replica.view()?.items.get("a")?.title).toBe("text a");
    const gone = await loadedSyncHarness({ facilitation: hide, items: [hidden] });
    gone.server.failure = { path: /items/, error: new RefusalError(404) };
    gone.sync.applyUpdate(event(2, { type: "session.put", session: aFacilitation({}, "cem") }));
    await gone.simulation.advance(500);
    expect(gone.state.failed).toEqual([404]);
  });

  it("is asked for after a second and then less and less often, when nothing explains why it is missing", async () => {
    const { simulation, sync, server, asked, event } = await loadedSyncHarness();
    server.items = [aSticker("a", { votes: null })];
    await simulation.advance(20_000);
    asked.length = 0;
    const times: number[] = [];
    const start = simulation.now();
    sync.applyUpdate(event(2, itemPut(aSticker("a", { votes: null }))));
    for (let second = 1; second <= 200; second += 1) {
      await simulation.advance(1000);
      if (asked.splice(0).includes("/items")) times.push(Math.round((simulation.now() - start) / 1000));
    }
    expect(times[0]).toBe(2);
    const pauses = times.slice(1).map((time, i) => time - (times[i] as number));
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThan(2 * (pauses[0] as number));
  });

  it("is asked for as often as the first time when something is missing again after the board was complete", async () => {
    const { simulation, sync, server, asked, event } = await loadedSyncHarness();
    const askedAt = async (seconds: number) => {
      const times: number[] = [];
      for (let second = 1; second <= seconds; second += 1) {
        await simulation.advance(1000);
        if (asked.splice(0).includes("/items")) times.push(second);
      }
      return times;
    };
    server.items = [aSticker("a", { votes: null })];
    await askedAt(20);
    sync.applyUpdate(event(2, itemPut(aSticker("a", { votes: null }))));
    const first = await askedAt(200);
    expect(first.length).toBeGreaterThan(3);
    server.items = [aSticker("a")];
    sync.applyUpdate(event(3, itemPut(aSticker("a"))));
    expect(await askedAt(400)).toEqual([]);
    sync.applyUpdate(event(4, itemPut(aSticker("a", { title: "changed" }))));
    server.items = [aSticker("a", { title: "changed" }), aSticker("b", { votes: null })];
    sync.applyUpdate(event(5, itemPut(aSticker("b", { votes: null }))));
    expect(await askedAt(200)).toEqual(first);
  });

  it("cannot be the author of an imported sticker, which has none: it is not asked for", async () => {
    const imported = aSticker("a", { user_id: null });
    const { simulation, sync, asked, event } = await loadedSyncHarness({ items: [imported] });
    sync.applyUpdate(event(2, itemPut(aSticker("b"))));
    await simulation.advance(20_000);
    expect(asked).toEqual([]);
  });

  it("that the options hide is not asked for", async () => {
    const { simulation, sync, asked, event } = await loadedSyncHarness({ facilitation: hide });
    sync.applyUpdate(event(2, itemPut(hidden)));
    await simulation.advance(20_000);
    expect(asked).toEqual([]);
  });
});
