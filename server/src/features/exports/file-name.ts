const maxLength = 100;
const maxBytes = 240;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function fileName(title: string, extension: string): string {
  const plain = title
    .replace(/[\p{Control}\p{Bidi_Control}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[. ]+/u, "");
  const cut = beginningOf(plain, maxBytes - Buffer.byteLength(extension) - 1).replace(/[. ]+$/u, "");
  return `${cut === "" ? "board" : cut}.${extension}`;
}

/** No flag, family or accented letter is cut in two. */
function beginningOf(text: string, bytes: number): string {
  let [cut, left, count] = ["", bytes, 0];
  for (const { segment } of characters.segment(text.slice(0, bytes))) {
    left -= Buffer.byteLength(segment);
    count += 1;
    if (left < 0 || count > maxLength) break;
    cut += segment;
  }
  return cut;
}

/** RFC 6266: a name that is not plain ASCII is `filename*`, with an ASCII `filename`. */
export function attachmentHeader(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/gu, "_").replace(/["\\%]/gu, "_");
  const fallback = /[A-Za-z0-9]/u.test(ascii.replace(/\.[a-z]+$/u, ""))
    ? ascii
    : ascii.replace(/^.*\./u, "board.");
  if (fallback === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/gu,
    (c) => `%${c.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
