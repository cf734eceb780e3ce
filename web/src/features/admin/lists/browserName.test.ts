import { expect, test } from "vitest";
import { browserName } from "./browserName.ts";

test("a browser whose string also names others gets its own name", () => {
  expect(
    browserName(
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    ),
  ).toBe("Edge, Windows");
  expect(
    browserName(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ),
  ).toBe("Safari, iOS");
  expect(browserName("curl/8.5.0")).toBe("curl/8.5.0");
  expect(browserName("")).toBe("");
});
