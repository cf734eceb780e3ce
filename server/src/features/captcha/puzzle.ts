import { createHmac, randomBytes } from "node:crypto";
import { deriveKey, equalInConstantTime, sha256 } from "../../http/session/secrets.ts";

/** Friendly Captcha v1: 32 bytes, big-endian, sent as `signature.base64` ("Puzzle format"). */
export interface Puzzle {
  issuedAt: number;
  expiresAt: number;
  sitekey: number;
  n: number;
  difficulty: number;
  bytes: Buffer;
}

const account = 1;
const version = 1;
const expirySteps = 12;
const stepMs = 300_000;
export const puzzleBytes = 32;

const keyOf = (appSecret: string): Buffer => deriveKey(appSecret, "captcha");
const sign = (bytes: Buffer, appSecret: string): string =>
  createHmac("sha256", keyOf(appSecret)).update(bytes).digest("hex");
const sitekeyNumber = (sitekey: string): number => Number.parseInt(sha256(sitekey).slice(0, 8), 16);

interface Keys {
  appSecret: string;
  captchaSitekey: string;
}

export function makePuzzle(keys: Keys, params: { n: number; d: number; now: number }): string {
  const bytes = Buffer.alloc(puzzleBytes);
  bytes.writeUInt32BE(Math.floor(params.now / 1000), 0);
  bytes.writeUInt32BE(account, 4);
  bytes.writeUInt32BE(sitekeyNumber(keys.captchaSitekey), 8);
  bytes.writeUInt8(version, 12);
  bytes.writeUInt8(expirySteps, 13);
  bytes.writeUInt8(params.n, 14);
  bytes.writeUInt8(params.d, 15);
  randomBytes(8).copy(bytes, 24);
  return `${sign(bytes, keys.appSecret)}.${bytes.toString("base64")}`;
}

export function readPuzzle(keys: Keys, signature: string, base64: string): Puzzle | null {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== puzzleBytes || bytes.toString("base64") !== base64) return null;
  if (!equalInConstantTime(signature, sign(bytes, keys.appSecret))) return null;
  const sitekey = bytes.readUInt32BE(8);
  if (bytes.readUInt32BE(4) !== account || sitekey !== sitekeyNumber(keys.captchaSitekey)) return null;
  if (bytes.readUInt8(12) !== version) return null;
  const issuedAt = bytes.readUInt32BE(0) * 1000;
  return {
    issuedAt,
    expiresAt: issuedAt + bytes.readUInt8(13) * stepMs,
    sitekey,
    n: bytes.readUInt8(14),
    difficulty: bytes.readUInt8(15),
    bytes,
  };
}
