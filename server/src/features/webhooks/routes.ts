import * as z from "zod";
import { id } from "@retro/contract/ids";
import {
  createWebhook,
  madeWebhook,
  switchWebhook,
  webhook,
  webhookDelivery,
} from "@retro/contract/webhooks/webhooks";
import type { Db, Deps, Feature, FeatureApp } from "../../deps.ts";
import { answerNothing, dataOf, nothing } from "../../http/openapi.ts";
import { type Access, route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { adminOnly } from "../admin/admin-only.ts";
import { requireHeldSpace, requireSpace } from "../spaces/require-space.ts";
import { HookWatch } from "./hook-watch.ts";
import { listHooks, makeHook, removeHook, switchHook, testHook } from "./commands.ts";
import type { Place } from "./store.ts";
import { prices } from "../../limits/budgets.ts";

/** The hooks of a space, for its members, and those of the whole server, for administrators [J5]. */
export const webhooks: Feature = (app, deps) => {
  const watch = new HookWatch(app, deps);
  hookRoutes(app, deps, watch, {
    prefix: "/spaces/:key",
    params: { key: id },
    whose: "of the space",
    tags: ["webhooks", "spaces"],
    place: async ({ key }) => (await requireSpace(deps.database.db, String(key))).id,
    hold: async (db, { key }) => (await requireHeldSpace(db, String(key))).id,
  });
  hookRoutes(app, deps, watch, {
    prefix: "/admin",
    params: {},
    access: adminOnly(app),
    whose: "of the server; administrators only",
    tags: ["webhooks", "admin"],
    place: async () => null,
    hold: async () => null,
  });
};

interface HookPlace {
  prefix: string;
  params: { key?: typeof id };
  access?: Access;
  whose: string;
  tags: string[];
  place: (params: { key?: unknown }) => Promise<Place>;
  /** In a transaction, until whose end the place's link stays. */
  hold: (db: Db, params: { key?: unknown }) => Promise<Place>;
}

function hookRoutes(
  app: FeatureApp,
  deps: Deps,
  watch: HookWatch,
  { prefix, params, access, whose, tags, place, hold }: HookPlace,
): void {
  // No token: a hook would go on telling when the token is revoked.
  const config = { tokens: "never" } as const;
  const shared = { ...(access && { access }), config, tags };
  const ofPlace = z.object(params);
  const ofHook = z.object({ ...params, id });
  route(app, "get", `${prefix}/webhooks`, {
    ...shared,
    summary: `The webhooks ${whose}, with their last attempts and without their secrets`,
    params: ofPlace,
    answer: { 200: dataOf(z.array(webhook)) },
    refusals: [404],
    handler: async (request) => ({ data: await listHooks(deps, await place(request.params)) }),
  });
  route(app, "post", `${prefix}/webhooks`, {
    ...shared,
    summary: `Make a webhook ${whose}; only this answer holds its secret`,
    params: ofPlace,
    body: createWebhook,
    answer: { 201: dataOf(madeWebhook) },
    refusals: [404, 422],
    handler: async (request, reply) => {
      const { params: of, body, locale } = request;
      const isGuest = userOf(request).role === "anonymous";
      const made = await makeHook(deps, (db) => hold(db, of), body, { locale, isGuest });
      await watch.announceChange();
      return reply.code(201).send({ data: made });
    },
  });
  route(app, "put", `${prefix}/webhooks/:id`, {
    ...shared,
    summary: `Switch a webhook ${whose} on or off`,
    params: ofHook,
    body: switchWebhook,
    answer: { 200: nothing },
    refusals: [404, 422],
    handler: async (request) =>
      answerNothing(switchHook(deps, await place(request.params), request.params.id, request.body.on)),
  });
  route(app, "delete", `${prefix}/webhooks/:id`, {
    ...shared,
    summary: `Delete a webhook ${whose}`,
    params: ofHook,
    answer: { 200: nothing },
    refusals: [404],
    handler: async (request) => {
      await removeHook(deps, await place(request.params), request.params.id);
      await watch.announceChange();
      return { data: null };
    },
  });
  route(app, "post", `${prefix}/webhooks/:id/test`, {
    ...shared,
    price: prices.webhookTest.points,
    config,
    summary: `Send a test through a webhook ${whose}; the answer says what its receiver answered`,
    params: ofHook,
    answer: { 200: dataOf(webhookDelivery) },
    refusals: [404, 429],
    handler: async (request) => {
      const release = () => request.releaseSlot?.();
      return { data: await testHook(deps, await place(request.params), request.params.id, release) };
    },
  });
}
