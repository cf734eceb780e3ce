import type { LegalBlock, LegalDocument, LegalSpan } from "@retro/contract/legal";
import MarkdownIt, { type Token } from "markdown-it";

/** No `javascript:`, no `data:`, and no path that a browser reads as the address of another site. */
const safeLink = /^(?:https?:\/\/|mailto:|\/(?![/\\]))[^\\]*$/i;

const parser = new MarkdownIt("zero").enable([
  "heading",
  "list",
  "newline",
  "escape",
  "backticks",
  "emphasis",
  "link",
]);
// The default turns a backslash into %5C, and the check would then accept it.
parser.normalizeLink = (href) => href;
parser.validateLink = (href) => safeLink.test(href);

/** The part of Markdown that a legal page needs; anything else, HTML included, is plain text. */
export function readMarkdown(source: string): LegalDocument {
  const blocks: LegalBlock[] = [];
  let title = "";
  let heading = 0;
  const lists: { ordered: boolean }[] = [];
  for (const { type, tag, children } of parser.parse(source.replace(/^\uFEFF/, ""), {})) {
    if (type === "heading_open") heading = Number(tag.slice(1));
    else if (type === "heading_close") heading = 0;
    else if (type === "bullet_list_open") lists.push({ ordered: false });
    else if (type === "ordered_list_open") lists.push({ ordered: true });
    else if (type === "bullet_list_close" || type === "ordered_list_close") lists.pop();
    else if (type === "inline") {
      const spans = readSpans(children ?? []);
      if (heading === 1 && title === "") title = spans.map((span) => span.text).join("");
      else addBlock(blocks, spans, { heading, list: lists.at(-1) });
    }
  }
  return { title, blocks };
}

function addBlock(
  blocks: LegalBlock[],
  spans: LegalSpan[],
  { heading, list }: { heading: number; list: { ordered: boolean } | undefined },
): void {
  const last = blocks.at(-1);
  if (heading > 0) blocks.push({ type: "heading", level: heading, spans });
  else if (list === undefined) blocks.push({ type: "paragraph", spans });
  else if (last?.type === "list" && last.ordered === list.ordered) last.items.push(spans);
  else blocks.push({ type: "list", ordered: list.ordered, items: [spans] });
}

function readSpans(tokens: Token[]): LegalSpan[] {
  const spans: LegalSpan[] = [];
  let bold = 0;
  let italic = 0;
  let href = "";
  for (const token of tokens) {
    if (token.type === "strong_open") bold += 1;
    else if (token.type === "strong_close") bold -= 1;
    else if (token.type === "em_open") italic += 1;
    else if (token.type === "em_close") italic -= 1;
    else if (token.type === "link_open") href = String(token.attrGet("href") ?? "");
    else if (token.type === "link_close") href = "";
    else
      addSpan(spans, {
        text: token.type === "softbreak" || token.type === "hardbreak" ? " " : token.content,
        ...(bold > 0 && { bold: true }),
        ...(italic > 0 && { italic: true }),
        ...(token.type === "code_inline" && { code: true }),
        ...(href !== "" && { href }),
      });
  }
  return spans;
}

/** Neighbours with the same marks become one span. */
function addSpan(spans: LegalSpan[], span: LegalSpan): void {
  const last = spans.at(-1);
  const same =
    last !== undefined &&
    last.href === span.href &&
    last.bold === span.bold &&
    last.italic === span.italic &&
    last.code === span.code;
  if (same) last.text += span.text;
  else if (span.text !== "") spans.push(span);
}
