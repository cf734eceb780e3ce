import { limits } from "@retro/contract/limits";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBoardPage } from "../../testing/boardPage.tsx";
import { openAddress } from "../../testing/page.tsx";

// Only the test moves the clock: "Time is up" shows for two seconds, and a busy machine needs longer to open
// a page.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Waits for work that takes no time by the clock, such as the loading of a chunk. */
async function until(check: () => unknown): Promise<void> {
  for (let turn = 0; turn < 1000 && !check(); turn += 1) {
    await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
    await advance(1);
  }
  expect(check()).toBeTruthy();
}

const clock = () => screen.queryByRole("timer", { hidden: true });
const offer = () => screen.queryByRole("button", { name: "+2 min" });

/**
 * Ann looks at a board whose timer has just run out. With an option set, its end leaves the seat as it is.
 */
async function timeIsUp(facilitator: "ann" | "bob") {
  const open = startBoardPage();
  open.actAs(facilitator, "POST", "/facilitators");
  open.actAs(facilitator, "PUT", "/facilitators", { option: "stopEditing", value: true });
  open.actAs(facilitator, "POST", "/timers", { count_time: 60 });
  vi.setSystemTime(Date.now() + 60_000);
  await openAddress("/boards/board");
  await until(() => clock()?.textContent?.includes("Time is up"));
  return open;
}

describe("[C5] when the time is up", () => {
  it("the facilitator is offered two more minutes, which run from the press", async () => {
    const { network, server } = await timeIsUp("ann");
    await until(offer);
    fireEvent.click(offer() as HTMLElement);
    await until(() => clock()?.textContent?.includes("02:00"));
    await until(() => server.expectedFor("ann").facilitation.timer.countTime === 120);
    expect(network.lastBody("POST boards/board/timers")).toMatchObject({ count_time: 120 });
    expect(offer()).toBeNull();
  });

  it("the timer's button gets the focus after the press, which ends the offer", async () => {
    await timeIsUp("ann");
    await until(offer);
    offer()?.focus();
    fireEvent.click(offer() as HTMLElement);
    await until(() => offer() === null);
    const timer = screen.getByRole("button", { name: "Timer" });
    await until(() => document.activeElement === timer);
    expect(timer).toHaveFocus();
  });

  it("the others are offered nothing", async () => {
    await timeIsUp("bob");
    await advance(1000);
    expect(offer()).toBeNull();
  });

  it("whoever looked away reads when it was, until the next start", async () => {
    const { actAs } = await timeIsUp("bob");
    const wasUp = () => screen.queryByText(/^Time was up at \d/);
    expect(wasUp()).toBeNull();
    await advance(limits.timer.timeIsUpMs);
    await until(wasUp);
    actAs("bob", "DELETE", "/timers");
    actAs("bob", "POST", "/timers", { count_time: 60 });
    window.dispatchEvent(new Event("focus"));
    await until(() => clock()?.textContent?.includes("01:00"));
    expect(wasUp()).toBeNull();
  });

  it("the offer ends when somebody else has taken the seat", async () => {
    const { actAs } = await timeIsUp("ann");
    await until(offer);
    // In another tab.
    actAs("ann", "DELETE", "/facilitators");
    actAs("bob", "POST", "/facilitators");
    window.dispatchEvent(new Event("focus"));
    await until(() => offer() === null);
    expect(screen.getByRole("button", { name: "Timer" })).toBeDisabled();
  });

  it("the offer stays for fifteen seconds after the timer has stopped, and longer while it has the focus", async () => {
    await timeIsUp("ann");
    await until(offer);
    // "Time is up" ends within two seconds.
    await advance(limits.timer.timeIsUpMs);
    await advance(limits.timer.moreTimeOfferMs - 2 * limits.timer.timeIsUpMs);
    expect(offer()).not.toBeNull();
    offer()?.focus();
    await advance(limits.timer.moreTimeOfferMs);
    expect(offer()).not.toBeNull();
    offer()?.blur();
    await advance(limits.timer.moreTimeOfferMs);
    expect(offer()).toBeNull();
  });
});
