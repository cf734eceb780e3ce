import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SaveState } from "../../../board-state/outbox/pendingEntry.ts";
import { renderPart } from "../../../testing/page.tsx";
import { SaveStateMark, StickerDate } from "./StickerFooter.tsx";

const mark = (state: SaveState) => <SaveStateMark state={state} tabIndex={-1} />;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const marks = () => document.querySelectorAll("[data-state]");

/** Renders the mark while the clock stands still. */
async function show(state: SaveState) {
  const view = await renderPart(null);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  view.rerender(mark(state));
  return view;
}
afterEach(() => void vi.useRealTimers());

describe("the mark of a change that is not saved", () => {
  it("appears when saving takes long, and stays while the change waits", async () => {
    const { rerender } = await show("saving");
    pass(399);
    expect(marks()).toHaveLength(0);
    pass(1);
    expect(screen.getByRole("img", { name: "Saving" })).toHaveAttribute("data-state", "saving");
    rerender(mark("waiting"));
    expect(marks()[0]).toHaveAttribute("data-state", "waiting");
  });

  it("does not appear when the change is saved sooner", async () => {
    const { unmount } = await show("saving");
    unmount();
    pass(1000);
    expect(marks()).toHaveLength(0);
  });

  it("appears at once when the change is refused", async () => {
    await show("failed");
    expect(screen.getByRole("button")).toHaveAttribute("data-state", "failed");
  });
});

describe("the date of a sticker", () => {
  it.each([
    ["2026-11-27T08:05:00", "08:05 AM"],
    ["2026-11-26T08:05:00", "Nov 26"],
    ["2025-11-26T08:05:00", "Nov 26, 2025"],
  ])("%s is as short as it can be: %s", async (at, text) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T12:00:00") });
    await renderPart(<StickerDate at={at} />);
    expect(document.querySelector("time")?.textContent.replaceAll("\u202f", " ")).toBe(text);
  });
});
