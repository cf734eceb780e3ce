import type { LegalBlock, LegalDocument, LegalSpan } from "@retro/contract/legal";

/** What is being collected line by line, until a blank line or another block ends it. */
interface Open {
  text: string;
  /** A list's item, of an ordered list or not; null: a paragraph. */
  ordered: boolean | null;
}

/**
 * Reads the part of Markdown that a legal page needs: headings, paragraphs, flat lists, **bold**, *italic*, `code` and [links](…).
 * Anything else, HTML included, is plain text. The first heading of the first level is the title.
 */
export function readMarkdown(source: string): LegalDocument {
  const blocks: LegalBlock[] = [];
  let title = "";
  let open: Open | null = null;
  const close = (): void => {
    if (open !== null) addBlock(blocks, open);
    open = null;
  };

  for (const line of source.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const text = line.trim();
    const [, marks, heading] = /^(#{1,4})\s+(\S.*)$/.exec(text) ?? [];
    const [, number, item] = /^(?:[-*+]|(\d{1,3})[.)])\s+(\S.*)$/.exec(text) ?? [];
    if (marks !== undefined && heading !== undefined) {
      close();
      const spans = readSpans(heading);
      if (marks === "#" && title === "") title = spans.map((span) => span.text).join("");
      else blocks.push({ type: "heading", level: marks.length, spans });
    } else if (item !== undefined) {
      close();
      open = { text: item, ordered: number !== undefined };
    } else if (text === "") {
      close();
    } else if (open === null) {
      open = { text, ordered: null };
    } else {
      open.text += ` ${text}`;
    }
  }
  close();
  return { title, blocks };
}

function addBlock(blocks: LegalBlock[], { text, ordered }: Open): void {
  const spans = readSpans(text);
  const last = blocks.at(-1);
  if (ordered === null) blocks.push({ type: "paragraph", spans });
  else if (last?.type === "list" && last.ordered === ordered) last.items.push(spans);
  else blocks.push({ type: "list", ordered, items: [spans] });
}

// In order: an escaped mark, code, a link, bold, italic.
const inline =
  /\\([\\`*[\]#_-])|`([^`]+)`|\[([^[\]]+)\]\(([^\s()]+)\)|\*\*([^*]+(?:\*[^*]+)*)\*\*|\*([^*\s][^*]*)\*/;
/** No `javascript:`, no `data:`, and nothing that a browser takes for another site though it begins like a path of this one. */
const safeLink = /^(?:https?:\/\/|mailto:|\/(?![/\\]))[^\\]*$/i;

function readSpans(text: string, marks: Omit<LegalSpan, "text"> = {}): LegalSpan[] {
  const match = inline.exec(text);
  if (match === null) return text === "" ? [] : [{ ...marks, text }];
  const [whole, escaped, code, label, href, bold, italic] = match;
  return joined([
    ...readSpans(text.slice(0, match.index), marks),
    ...readMark(),
    ...readSpans(text.slice(match.index + whole.length), marks),
  ]);

  function readMark(): LegalSpan[] {
    if (escaped !== undefined) return [{ ...marks, text: escaped }];
    if (code !== undefined) return [{ ...marks, text: code, code: true }];
    if (label !== undefined && href !== undefined) {
      return safeLink.test(href) ? readSpans(label, { ...marks, href }) : [{ ...marks, text: whole }];
    }
    if (bold !== undefined) return readSpans(bold, { ...marks, bold: true });
    return readSpans(italic ?? "", { ...marks, italic: true });
  }
}

/** Neighbours with the same marks, as escapes leave them, become one. */
function joined(spans: LegalSpan[]): LegalSpan[] {
  const out: LegalSpan[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    const same =
      last !== undefined &&
      last.href === span.href &&
      last.bold === span.bold &&
      last.italic === span.italic &&
      last.code === span.code;
    if (same) last.text += span.text;
    else out.push({ ...span });
  }
  return out;
}
