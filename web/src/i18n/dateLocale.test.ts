import { afterEach, expect, test, vi } from "vitest";
import { formatDay } from "../ui/display/calendarDay.ts";
import { dateLocale } from "./dateLocale.ts";

afterEach(() => void vi.restoreAllMocks());

function readWith(...languages: string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  vi.spyOn(navigator, "language", "get").mockReturnValue(languages[0] ?? "en");
}

test.each([
  ["en", ["en-GB", "en"], "en-GB", "7 Aug 2026"],
  ["en", ["en-US"], "en-US", "Aug 7, 2026"],
  ["en", ["de-DE", "de"], "en-DE", "7 Aug 2026"],
  ["en", ["de-DE", "en-GB"], "en-GB", "7 Aug 2026"],
  ["en", ["en"], "en", "Aug 7, 2026"],
  ["en", ["C"], "en", "Aug 7, 2026"],
  ["en", ["en_US", "en-GB"], "en-GB", "7 Aug 2026"],
  ["ru", ["en-GB", "ru"], "ru", "7 авг. 2026 г."],
])("the texts in %s of a browser with %j have the dates of %s", (locale, languages, expected, day) => {
  readWith(...languages);
  expect(dateLocale(locale)).toBe(expected);
  expect(formatDay("2026-08-07", locale)).toBe(day);
});

test("who reads English in Britain has 24 hours", () => {
  readWith("en-GB");
  const format = new Intl.DateTimeFormat(dateLocale("en"), { timeStyle: "short", timeZone: "UTC" });
  expect(format.format(Date.UTC(2026, 7, 7, 15, 30))).toBe("15:30");
});
