import { randomBytes } from "node:crypto";
import { limits } from "@retro/contract/limits";
import { textLength } from "@retro/contract/text";

/** OWASP's parameters for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const minDistinctCharacters = 5;
let timingEqualizerHash: Promise<string> | undefined;

export type PasswordProblem = "short" | "long" | "common";

/** Common, in any case: a leaked password, the address, or fewer than five different characters. */
export async function findPasswordProblem(password: string, email: string): Promise<PasswordProblem | null> {
  const length = textLength(password);
  if (length < limits.adminPassword.min) return "short";
  if (length > limits.adminPassword.max) return "long";
  const folded = password.normalize("NFKC").toLowerCase();
  if (new Set(folded).size < minDistinctCharacters) return "common";
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const address = email.toLowerCase();
  const easy = new Set([...dictionary["passwords-common"], address, address.split("@", 1)[0]]);
  const word = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return [folded, word, repeatedPart(folded), repeatedPart(word)].some((part) => easy.has(part))
    ? "common"
    : null;
}

function repeatedPart(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, argon2Cost);
}

export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const { verify } = await argon2();
  timingEqualizerHash ??= hashPassword(randomBytes(16).toString("hex"));
  const fallback = await timingEqualizerHash;
  const matches = await verify(hashed ?? fallback, password);
  return matches && hashed !== null;
}

/** A random password of 100 bits: 20 letters and digits, without characters that look alike. */
export function generatePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz123456789";
  return Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join("");
}

/** Loaded with the first password, so that the server starts faster. */
const argon2 = () => import("@node-rs/argon2");
