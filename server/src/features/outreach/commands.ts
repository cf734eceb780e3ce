import { createHmac, randomUUID } from "node:crypto";
import type { createContact, createSubscriber } from "@retro/contract/visitor-forms";
import type * as z from "zod";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { deriveKey, equalInConstantTime } from "../../http/session/secrets.ts";
import { checkSolution, markSolutionUsed } from "../captcha/verify.ts";
import { allSubscribers, deleteSubscriber, insertContact, insertSubscriber } from "./store.ts";

export async function sendContact(deps: Deps, body: z.infer<typeof createContact>): Promise<void> {
  const { solution, ...contact } = body;
  const checked = checkSolution(deps, solution);
  await deps.database.transaction(async (trx) => {
    await markSolutionUsed(deps, trx, checked);
    await insertContact(trx, { id: randomUUID(), ...contact, created_at: deps.clock() });
  });
}

/**
 * A known address gets the same answer, so that nobody learns who subscribes [P3].
 * @throws AppError 422 on `solution`
 */
export async function subscribe(deps: Deps, body: z.infer<typeof createSubscriber>): Promise<void> {
  const checked = checkSolution(deps, body.solution);
  await deps.database.transaction(async (trx) => {
    await markSolutionUsed(deps, trx, checked);
    const email = body.email.toLowerCase();
    await insertSubscriber(trx, { id: randomUUID(), email, created_at: deps.clock() });
  });
}

type SigningDeps = Pick<Deps, "settings">;

function sign({ settings }: SigningDeps, id: string): string {
  return createHmac("sha256", deriveKey(settings.appSecret, "unsubscribe")).update(id).digest("base64url");
}

/** The token of an unsubscribe link: the subscriber's id, signed, so that only the server can make it. */
export function unsubscribeToken(deps: SigningDeps, subscriberId: string): string {
  return `${subscriberId}.${sign(deps, subscriberId)}`;
}

/** It opens a page whose button unsubscribes: mail programs open links by themselves. */
export function unsubscribeLink(deps: SigningDeps, subscriberId: string): string {
  return publicAddress(deps.settings, `/unsubscribe?token=${unsubscribeToken(deps, subscriberId)}`);
}

/** Deletes a subscriber; repeating it is harmless. @throws AppError 422 on `token` if it is forged */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  const [id = "", signature = ""] = token.split(".", 2);
  if (!equalInConstantTime(signature, sign(deps, id))) throw fieldError("token", "unsubscribe.invalid");
  await deleteSubscriber(deps.database.db, id);
}

export async function subscriberLinks(deps: Pick<Deps, "settings" | "database">) {
  const subscribers = await allSubscribers(deps.database.db);
  return subscribers.map(({ id, email }) => ({ email, link: unsubscribeLink(deps, id) }));
}
