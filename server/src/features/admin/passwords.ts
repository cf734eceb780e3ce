import { randomBytes } from "node:crypto";

/** OWASP's parameters for argon2id, which is what the library hashes with unless told otherwise: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let stranger: Promise<string> | undefined;

/** Hashes a password with argon2id. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, cost);
}

/** True when the password is the account's. Without an account it takes as long and says no. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const { verify } = await argon2();
  stranger ??= hashPassword(randomBytes(16).toString("hex"));
  const nobody = await stranger;
  const matches = await verify(hashed ?? nobody, password);
  return matches && hashed !== null;
}

/** A password that nobody has to think of: 20 letters and digits, 100 random bits, none of them easily confused. */
export function makePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz123456789";
  return Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join("");
}

/** Loaded when the first password comes: the server starts without it. */
const argon2 = () => import("@node-rs/argon2");
