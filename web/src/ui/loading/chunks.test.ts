// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { fetchChunk, OfflineError, prefetchChunks, prefetchLater } from "./chunks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A chunk whose fetch fails this many times. */
function chunk(failures: number) {
  let tries = 0;
  const load = () =>
    (tries += 1) > failures ? Promise.resolve(`try ${tries}`) : Promise.reject(new Error(`failure ${tries}`));
  return { load, tries: () => tries };
}

describe("a chunk of the app", () => {
  it("that can be fetched is fetched once", async () => {
    const { load, tries } = chunk(0);
    expect(await fetchChunk(load)).toBe("try 1");
    expect(tries()).toBe(1);
  });

  it("that fails is fetched again after 0.3, 1 and 3 seconds, and then no more", async () => {
    const { load, tries } = chunk(9);
    const outcome = fetchChunk(load).catch((error: unknown) => error);
    for (const [ms, before] of [
      [300, 1],
      [1000, 2],
      [3000, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(tries()).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(tries()).toBe(before + 1);
    }
    expect(await outcome).toEqual(new Error("failure 4"));
  });

  it("that fails is fetched again as soon as the network is back", async () => {
    const { load, tries } = chunk(1);
    const outcome = fetchChunk(load);
    await vi.advanceTimersByTimeAsync(10);
    window.dispatchEvent(new Event("online"));
    expect(await outcome).toBe("try 2");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries()).toBe(2);
  });
});

it("a chunk that is shown without a network fails at once, so that the user is told", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  await expect(fetchChunk(chunk(9).load)).rejects.toBeInstanceOf(OfflineError);
});

it("what editing needs is fetched first and at once, other chunks one after the other, those named later too, whatever fails", async () => {
  const order: string[] = [];
  const named = (name: string) => () => (order.push(name), Promise.resolve());
  const broken = chunk(99);
  prefetchLater(named("first"));
  prefetchLater(broken.load);
  prefetchLater(named("second"));
  const editing = chunk(1);
  prefetchLater(editing.load, true);
  prefetchLater(named("editing"), true);
  expect(order).toEqual([]);
  const done = prefetchChunks();
  await vi.advanceTimersByTimeAsync(200);
  expect([order, editing.tries()]).toEqual([["editing"], 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  await done;
  expect([order, broken.tries()]).toEqual([["editing", "first", "second", "editing"], 4]);
  prefetchLater(named("third"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(order).toEqual(["editing", "first", "second", "editing", "third"]);
});

it("a chunk that could not be fetched without a network is fetched when the network is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  const { load, tries } = chunk(1);
  prefetchLater(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries()).toBe(1);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(tries()).toBe(2);
});
