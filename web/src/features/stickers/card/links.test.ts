import fc from "fast-check";
import { expect, test } from "vitest";
import { splitAtLinks } from "./links.ts";

test("a link is found in its sentence, the full stop stays outside", () => {
  expect(splitAtLinks("See https://example.org/a?b=1. Then go")).toEqual([
    { text: "See " },
    { text: "https://example.org/a?b=1", href: "https://example.org/a?b=1" },
    { text: ". Then go" },
  ]);
});

test("a bracket that the link opened itself belongs to it", () => {
  const wiki = "https://en.wikipedia.org/wiki/Retro_(style)";
  expect(splitAtLinks(`(${wiki})`)).toEqual([{ text: "(" }, { text: wiki, href: wiki }, { text: ")" }]);
});

test("refuses script, data and file addresses as links", () => {
  for (const bad of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "JaVaScRiPt://x%0aalert(1)",
  ]) {
    expect(splitAtLinks(bad).some((piece) => piece.href !== undefined)).toBe(false);
  }
});

test("nothing of any text is lost or added, and every link is http or https", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constant("javascript:"), fc.constant("http://"))),
      (parts) => {
        const text = parts.join(" ");
        const split = splitAtLinks(text);
        expect(split.map((piece) => piece.text).join("")).toBe(text);
        const hrefs = split.flatMap((piece) => piece.href ?? []);
        expect(hrefs.filter((href) => !/^https?:/.test(href))).toEqual([]);
      },
    ),
  );
});
