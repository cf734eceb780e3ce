import { expect, test } from "vitest";
import { readableSize } from "./readableSize.ts";

test("sizes are read in the reader's language, and just under the limit is not called the limit", () => {
  expect([0, 999, 1000, 9940, 123_456, 1_999_999, 2_000_000].map((size) => readableSize(size, "en"))).toEqual(
    ["0 byte", "999 byte", "1 kB", "9.9 kB", "123 kB", "1.99 MB", "2 MB"],
  );
  expect(readableSize(1_500_000, "ru")).toBe("1,5 МБ");
});
