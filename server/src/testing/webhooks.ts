import { type MadeWebhook, webhookEvents } from "@retro/contract/webhooks/webhooks";
import { insertHook } from "../features/webhooks/store.ts";
import type { TestApp, Visitor } from "./app.ts";

/** The body of a webhook whose host has no address. */
export const hookBody = {
  name: "Bot",
  url: "https://hooks.invalid/hook",
  format: "standard",
  events: webhookEvents,
};

/** Makes a webhook of a space. @returns its id */
export async function spaceHook(by: Visitor, key: string): Promise<string> {
  const answer = await by.post(`/api/v1/spaces/${key}/webhooks`, hookBody);
  return answer.json<{ data?: MadeWebhook }>().data?.id ?? "none";
}

/** The row of a webhook of the server that somebody has made; `id` and `created_at` are still missing. */
export const hookRow = {
  name: "Bot",
  url: "https://hooks.invalid/hook",
  space_id: null,
  format: "standard",
  locale: "en",
  events: ` ${webhookEvents.join(" ")} `,
  secret: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz",
  state: "on",
  failing_since: null,
  made_by_member: 0,
} as const;

/** Puts a webhook of the server into the database, which only administrators make. @returns its id */
export async function serverHook({ deps }: TestApp): Promise<string> {
  const id = crypto.randomUUID();
  await insertHook(deps.database.db, { ...hookRow, id, created_at: deps.clock() });
  return id;
}
