import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BoardContext } from "../../board-state/boardHooks.ts";
import { createFaultyNetwork, type Participant, person } from "../../board-state/testing/faultyNetwork.ts";
import { createSimulation } from "../../board-state/testing/simulation.ts";
import { addSticker } from "../../board-state/testing/twoParticipants.ts";
import { renderPart } from "../../testing/page.tsx";
import { announcements } from "../../ui/focus/announce.ts";
import { LiveRegion } from "../../ui/focus/LiveRegion.tsx";
import { BoardAnnouncer } from "./BoardAnnouncer.tsx";

const [ann, bob, cy] = [person("ann"), person("bob"), person("cy")];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  announcements.set([]);
});
afterEach(() => void vi.useRealTimers());

/** Bob is on the board when Ann opens it; `announced` is what her screen reader has been told last. */
async function openWithBob({ connected }: { connected: boolean }) {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [ann, bob, cy]);
  const all = { b: network.join(bob), a: network.join(ann) };
  all.a.connect(connected);
  await simulation.advance(1000);
  await renderPart(
    <BoardContext value={all.a.store}>
      <BoardAnnouncer />
      <LiveRegion />
    </BoardContext>,
  );
  const wait = () =>
    act(async () => {
      await simulation.advance(4000);
      await vi.advanceTimersByTimeAsync(4000);
    });
  return { ...all, join: (): Participant => network.join(cy), wait };
}
const announced = () => screen.getByRole("status").lastChild?.textContent ?? "";

it("announces who joins and leaves, not who is there already", async () => {
  const { b, join, wait } = await openWithBob({ connected: true });
  await wait();
  expect(announced()).toBe("");
  b.connect(false);
  await wait();
  expect(announced()).toBe("1 person left");
  const c = join();
  c.connect(false);
  c.connect(true);
  await wait();
  expect(announced()).toBe("1 person joined");
});

it("announces nobody who was there when a late connection comes, then those who join", async () => {
  const { a, b, wait } = await openWithBob({ connected: false });
  await wait();
  a.connect(true);
  await wait();
  expect(announced()).toBe("");
  b.connect(false);
  await wait();
  expect(announced()).toBe("1 person left");
});

it("announces equal summaries in a row, each anew", async () => {
  const { b, wait } = await openWithBob({ connected: true });
  await wait();
  for (const n of [1, 2]) {
    announcements.set([]);
    void addSticker(b, n);
    await wait();
    expect(announced()).toBe("1 new sticker");
  }
});
