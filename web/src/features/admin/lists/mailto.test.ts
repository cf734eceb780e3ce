import { expect, test } from "vitest";
import { mailtoLink } from "./mailto.ts";

test("an ordinary address stays readable", () => {
  expect(mailtoLink("ann+retro@example.com")).toBe("mailto:ann%2Bretro@example.com");
});

test.each([
  "a@b.co?bcc=eve@evil.example",
  "a@b.co&subject=x",
  "a@b.co,eve@evil.example",
  "a@b.co\r\nBcc: eve",
])("attack: the stored address %j adds no header to the administrator's letter", (address) => {
  expect(mailtoLink(address)).not.toMatch(/[?&,\r\n]/);
  expect(decodeURIComponent(mailtoLink(address))).toBe(`mailto:${address}`);
});
