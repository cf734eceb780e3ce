// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/page.tsx";
import { RelativeTime } from "./RelativeTime.tsx";

const noon = Date.UTC(2026, 0, 15, 12);
beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

it("follows the clock every minute, in no live region, and stops its timer with the last date", async () => {
  const { unmount } = await renderPart(
    <>
      <RelativeTime iso={new Date(noon).toISOString()} />
      <RelativeTime iso={new Date(noon - 3_600_000).toISOString()} />
    </>,
  );
  expect(screen.getByText("now")).toBeInTheDocument();
  expect(vi.getTimerCount()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
  const date = screen.getByText("5 minutes ago");
  expect(date.closest("[aria-live], [role=status], [role=alert]")).toBeNull();
  expect(screen.getByText("1 hour ago")).toBeInTheDocument();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it("follows the clock again on a page that had no date for a while", async () => {
  const iso = new Date(noon).toISOString();
  const { rerender } = await renderPart(<RelativeTime iso={iso} />);
  rerender(<p>no date</p>);
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  await renderPart(<RelativeTime iso={iso} />);
  expect(screen.getByText("3 minutes ago")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
  expect(screen.getByText("5 minutes ago")).toBeInTheDocument();
});
