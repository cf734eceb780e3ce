import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { limits } from "@retro/contract/limits";
import { cutText } from "@retro/contract/text";
import type { WebhookDelivery, WebhookPayload } from "@retro/contract/webhooks/webhooks";
import type { Deps } from "../../deps.ts";
import { loadTranslators } from "../../http/session/locale.ts";
import { bodyOf } from "./chat-messages.ts";
import { type Answer, post, RefusedAddressError } from "./connect.ts";
import type { HookRow } from "./store.ts";

/** How long a receiver has for its answer. */
const withinMs = 10_000;

export interface Message {
  message_id: string;
  type: string;
  payload: WebhookPayload;
  /** From 1. */
  attempt: number;
}

/**
 * Sends a message once, signed by Standard Webhooks [J1].
 * @returns the attempt as the log keeps it
 * @throws only the reason of `stopping`, whose attempt nobody knows the end of
 */
export async function deliver(
  { settings, clock }: Pick<Deps, "settings" | "clock">,
  hook: Pick<HookRow, "url" | "format" | "locale" | "secret">,
  { message_id, type, payload, attempt }: Message,
  stopping?: AbortSignal,
): Promise<WebhookDelivery> {
  const rules = settings.webhooks ?? { allowsHttp: false, privateHosts: [] };
  const body = bodyOf(hook.format, payload, (await loadTranslators())[hook.locale]);
  const at = new Date(clock());
  const began = performance.now();
  const headers = {
    "content-type": "application/json",
    "user-agent": `Retro/${settings.version}`,
    "webhook-id": message_id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(hook.secret).sign(message_id, at, body),
  };
  const timeout = AbortSignal.timeout(withinMs);
  const signal = stopping === undefined ? timeout : AbortSignal.any([timeout, stopping]);
  const outcome = await post(new URL(hook.url), { body, headers, rules, signal }).then(
    said,
    (error: unknown) => {
      stopping?.throwIfAborted();
      return { status: null, problem: problemOf(error), answer: "" };
    },
  );
  return {
    id: randomUUID(),
    message_id,
    type,
    attempt,
    at: at.toISOString(),
    ...outcome,
    ms: Math.round(performance.now() - began),
  };
}

function said({ status, body }: Answer): Pick<WebhookDelivery, "status" | "problem" | "answer"> {
  const plain = body.replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\uFFFD]+/gu, " ").trim();
  return {
    status,
    problem: status >= 200 && status < 300 ? null : "answer",
    answer: cutText(plain, limits.webhooks.answer),
  };
}

function problemOf(error: unknown): WebhookDelivery["problem"] {
  if (error instanceof RefusedAddressError) return "refused_address";
  return (error as Error).name === "TimeoutError" ? "timeout" : "unreachable";
}
