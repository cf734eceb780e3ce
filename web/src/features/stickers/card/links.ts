export type TextPiece = { text: string; href?: string };

const linkPattern = /\bhttps?:\/\/[^\s<>"'`]+/giu;
const closingPunctuation = new Set(".,;:!?…)]}»”’");

/** Only http and https. Closing punctuation is outside the link, except a bracket that was opened inside. */
export function splitAtLinks(text: string): TextPiece[] {
  const out: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(linkPattern)) {
    const link = trimPunctuation(match[0]);
    const href = safeHref(link);
    if (href === null) continue;
    if (match.index > from) out.push({ text: text.slice(from, match.index) });
    out.push({ text: link, href });
    from = match.index + link.length;
  }
  if (from < text.length) out.push({ text: text.slice(from) });
  return out;
}

function trimPunctuation(link: string): string {
  const opened = count(link, "(");
  let closed = count(link, ")");
  let end = link.length;
  for (; end > 0 && closingPunctuation.has(link.charAt(end - 1)); end -= 1) {
    if (link.charAt(end - 1) !== ")") continue;
    if (opened >= closed) break;
    closed -= 1;
  }
  return link.slice(0, end);
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function safeHref(link: string): string | null {
  // Browsers of before 2024 have no URL.canParse.
  try {
    const url = new URL(link);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}
