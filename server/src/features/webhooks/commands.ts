import { randomBytes, randomUUID } from "node:crypto";
import { limits } from "@retro/contract/limits";
import type { Locale, MessageKey } from "@retro/contract/messages/catalogue";
import {
  type CreateWebhook,
  type MadeWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
} from "@retro/contract/webhooks/webhooks";
import type { Db, Deps } from "../../deps.ts";
import { fieldError, notFound } from "../../http/errors/app-error.ts";
import { insertDelivery, setHookState } from "./message-store.ts";
import * as store from "./store.ts";

/** Hooks of a place: of a space (its id), or of the whole server (null). */
type Needs = Pick<Deps, "database" | "settings" | "clock" | "log">;

/** With the last attempts, and never with the secret [J4]. */
export async function listHooks({ database }: Needs, place: store.Place): Promise<Webhook[]> {
  const hooks = await store.listHooks(database.db, place);
  const deliveries = await store.deliveriesOf(
    database.db,
    hooks.map(({ id }) => id),
  );
  return hooks.map(({ id, name, url, format, events, state, created_at }) => ({
    id,
    name,
    address: shownAddress(url),
    format,
    events: webhookEvents.filter((event) => events.includes(` ${event} `)),
    state,
    created_at: new Date(created_at).toISOString(),
    deliveries: deliveries.flatMap(({ hook_id, at, ...rest }) =>
      hook_id === id ? [{ ...rest, at: new Date(at).toISOString() }] : [],
    ),
  }));
}

function shownAddress(url: string): string {
  const { origin } = new URL(url);
  const rest = url.slice(origin.length);
  return rest.length <= 1 ? origin : `${origin}/…${rest.length > 12 ? rest.slice(-4) : ""}`;
}

const urlFaults: Record<"url" | "scheme" | "address", MessageKey> = {
  url: "webhooks.badUrl",
  scheme: "webhooks.onlyHttps",
  address: "webhooks.privateAddress",
};

/** @throws AppError 404; 422 on `url`, and on `name` when the place has too many */
export async function makeHook(
  { database, settings, clock }: Needs,
  lockPlace: (db: Db) => Promise<store.Place>,
  { name, url, format, events }: CreateWebhook,
  { locale, isGuest }: { locale: Locale; isGuest: boolean },
): Promise<MadeWebhook> {
  const { privateHostsFor, urlFault } = await import("./address-rules.ts");
  const made = { id: randomUUID(), secret: `whsec_${randomBytes(24).toString("base64")}` };
  await database.transaction(async (db) => {
    const place = await lockPlace(db);
    const owner = { space_id: place, made_by_member: isGuest ? 0 : 1 };
    const fault = urlFault(url, settings, privateHostsFor(settings, owner));
    if (fault !== null) throw fieldError("url", urlFaults[fault]);
    const max = limits.webhooks.perPlace;
    if ((await store.listHooks(db, place)).length >= max)
      throw fieldError("name", "webhooks.tooMany", { max });
    await store.insertHook(db, {
      ...made,
      ...owner,
      name,
      url: new URL(url).href,
      format,
      locale,
      events: ` ${[...new Set(events)].join(" ")} `,
      state: "on",
      failing_since: null,
      created_at: clock(),
    });
  });
  return made;
}

/** What waited is not sent later: a hook that is switched on again begins with the next event. */
export async function switchHook(
  { database }: Needs,
  place: store.Place,
  id: string,
  on: boolean,
): Promise<void> {
  await database.transaction(async (db) => {
    if ((await store.findHook(db, place, id)) === undefined) throw notFound();
    await setHookState(db, id, on ? "on" : "off");
  });
}

/** @throws AppError 404 also for a hook of another place */
export async function removeHook({ database }: Needs, place: store.Place, id: string): Promise<void> {
  await database.transaction(async (db) => {
    if ((await store.findHook(db, place, id)) === undefined) throw notFound();
    await store.deleteHook(db, id);
  });
}

/** In the transaction that replaces the link of a space [J5]. */
export async function switchOffHooks(db: Db, spaceId: string): Promise<void> {
  await store.switchOffAfterRotation(db, spaceId);
}

/** Sends a test message at once, also through a hook that is off. @throws AppError 404 */
export async function testHook(
  deps: Needs,
  place: store.Place,
  id: string,
  releaseSlot: () => void,
): Promise<WebhookDelivery> {
  const hook = await store.findHook(deps.database.db, place, id);
  if (hook === undefined) throw notFound();
  const { deliver } = await import("./deliver.ts");
  const { logFailure } = await import("./log-failure.ts");
  const type = "webhook.test";
  const payload = { type, timestamp: new Date(deps.clock()).toISOString(), data: {} } as const;
  const message_id = `msg_${randomUUID().replaceAll("-", "")}`;
  // The receiver may take ten seconds, which other requests need not wait for.
  releaseSlot();
  const { delivery, reason } = await deliver(deps, hook, { message_id, type, payload, attempt: 1 });
  if (reason !== null) logFailure(deps.log, hook, reason);
  await deps.database.transaction(async (db) => {
    if ((await store.findHook(db, place, id)) !== undefined) await insertDelivery(db, id, delivery);
  });
  return delivery;
}
