import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { resizeTo } from "../../../testing/page.tsx";
import { TabDwell } from "./tabDwell.ts";

beforeEach(() => resizeTo(390));
afterEach(() => vi.useRealTimers());

async function openTabs() {
  startBoardPage();
  await visitBoard();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const tabs = within(screen.getByRole("navigation", { name: "Sections" })).getAllByRole("link");
  return {
    dwell: new TabDwell(),
    second: tabs[1] as HTMLElement,
    current: () => tabs.findIndex((tab) => tab.hasAttribute("aria-current")),
  };
}

it("a dragged sticker that stays on a tab goes to its section", async () => {
  const { dwell, second, current } = await openTabs();
  dwell.follow(second);
  expect([dwell.isOnTab, current()]).toEqual([true, 0]);
  act(() => void vi.advanceTimersByTime(1000));
  expect(current()).toBe(1);
});

it.each([
  ["only passes a tab", (dwell: TabDwell) => dwell.follow(document.body)],
  ["is dropped on a tab", (dwell: TabDwell) => dwell.stop()],
])("a dragged sticker that %s does not go to its section", async (_what, leave) => {
  const { dwell, second, current } = await openTabs();
  dwell.follow(second);
  leave(dwell);
  expect(dwell.isOnTab).toBe(false);
  act(() => void vi.advanceTimersByTime(1000));
  expect(current()).toBe(0);
});
