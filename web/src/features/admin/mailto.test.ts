import { expect, test } from "vitest";
import { mailto } from "./mailto.ts";

test("an ordinary address stays readable", () => {
  expect(mailto("ann+retro@example.com")).toBe("mailto:ann%2Bretro@example.com");
});

test.each([
  "a@b.co?bcc=eve@evil.example",
  "a@b.co&subject=x",
  "a@b.co,eve@evil.example",
  "a@b.co\r\nBcc: eve",
])("attack: the stored address %j adds no header to the administrator's letter", (address) => {
  expect(mailto(address)).not.toMatch(/[?&,\r\n]/);
  expect(decodeURIComponent(mailto(address))).toBe(`mailto:${address}`);
});
