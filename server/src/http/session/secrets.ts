import { createHmac, hash, timingSafeEqual } from "node:crypto";

export function deriveKey(appSecret: string, purpose: string): Buffer {
  return createHmac("sha256", appSecret).update(`retro:${purpose}`).digest();
}

export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** Compares two texts in constant time; texts of different lengths differ at once. */
export function equalInConstantTime(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
