import type { User } from "@retro/contract/users";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import type { OpenedSession, Session } from "../../http/session/session.ts";
import { checkSolution, markSolutionUsed } from "../captcha/verify.ts";
import { announceSessionEnd, openSession } from "../people/commands.ts";
import { accountEmail } from "./accounts.ts";
import { isPassword } from "./passwords.ts";
import { findAdmin } from "./store.ts";
import { countAttempt, countPuzzleAttempt, clearAttempts, makeDeviceToken, subjectsOf } from "./throttle.ts";
import { signInFailures } from "../../observe/metrics.ts";

export interface SignInBrowser {
  address: string;
  userAgent: string;
  /** The session of the request. It ends: an attacker may know its token [A4]. */
  previous: Session | null;
}

interface SignInAttempt extends SignInBrowser {
  email: string;
  password: string;
  solution: string;
  countedAddress: string;
  device: string | undefined;
}

export interface SignedIn {
  user: User;
  opened: OpenedSession;
  device: string;
}

/**
 * A puzzle allows three attempts (A2, A3; spec 10.3).
 * @throws AppError 422 on `solution`; 429 while too many attempts have failed; 422 on `email`, in the same
 * time and words without such an account
 */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignedIn> {
  const { settings, database } = deps;
  const checked = checkSolution(deps, attempt.solution);
  const email = accountEmail(attempt.email);
  const account = await findAdmin(database.db, email);
  const subjects = subjectsOf(settings.appSecret, {
    email,
    passwordHash: account?.passwordHash ?? null,
    address: attempt.countedAddress,
    device: attempt.device,
  });
  const puzzleUsed = await database.transaction(async (trx) => {
    const used = await countPuzzleAttempt(deps, trx, checked);
    await countAttempt(deps, trx, subjects);
    return used;
  });

  const matches = await isPassword(attempt.password, account?.passwordHash ?? null);
  if (account === null || !matches) {
    signInFailures.inc({ by: "password" });
    throw fieldError("email", "auth.failed");
  }

  const { previous, address, userAgent } = attempt;
  const { user } = account;
  const opened = await database.transaction(async (trx) => {
    // The account may have been removed or reset while the password was checked.
    if ((await findAdmin(trx, email))?.passwordHash !== account.passwordHash)
      throw fieldError("email", "auth.failed");
    if (!puzzleUsed) await markSolutionUsed(deps, trx, checked);
    await clearAttempts(trx, subjects);
    return openSession(deps, trx, { user, address, userAgent, previous });
  });
  if (previous !== null) announceSessionEnd(deps, previous);
  return { user, opened, device: makeDeviceToken(settings.appSecret, account) };
}
