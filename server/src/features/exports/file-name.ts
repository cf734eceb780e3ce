const maxLength = 100;

/** A board's title as a file name, without characters that some system refuses; never empty. */
export function fileName(title: string, extension: string): string {
  const plain = title
    .replace(/[\p{Control}\p{Bidi_Control}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[. ]+/u, "");
  const cut = [...plain]
    .slice(0, maxLength)
    .join("")
    .replace(/[. ]+$/u, "");
  return `${cut === "" ? "board" : cut}.${extension}`;
}

/**
 * `Content-Disposition` of a download (RFC 6266). A name that is not plain ASCII is `filename*`, with a readable ASCII
 * `filename` for older clients.
 */
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
