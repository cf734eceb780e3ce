import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPart } from "../../testing/page.tsx";
import { RelativeTime } from "./RelativeTime.tsx";
import { useToday } from "./sharedClock.ts";

const noon = Date.UTC(2026, 0, 15, 12);
beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("follows the clock every minute, in no live region, and stops its timer with the last date", async () => {
  const { unmount } = await renderPart(
    <>
      <RelativeTime iso={new Date(noon).toISOString()} />
      <RelativeTime iso={new Date(noon - 3_600_000).toISOString()} />
    </>,
  );
  expect(screen.getByText("now")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
  const date = screen.getByText("5 minutes ago");
  expect(date.closest("[aria-live], [role=status], [role=alert]")).toBeNull();
  expect(screen.getByText("1 hour ago")).toBeInTheDocument();
  const before = vi.getTimerCount();
  unmount();
  expect(vi.getTimerCount()).toBe(before - 1);
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

it("follows the clock at once when the page is looked at again after a sleep", async () => {
  await renderPart(<RelativeTime iso={new Date(noon).toISOString()} />);
  vi.setSystemTime(noon + 3 * 3_600_000);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.getByText("3 hours ago")).toBeInTheDocument();
});

it("the day changes at midnight, in all rows", async () => {
  const Row = () => <p>{useToday()}</p>;
  vi.setSystemTime(new Date(2026, 0, 15, 23, 59, 30));
  await renderPart([1, 2, 3].map((row) => <Row key={row} />));
  expect(screen.getAllByText("2026-01-15")).toHaveLength(3);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(screen.getAllByText("2026-01-16")).toHaveLength(3);
});
