import { describe, expect, test } from "vitest";
import { legalDocument } from "@retro/contract/legal";
import { readMarkdown } from "./legal-markdown.ts";

const spans = (line: string) => {
  const [block] = readMarkdown(line).blocks;
  return block?.type === "paragraph" ? block.spans : [];
};

describe("Markdown", () => {
  test("becomes a title and blocks", () => {
    const source =
      "\uFEFF# Terms *of* use\r\n\r\nOne\r\nparagraph.\r\n\r\n## Part\r\n- a\r\n- b\r\n  goes on\r\n\r\n1. first\r\n2) second\r\n";
    const document = readMarkdown(source);
    expect(legalDocument.parse(document)).toEqual({
      title: "Terms of use",
      blocks: [
        { type: "paragraph", spans: [{ text: "One paragraph." }] },
        { type: "heading", level: 2, spans: [{ text: "Part" }] },
        { type: "list", ordered: false, items: [[{ text: "a" }], [{ text: "b goes on" }]] },
        { type: "list", ordered: true, items: [[{ text: "first" }], [{ text: "second" }]] },
      ],
    });
  });

  test("knows bold, italic, code and links, one inside another", () => {
    expect(spans("a **b *c* d** `e*f*` *g* [h **i**](https://example.com/x?y=1#z).")).toEqual([
      { text: "a " },
      { text: "b ", bold: true },
      { text: "c", bold: true, italic: true },
      { text: " d", bold: true },
      { text: " " },
      { text: "e*f*", code: true },
      { text: " " },
      { text: "g", italic: true },
      { text: " " },
      { text: "h ", href: "https://example.com/x?y=1#z" },
      { text: "i", bold: true, href: "https://example.com/x?y=1#z" },
      { text: "." },
    ]);
    expect(spans("\\*not italic\\* 2 * 3 * 4")).toEqual([{ text: "*not italic* 2 * 3 * 4" }]);
    expect(spans("[us](mailto:us@example.com) [here](/contact)").map(({ href }) => href)).toEqual([
      "mailto:us@example.com",
      undefined,
      "/contact",
    ]);
  });

  test("makes nested lists flat, and has no link without an address", () => {
    expect(readMarkdown("- a\n  - b\n    1. c\n- d").blocks).toEqual([
      { type: "list", ordered: false, items: [[{ text: "a" }], [{ text: "b" }]] },
      { type: "list", ordered: true, items: [[{ text: "c" }]] },
      { type: "list", ordered: false, items: [[{ text: "d" }]] },
    ]);
    expect(spans("[x]()")).toEqual([{ text: "x" }]);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert`1`",
    "data:text/html,<script>alert`1`</script>",
    "vbscript:x",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil",
    "java&#115;cript:x",
    "file:///etc/passwd",
  ])("[P5] a link to %s is no link", (href) => {
    const found = JSON.stringify(readMarkdown(`[click](${href})`));
    expect(found).not.toContain('"href"');
  });

  test("[P5] HTML is text like any other", () => {
    const html = '<script>alert("x")</script> <img src=x onerror=alert(1)> <a href="javascript:x">y</a>';
    expect(spans(html)).toEqual([{ text: html }]);
    expect(readMarkdown("# <b>Title</b>").title).toBe("<b>Title</b>");
  });

  test("a text made to exhaust the reader is read in time", () => {
    for (const hostile of [
      "*".repeat(20_000),
      "[".repeat(20_000),
      "**a".repeat(5_000),
      "`".repeat(20_000),
      "\\*".repeat(20_000),
      "- ".repeat(5_000),
    ]) {
      expect(readMarkdown(hostile).blocks.length).toBeLessThanOrEqual(1);
    }
  });
});
