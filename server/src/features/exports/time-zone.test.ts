import { expect, test } from "vitest";
import { mixColors } from "./pdf/mix-colors.ts";
import { createWallClock } from "./time-zone.ts";

test.each([
  ["UTC", "2026-03-29T00:30:05.000Z", "2026-03-29T00:30:05.000Z"],
  ["Europe/Berlin", "2026-03-29T00:30:05.000Z", "2026-03-29T01:30:05.000Z"],
  ["Europe/Berlin", "2026-03-29T01:30:05.000Z", "2026-03-29T03:30:05.000Z"],
  ["America/New_York", "2026-01-01T03:04:05.000Z", "2025-12-31T22:04:05.000Z"],
  ["Asia/Kolkata", "2026-12-31T18:30:00.000Z", "2027-01-01T00:00:00.000Z"],
])("in %s the clocks show %s as %s", (zone, iso, shown) => {
  expect(createWallClock(zone)(iso).toISOString()).toBe(shown);
});

test.each([
  ["#000000", "#ffffff", 0, "#000000"],
  ["#000000", "#ffffff", 1, "#ffffff"],
  ["#102030", "#304050", 0.5, "#203040"],
  ["#ff0000", "#00ff00", 0.25, "#bf4000"],
])("between %s and %s, %d of the second, is %s", (a, b, share, mixed) => {
  expect(mixColors(a, b, share)).toBe(mixed);
});
