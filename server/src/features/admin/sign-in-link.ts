import type { SignInLinkInfo } from "@retro/contract/lists";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { generateToken } from "../../http/session/session.ts";
import { announceSessionEnd, openSession } from "../people/commands.ts";
import { requireAdmin, replacePassword } from "./accounts.ts";
import { hashPassword, findPasswordProblem } from "./passwords.ts";
import type { SignInBrowser, SignedIn } from "./sign-in.ts";
import { deleteLink, findLink, saveLink } from "./store.ts";
import { makeDeviceToken } from "./throttle.ts";

/**
 * The token is in the fragment, which browsers send to no server; only its hash is stored.
 * @throws AccountError when there is no such administrator
 */
export async function makeSignInLink(
  deps: Pick<Deps, "database" | "clock" | "settings">,
  email: string,
): Promise<string> {
  const { token, id } = generateToken();
  await deps.database.transaction(async (trx) => {
    const { user } = await requireAdmin(trx, email);
    await saveLink(trx, { id, user_id: user.id, expires_at: deps.clock() + limits.signInLinkMs });
  });
  return publicAddress(deps.settings, `/admin/link#${token}`);
}

const invalidLink = () => fieldError("token", "signInLink.invalid");

/** Does not use the link. @throws AppError 422 on `token` for a link that is unknown, used or expired */
export async function readSignInLink(
  { database, clock }: Pick<Deps, "database" | "clock">,
  token: string,
): Promise<SignInLinkInfo> {
  const link = await findLink(database.db, sha256(token), clock());
  if (link === null) throw invalidLink();
  return { email: link.account.email, expires_at: new Date(link.expiresAt).toISOString() };
}

/**
 * No lock applies, so that an administrator can sign in while their account is under attack.
 * @throws AppError 422 on `token`; 422 on `password`, and the link still works
 */
export async function signInByLink(
  deps: Deps,
  request: SignInBrowser & { token: string; password: string },
): Promise<SignedIn> {
  const { token, password, previous, address, userAgent } = request;
  const id = sha256(token);
  const link = await findLink(deps.database.db, id, deps.clock());
  if (link === null) throw invalidLink();
  const { account } = link;
  const problem = await findPasswordProblem(password, account.email);
  if (problem === "common") throw fieldError("password", "validation.passwordCommon");
  if (problem !== null)
    throw fieldError("password", "validation.passwordShort", { min: limits.adminPassword.min });

  const passwordHash = await hashPassword(password);
  const { opened, announce } = await deps.database.transaction(async (trx) => {
    if (!(await deleteLink(trx, id))) throw invalidLink();
    const ended = await replacePassword(deps, trx, account, passwordHash);
    return {
      announce: ended,
      opened: await openSession(deps, trx, { user: account.user, address, userAgent, previous }),
    };
  });
  announce();
  if (previous !== null && previous.userId !== account.user.id) announceSessionEnd(deps, previous);
  const device = makeDeviceToken(deps.settings.appSecret, { email: account.email, passwordHash });
  return { user: account.user, opened, device };
}
