import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPart } from "../../testing/page.tsx";
import { announce, announceOnce } from "./announce.ts";
import { LiveRegion } from "./LiveRegion.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());
const texts = () => [...screen.getByRole("status").children].map(({ textContent }) => textContent);

it("every text is added to the region, also equal ones and several at once, and goes after five seconds", async () => {
  await renderPart(<LiveRegion />);
  await act(async () => {
    announce("Action added");
    announce("Picked up.");
    announce("Action added");
    announceOnce("Picked up.");
  });
  expect(texts()).toEqual(["Action added", "Picked up.", "Action added"]);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(texts()).toEqual([]);
});
