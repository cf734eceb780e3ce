import { blake2b } from "@noble/hashes/blake2.js";
import type { APIRequestContext } from "@playwright/test";

/**
 * Solves a Friendly Captcha v1 puzzle as its widget does, for tests of other features; other specs test the
 * widget. Solves only cheap puzzles, which the servers under test are set to make.
 */
export function solvePuzzle(puzzle: string): string {
  const [signature, base64 = ""] = puzzle.split(".");
  const bytes = Buffer.from(base64, "base64");
  const limit = Math.floor(2 ** ((255.999 - bytes.readUInt8(15)) / 8)) >>> 0;
  const input = Buffer.alloc(128);
  bytes.copy(input);
  const solutions: Buffer[] = [];
  for (let i = 0; i < bytes.readUInt8(14); i += 1) {
    input.writeUInt32LE(i, 120);
    for (let nonce = 0; ; nonce += 1) {
      input.writeUInt32LE(nonce, 124);
      if (Buffer.from(blake2b(input, { dkLen: 32 })).readUInt32LE(0) < limit) break;
    }
    solutions.push(Buffer.from(input.subarray(120, 128)));
  }
  return `${signature}.${base64}.${Buffer.concat(solutions).toString("base64")}.AgAA`;
}

/** Fetches a puzzle and solves it. */
export async function solveCaptcha(request: APIRequestContext): Promise<string> {
  const config = (await (await request.get("/api/v1/config")).json()) as {
    data: { captcha: { sitekey: string } };
  };
  const answer = await request.get(`/api/v1/captcha/puzzle?sitekey=${config.data.captcha.sitekey}`);
  return solvePuzzle(((await answer.json()) as { data: { puzzle: string } }).data.puzzle);
}
