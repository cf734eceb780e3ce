import type { TableEncoding } from "@retro/contract/files/table-import";
import { fieldError } from "../../../../http/errors/app-error.ts";
import { decodeExactly, decodeFile, markedEncoding } from "../../file-text.ts";
import { placeOf } from "../json-fault.ts";

/** The most likely encoding; if nothing points to one, windows-1252, which decodes every file. */
export function guessEncoding(bytes: Uint8Array): TableEncoding {
  const marked = markedEncoding(bytes) ?? evenOddEncoding(bytes);
  if (marked !== null) return marked;
  if (decodeExactly(bytes, "utf-8") !== null) return "utf-8";
  try {
    const text = decodeFile(bytes);
    return /\p{Script=Cyrillic}/u.test(text) ? "windows-1251" : "windows-1252";
  } catch {
    return "windows-1252";
  }
}

/** UTF-16 without a mark: in most pairs one byte is 0 or 4, the high byte of Latin and Cyrillic letters. */
function evenOddEncoding(bytes: Uint8Array): TableEncoding | null {
  const sample = bytes.subarray(0, 1000);
  const share = (parity: number) =>
    sample.filter((byte, i) => i % 2 === parity && (byte === 0 || byte === 4)).length / (sample.length / 2);
  const [even, odd] = [share(0), share(1)];
  if (sample.length >= 4 && Math.max(even, odd) >= 0.7 && Math.min(even, odd) <= 0.3)
    return odd > even ? "utf-16le" : "utf-16be";
  // With other letters only line breaks and separators have a zero byte, which no other encoding has.
  const zeros = (parity: number) => bytes.filter((byte, i) => i % 2 === parity && byte === 0).length;
  const [high, low] = [zeros(0), zeros(1)];
  if (high === low) return null;
  const likely = low > high ? "utf-16le" : "utf-16be";
  return decodeExactly(bytes, likely) === null ? null : likely;
}

/** @throws AppError 422 at the first line that is not in this encoding */
export function decodeAs(bytes: Uint8Array, encoding: TableEncoding): string {
  const text = decodeExactly(bytes, encoding);
  const broken = text ?? new TextDecoder(encoding).decode(bytes);
  const fault = text === null ? broken.indexOf("\uFFFD") : broken.indexOf("\0");
  if (fault >= 0) throw fieldError(`line ${placeOf(broken, fault).line}`, "validation.otherEncoding");
  return broken;
}
