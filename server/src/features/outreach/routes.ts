import * as z from "zod";
import { createContact, createSubscriber } from "@retro/contract/visitor-forms";
import { legalDocument } from "@retro/contract/legal";
import { contactRow, subscriberRow } from "@retro/contract/lists";
import type { Feature } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { dataOf, answerNothing, nothing } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { registerAdminList } from "../admin/list-route.ts";
import { sendContact, subscribe, unsubscribe } from "./commands.ts";
import { isLegalPage, readLegalPage } from "./legal.ts";
import { contactSortNames, listContacts, listSubscribers, subscriberSortNames } from "./store.ts";
import { prices } from "../../limits/budgets.ts";

const unsubscribeBody = z.object({
  token: z.string({ error: "unsubscribe.invalid" }).max(255, { error: "unsubscribe.invalid" }),
});

export const outreach: Feature = (app, deps) => {
  route(app, "post", "/contacts", {
    access: anyone,
    price: prices.message.points,
    tags: ["outreach"],
    summary: "Write to whoever runs this server, with a solved puzzle; no session needed",
    body: createContact,
    answer: { 201: nothing },
    refusals: [422, 429],
    handler: async (request, reply) => {
      await sendContact(deps, request.body);
      return reply.code(201).send({ data: null });
    },
  });
  route(app, "post", "/subscribers", {
    access: anyone,
    price: prices.message.points,
    tags: ["outreach"],
    summary: "Subscribe to the newsletter, with a solved puzzle; no session needed",
    body: createSubscriber,
    answer: { 201: nothing },
    refusals: [422, 429],
    handler: async (request, reply) => {
      await subscribe(deps, request.body);
      return reply.code(201).send({ data: null });
    },
  });
  route(app, "post", "/subscribers/unsubscribe", {
    access: anyone,
    price: prices.message.points,
    tags: ["outreach"],
    summary: "Unsubscribe, with the token of a signed link; no session needed",
    body: unsubscribeBody,
    answer: { 200: nothing },
    refusals: [422, 429],
    handler: (request) => answerNothing(unsubscribe(deps, request.body.token)),
  });
  route(app, "get", "/legal/:page", {
    access: anyone,
    tags: ["outreach"],
    summary: "A legal page in the caller's language, as blocks of text; no session needed",
    params: z.object({ page: z.string() }),
    answer: { 200: dataOf(legalDocument) },
    refusals: [404],
    handler: async (request, reply) => {
      const { page } = request.params;
      if (!isLegalPage(page)) throw notFound();
      reply.header("vary", "accept-language");
      return { data: await readLegalPage(deps.settings, page, request.locale) };
    },
  });
  registerAdminList(app, deps, {
    path: "/contacts",
    tag: "outreach",
    summary: "Messages, the latest first",
    row: contactRow,
    sorts: contactSortNames,
    read: listContacts,
  });
  registerAdminList(app, deps, {
    path: "/subscribers",
    tag: "outreach",
    summary: "Newsletter addresses, the latest first",
    row: subscriberRow,
    sorts: subscriberSortNames,
    read: listSubscribers,
  });
};
