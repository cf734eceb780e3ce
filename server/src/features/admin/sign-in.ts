import type { User } from "@retro/contract/entities";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/app-error.ts";
import type { Session } from "../../http/session.ts";
import { checkSolution, spendSolution } from "../captcha/verify.ts";
import { announceEnd, openSession } from "../people/commands.ts";
import { accountEmail } from "./accounts.ts";
import { isPassword } from "./passwords.ts";
import { findAdmin } from "./store.ts";
import { countAttempt, forgive, makeDevice, subjectsOf } from "./throttle.ts";

export interface Attempt {
  email: string;
  password: string;
  solution: string;
  /** The network address that failures are counted by. */
  counted: string;
  device: string | undefined;
  address: string;
  userAgent: string;
  /** The session the asker came with: it ends. */
  previous: Session | null;
}

/**
 * Signs an administrator in. The puzzle counts as used only once they are in, so that a typing error costs no new one.
 * @throws AppError 422 on `solution`; 429 while too many attempts have failed; 422 on `email` for anything that does not match,
 * in the same time and the same words whether there is such an account or not
 */
export async function signIn(
  deps: Deps,
  attempt: Attempt,
): Promise<{ user: User; token: string; device: string }> {
  const { settings, store } = deps;
  const checked = checkSolution(deps, attempt.solution);
  const email = accountEmail(attempt.email);
  const subjects = subjectsOf(settings.appSecret, {
    email,
    address: attempt.counted,
    device: attempt.device,
  });
  await store.transaction((trx) => countAttempt(deps, trx, subjects));

  const account = await findAdmin(store.db, email);
  const matches = await isPassword(attempt.password, account?.passwordHash ?? null);
  if (account === null || !matches) throw fieldError("email", "auth.failed");

  const { previous, address, userAgent } = attempt;
  const token = await store.transaction(async (trx) => {
    await spendSolution(deps, trx, checked);
    await forgive(trx, subjects);
    const opened = await openSession(deps, trx, { userId: account.user.id, address, userAgent, previous });
    return opened.token;
  });
  if (previous !== null) announceEnd(deps, previous);
  return { user: account.user, token, device: makeDevice(settings.appSecret, email) };
}
