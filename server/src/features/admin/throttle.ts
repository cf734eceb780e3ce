import { createHmac, randomBytes } from "node:crypto";
import type { Db, Deps } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { deriveKey, equalInConstantTime, sha256 } from "../../http/session/secrets.ts";
import { requireUnusedSolution, markSolutionUsed } from "../captcha/verify.ts";
import type { CheckedSolution } from "../captcha/verify.ts";
import { clearFailures, countFailure, deleteFailuresBefore, saveFailureUntil } from "./store.ts";

const hourMs = 3_600_000;
/** Refills evenly. A few requests an hour cannot lock out a new browser [A3]. */
const hourlyBudget = { account: 100, address: 20, device: 10, board: 1_000, office: 200, visitor: 20 };
const attemptsPerPuzzle = 3;
type Kind = keyof typeof hourlyBudget;

/** The names of the rows are hashes: people type passwords into the wrong field. */
export interface ThrottleSubjects {
  names: readonly string[];
}

const key = (appSecret: string) => deriveKey(appSecret, "device");
// The password's hash is part of the signature: a new password ends the trust in every browser.
const sign = (appSecret: string, account: DeviceAccount, nonce: string) =>
  createHmac("sha256", key(appSecret))
    .update(`${account.email}\n${account.passwordHash}\n${nonce}`)
    .digest("base64url");

interface DeviceAccount {
  email: string;
  passwordHash: string;
}

/** The device cookie of a browser that has signed in. It gives no access, see `subjectsOf`. */
export function makeDeviceToken(appSecret: string, account: DeviceAccount): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${sign(appSecret, account, nonce)}`;
}

/** A browser that has signed in counts alone: no attacker locks its owner out (OWASP). */
export function subjectsOf(
  appSecret: string,
  attempt: { email: string; passwordHash: string | null; address: string; device: string | undefined },
): ThrottleSubjects {
  const { email, passwordHash } = attempt;
  const [nonce = "", signature = ""] = attempt.device?.split(".", 2) ?? [];
  if (
    nonce !== "" &&
    passwordHash !== null &&
    equalInConstantTime(signature, sign(appSecret, { email, passwordHash }, nonce))
  )
    return { names: [`device:${sha256(nonce)}`] };
  // The same order for every attempt: two attempts that lock two rows each cannot deadlock.
  return { names: [`account:${sha256(email)}`, `address:${sha256(attempt.address)}`] };
}

/** Counts before the check, so that simultaneous attempts gain nothing [A3] (GCRA). */
export async function countAttempt(
  deps: Pick<Deps, "clock">,
  trx: Db,
  { names }: ThrottleSubjects,
): Promise<void> {
  const now = deps.clock();
  await deleteFailuresBefore(trx, now);
  for (const name of names) {
    const { locked_until } = await countFailure(trx, name, now);
    const fullAt = Math.max(now, locked_until) + hourMs / hourlyBudget[name.split(":", 1)[0] as Kind];
    if (fullAt > now + hourMs)
      throw new AppError(429, "rate_limited", { retryAfter: Math.ceil((fullAt - now - hourMs) / 1000) });
    await saveFailureUntil(trx, name, fullAt);
  }
}

export async function countPuzzleAttempt(
  deps: Pick<Deps, "clock">,
  trx: Db,
  checked: CheckedSolution,
): Promise<boolean> {
  await requireUnusedSolution(trx, checked);
  const { failures } = await countFailure(trx, `puzzle:${checked.id}`, checked.expiresAt);
  if (failures < attemptsPerPuzzle) return false;
  await markSolutionUsed(deps, trx, checked);
  return true;
}

/** By user, address and board [M5]: neither an office nor the sign-in is locked out. */
export function passphraseSubjects(boardId: string, userId: string, address: string): ThrottleSubjects {
  const onBoard = (who: string) => sha256(`${boardId}\n${who}`);
  return {
    names: [`board:${sha256(boardId)}`, `office:${onBoard(address)}`, `visitor:${onBoard(userId)}`],
  };
}

export async function clearAttempts(trx: Db, { names }: ThrottleSubjects): Promise<void> {
  await clearFailures(trx, names);
}

export async function unlockAccount(trx: Db, email: string): Promise<void> {
  await clearFailures(trx, [`account:${sha256(email)}`]);
}
