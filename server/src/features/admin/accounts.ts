import { randomUUID } from "node:crypto";
import { limits } from "@retro/contract/limits";
import { isEmail } from "@retro/contract/text";
import type { Db, Deps } from "../../deps.ts";
import { adminCommand } from "../../operator-commands.ts";
import { randomColor } from "../people/avatar-colors.ts";
import { revokeAllSessions } from "../people/commands.ts";
import { deleteTokensOf } from "../tokens/commands.ts";
import { hashPassword, findPasswordProblem } from "./passwords.ts";
import type { PasswordProblem } from "./passwords.ts";
import * as store from "./store.ts";
import { unlockAccount } from "./throttle.ts";

type AccountDeps = Pick<Deps, "database" | "clock">;
type AnnounceDeps = Pick<Deps, "transport" | "sockets" | "log">;

export class AccountError extends Error {}

export function accountEmail(email: string): string {
  return email.trim().toLowerCase();
}

const { min, max } = limits.adminPassword;
const problems: Record<PasswordProblem, string> = {
  short: `A password has at least ${min} characters.`,
  long: `A password has at most ${max} characters.`,
  common: "This password is easy to guess: it is common, or it is the address. Choose another one.",
};

async function checkPassword(password: string, email: string): Promise<void> {
  const problem = await findPasswordProblem(password, email);
  if (problem !== null) throw new AccountError(problems[problem]);
}

/** The name is the first part of the address. An earlier removal of the address ends. */
export async function addAdmin(
  { database, clock }: AccountDeps,
  email: string,
  password: string,
): Promise<void> {
  const address = accountEmail(email);
  if (!isEmail(address)) throw new AccountError(`"${email}" is not an e-mail address.`);
  await checkPassword(password, address);
  const user = {
    id: randomUUID(),
    name: [...(address.split("@", 1)[0] ?? "")].slice(0, limits.userName).join(""),
    role: "admin" as const,
    options: { color: randomColor(), isAvatarStickers: true },
  };
  const account = { email: address, passwordHash: await hashPassword(password), createdAt: clock() };
  await database.transaction(async (trx) => {
    if (!(await store.insertAdmin(trx, user, account)))
      throw new AccountError(`${address} is an administrator already.`);
    await store.deleteRemoval(trx, address);
  });
}

/** Ends sessions, link, locks, and the trust in browsers (`throttle.ts`; A4). */
export async function resetAdmin(
  deps: AccountDeps & AnnounceDeps,
  email: string,
  password: string,
): Promise<void> {
  await checkPassword(password, accountEmail(email));
  const passwordHash = await hashPassword(password);
  const announce = await deps.database.transaction(async (trx) =>
    replacePassword(deps, trx, await requireAdmin(trx, email), passwordHash),
  );
  announce();
}

export async function replacePassword(
  deps: AnnounceDeps,
  trx: Db,
  { user, email }: store.Account,
  passwordHash: string,
): Promise<() => void> {
  await store.savePassword(trx, user.id, passwordHash);
  await store.deleteLinksOf(trx, user.id);
  await unlockAccount(trx, email);
  return revokeAllSessions(deps, trx, user.id);
}

/** Stickers and votes stay. Only `addAdmin` brings the account back, not ADMIN_EMAIL. */
export async function removeAdmin(deps: AccountDeps & AnnounceDeps, email: string): Promise<void> {
  const announce = await deps.database.transaction(async (trx) => {
    const { user, email: address } = await requireAdmin(trx, email);
    await store.removeAdminRole(trx, user.id);
    await store.deleteLinksOf(trx, user.id);
    await deleteTokensOf(trx, user.id);
    await store.insertRemoval(trx, address, deps.clock());
    return revokeAllSessions(deps, trx, user.id);
  });
  announce();
}

export async function listAdmins({ database: { db } }: Pick<Deps, "database">) {
  return store.listAdmins(db);
}

/** An existing administrator keeps their password; a removed one stays removed. */
export async function ensureFirstAdmin(
  deps: Pick<Deps, "database" | "clock" | "settings" | "log">,
): Promise<void> {
  const { firstAdmin } = deps.settings;
  if (firstAdmin === null) return;
  const email = accountEmail(firstAdmin.email);
  if ((await store.findAdmin(deps.database.db, email)) !== null) return;
  if (await store.isRemovedAdmin(deps.database.db, email)) {
    deps.log.info(
      `ADMIN_EMAIL names an administrator who was removed, so no account was made; ${adminCommand} add brings them back`,
    );
    return;
  }
  if ((await findPasswordProblem(firstAdmin.password, email)) !== null)
    throw new AccountError(
      "ADMIN_PASSWORD is easy to guess. Choose another one, or unset ADMIN_EMAIL and it.",
    );
  try {
    await addAdmin(deps, firstAdmin.email, firstAdmin.password);
    deps.log.info("the first administrator was made from ADMIN_EMAIL");
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    deps.log.info("another server made the first administrator from ADMIN_EMAIL");
  }
}

export async function requireAdmin(db: Db, email: string): Promise<store.Account> {
  const account = await store.findAdmin(db, accountEmail(email));
  if (account === null) throw new AccountError(`There is no administrator ${email}.`);
  return account;
}
