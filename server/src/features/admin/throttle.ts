import { createHmac, randomBytes } from "node:crypto";
import type { Db, Deps } from "../../deps.ts";
import { AppError } from "../../http/app-error.ts";
import { deriveKey, sameText, sha256 } from "../../http/secrets.ts";
import { clearFailures, countFailure, deleteFailuresBefore, lockSubject } from "./store.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const longestLock = 15 * minute;
/** Attempts that may fail before the first lock; each one after that doubles it, from a minute to a quarter of an hour. */
const allowance = { account: 10, address: 20, device: 5 };
type Kind = keyof typeof allowance;

/** Whose failures count against an attempt, as rows of `sign_in_failures`: hashes, since people type passwords into the wrong field. */
export interface Subjects {
  names: readonly string[];
}

const key = (appSecret: string) => deriveKey(appSecret, "device");
const sign = (appSecret: string, email: string, nonce: string) =>
  createHmac("sha256", key(appSecret)).update(`${email}\n${nonce}`).digest("base64url");

/** What a browser keeps once somebody has signed in with it; it lets nobody in, see `subjectsOf`. */
export function makeDevice(appSecret: string, email: string): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${sign(appSecret, email, nonce)}`;
}

/**
 * A browser that has signed in to this account before answers only for its own failures. Everybody else is counted by account and
 * by address. So a stranger who keeps an account locked locks out strangers, and not its owner (OWASP, "device cookies").
 */
export function subjectsOf(
  appSecret: string,
  attempt: { email: string; address: string; device: string | undefined },
): Subjects {
  const [nonce = "", signature = ""] = attempt.device?.split(".", 2) ?? [];
  if (nonce !== "" && sameText(signature, sign(appSecret, attempt.email, nonce))) {
    return { names: [`device:${sha256(nonce)}`] };
  }
  // In this order everywhere, so that two attempts never wait for each other.
  return { names: [`account:${sha256(attempt.email)}`, `address:${sha256(attempt.address)}`] };
}

/**
 * Counts an attempt as failed before its password is looked at: many at once gain nothing by that. `forgive` takes it back.
 * An attempt during a lock is refused and does not count, so that no lock grows by being knocked at.
 * @throws AppError 429 while one of the subjects is locked
 */
export async function countAttempt(deps: Pick<Deps, "clock">, trx: Db, { names }: Subjects): Promise<void> {
  const now = deps.clock();
  await deleteFailuresBefore(trx, now - day);
  for (const name of names) {
    const { failures, locked_until } = await countFailure(trx, name, now);
    if (locked_until > now) {
      throw new AppError(429, "rate_limited", { retryAfter: Math.ceil((locked_until - now) / 1000) });
    }
    const over = failures - allowance[name.split(":", 1)[0] as Kind];
    await lockSubject(trx, name, over < 0 ? now : now + Math.min(minute * 2 ** over, longestLock));
  }
}

/** Forgets the failures of who has now signed in. */
export async function forgive(trx: Db, { names }: Subjects): Promise<void> {
  await clearFailures(trx, names);
}

/** Ends every lock on an account, for `npm run admin -- reset`. */
export async function unlockAccount(trx: Db, email: string): Promise<void> {
  await clearFailures(trx, [`account:${sha256(email)}`]);
}
