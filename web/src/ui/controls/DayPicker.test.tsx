import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/page.tsx";
import { startPageNetwork } from "../../testing/pageNetwork.ts";
import { DayPicker } from "./DayPicker.tsx";
import { addMonths, weeksOf } from "./days.ts";

afterEach(() => void vi.restoreAllMocks());

async function pick(day: string) {
  startPageNetwork();
  const picked: string[] = [];
  const { user } = await renderPart(
    <DayPicker day={day} noneLabel="No due date" onPick={(next) => picked.push(next)} />,
  );
  return { user, picked };
}

test("begins with the focus on the chosen day, and arrows, Home, End and the page keys move it over months", async () => {
  const { user, picked } = await pick("2028-02-29");
  const chosen = await screen.findByRole("button", { pressed: true });
  expect(chosen).toHaveAccessibleName("Tuesday, February 29, 2028");
  expect(chosen).toHaveFocus();
  // 7, 6 March, 28 February, its Sunday the 27th, Saturday the 4th of March, 4 February.
  await user.keyboard("{ArrowDown}{ArrowLeft}{ArrowUp}{Home}{End}{PageUp}");
  expect(screen.getByRole("heading", { name: "February 2028" })).toBeInTheDocument();
  await user.keyboard("{Enter}");
  expect(picked).toEqual(["2028-02-04"]);
});

test("its buttons show other months, and keep their focus", async () => {
  const { user, picked } = await pick("2030-12-24");
  await user.click(screen.getByRole("button", { name: "Next month" }));
  expect(screen.getByRole("heading", { name: "January 2031" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Next month" })).toHaveFocus();
  await user.click(within(screen.getByRole("grid")).getByRole("button", { name: /January 1, 2031/ }));
  await user.click(screen.getByRole("button", { name: "No due date" }));
  expect(picked).toEqual(["2031-01-01", ""]);
});

test("a month later than the 31st is the last day of a shorter month, and nothing is after the last year", () => {
  expect(addMonths("2027-12-31", 2)).toBe("2028-02-29");
  expect(addMonths("9999-12-31", 1)).toBe("9999-12-31");
});

test.each([
  ["en-US", "2026-07-26"],
  ["en-GB", "2026-07-27"],
])("a week begins as in the region of the browser, %s", (language, first) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue([language]);
  expect(weeksOf("2026-08-07", "en")[0]?.[0]).toBe(first);
});
