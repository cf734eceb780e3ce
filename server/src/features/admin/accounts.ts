import { randomUUID } from "node:crypto";
import { isEmail } from "@retro/contract/text";
import type { Deps } from "../../deps.ts";
import { randomColor } from "../people/colors.ts";
import { revokeAllSessions } from "../people/commands.ts";
import { hashPassword } from "./passwords.ts";
import * as store from "./store.ts";
import { unlockAccount } from "./throttle.ts";

type Needs = Pick<Deps, "store" | "clock">;
type Tells = Pick<Deps, "broadcaster">;
export const minPassword = 8;
export const maxPassword = 1000;

/** An account cannot be made, found or given this password; the message is for whoever runs the server. */
export class AccountError extends Error {}

/** An address as accounts are kept under it. */
export function accountEmail(email: string): string {
  return email.trim().toLowerCase();
}

function checkPassword(password: string): void {
  if (password.length < minPassword || password.length > maxPassword) {
    throw new AccountError(`A password has ${minPassword} to ${maxPassword} characters.`);
  }
}

/**
 * Makes an administrator, named after the address until they choose a name.
 * @throws AccountError for a bad address or password, and for an address that is taken
 */
export async function addAdmin(
  { store: { db }, clock }: Needs,
  email: string,
  password: string,
): Promise<void> {
  const address = accountEmail(email);
  if (!isEmail(address)) throw new AccountError(`"${email}" is not an e-mail address.`);
  checkPassword(password);
  const user = {
    id: randomUUID(),
    name: [...(address.split("@", 1)[0] ?? "")].slice(0, 64).join(""),
    role: "admin" as const,
    options: { color: randomColor(), isAvatarStickers: true },
  };
  const account = { email: address, passwordHash: await hashPassword(password), createdAt: clock() };
  if (!(await store.insertAdmin(db, user, account)))
    throw new AccountError(`${address} is an administrator already.`);
}

/**
 * Gives an administrator a new password, ends their sessions and every lock on the account.
 * @throws AccountError for a bad password, and when there is no such administrator
 */
export async function resetAdmin(deps: Needs & Tells, email: string, password: string): Promise<void> {
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  const announce = await deps.store.transaction(async (trx) => {
    const { user, email: address } = await mustFind(trx, email);
    await store.savePassword(trx, user.id, passwordHash);
    await unlockAccount(trx, address);
    return revokeAllSessions(deps, trx, user.id);
  });
  announce();
}

/**
 * Takes the account away and ends its sessions; what the person wrote on boards stays.
 * @throws AccountError when there is no such administrator
 */
export async function removeAdmin(deps: Needs & Tells, email: string): Promise<void> {
  const announce = await deps.store.transaction(async (trx) => {
    const { user } = await mustFind(trx, email);
    await store.demote(trx, user.id);
    return revokeAllSessions(deps, trx, user.id);
  });
  announce();
}

/** Every administrator's address, since when, and when a session of theirs was last used. */
export async function listAdmins({ store: { db } }: Pick<Deps, "store">) {
  return store.listAdmins(db);
}

/** The first admin that ADMIN_EMAIL and ADMIN_PASSWORD name; one who is there already keeps the password they have. */
export async function ensureFirstAdmin(
  deps: Pick<Deps, "store" | "clock" | "settings" | "log">,
): Promise<void> {
  const { firstAdmin } = deps.settings;
  if (firstAdmin === null) return;
  if ((await store.findAdmin(deps.store.db, accountEmail(firstAdmin.email))) !== null) return;
  try {
    await addAdmin(deps, firstAdmin.email, firstAdmin.password);
    deps.log.info("the first administrator was made from ADMIN_EMAIL");
  } catch (error) {
    // Another node may have been faster.
    if (!(error instanceof AccountError)) throw error;
    deps.log.warn({ reason: error.message }, "no administrator was made from ADMIN_EMAIL");
  }
}

async function mustFind(trx: Parameters<typeof store.findAdmin>[0], email: string): Promise<store.Account> {
  const account = await store.findAdmin(trx, accountEmail(email));
  if (account === null) throw new AccountError(`There is no administrator ${email}.`);
  return account;
}
