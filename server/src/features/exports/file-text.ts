import { fieldError } from "../../http/errors/app-error.ts";
import { placeOf } from "./import/json-fault.ts";

/** UTF-8, UTF-16 with a byte order mark, or windows-1251; guessing would change letters. */
export function decodeFile(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  const text = decodeExactly(bytes, marked ?? "utf-8") ?? (marked === null ? decodeCyrillic(bytes) : null);
  if (text !== null) return text;
  const broken = new TextDecoder(marked ?? "utf-8").decode(bytes);
  throw fieldError(`line ${placeOf(broken, broken.indexOf("\uFFFD")).line}`, "validation.encoding");
}

/** By its byte order mark; UTF-8 needs none. */
export function markedEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

export function decodeExactly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Another encoding gives words that mix alphabets, or a capital after a small letter. */
function decodeCyrillic(bytes: Uint8Array): string | null {
  const text = new TextDecoder("windows-1251").decode(bytes);
  if (text === new TextDecoder("windows-1252").decode(bytes)) return text;
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /\p{Script=Cyrillic}/u.test(word));
  const odd = words.filter((word) => /\p{Script=Latin}|\p{Ll}\p{Lu}/u.test(word));
  const isLong = words.some((word) => word.length > 2);
  return isLong && odd.length * 10 < words.length && !/[\x80-\x9F]/u.test(text) ? text : null;
}
