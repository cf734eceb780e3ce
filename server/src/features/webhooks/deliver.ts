import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { limits } from "@retro/contract/limits";
import { cutText } from "@retro/contract/text";
import type { WebhookDelivery, WebhookPayload } from "@retro/contract/webhooks/webhooks";
import type { Deps } from "../../deps.ts";
import { loadTranslators } from "../../http/session/locale.ts";
import { bodyOf } from "./chat-messages.ts";
import type { IncomingMessage } from "node:http";
import { refusedAddress } from "../../outgoing/addresses.ts";
import { OutgoingError } from "../../outgoing/outgoing-error.ts";
import { send } from "../../outgoing/send.ts";
import { isAllowedScheme, privateHostsFor } from "./address-rules.ts";
import type { HookRow } from "./store.ts";

const answerBytes = 4_096;
/** After the status, which is the answer: the body is only for the log. */
const bodyMs = 1_000;

export interface Message {
  message_id: string;
  type: string;
  payload: WebhookPayload;
  /** From 1. */
  attempt: number;
}

export interface Attempt {
  delivery: WebhookDelivery;
  /** For the operator: why it failed; null: it did not. */
  reason: string | null;
  /** How long the receiver asks to wait. */
  retryAfterMs: number;
}

/**
 * Sends a message once, signed by Standard Webhooks [J1].
 * @returns the attempt, with the delivery as the log keeps it
 * @throws only the reason of `stopping`, whose attempt nobody knows the end of
 */
export async function deliver(
  { settings, clock }: Pick<Deps, "settings" | "clock">,
  hook: Omit<HookRow, "state" | "failing_since">,
  { message_id, type, payload, attempt }: Message,
  stopping?: AbortSignal,
): Promise<Attempt> {
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
  const post = async () => {
    const url = new URL(hook.url);
    const privateHosts = privateHostsFor(settings, hook);
    if (!isAllowedScheme(url, privateHosts)) throw refusedAddress();
    const answer = await send(url, {
      method: "POST",
      headers,
      body,
      proxies: settings.proxies,
      privateHosts,
      ...(stopping && { signal: stopping }),
    });
    return said(answer, await beginningOf(answer), clock());
  };
  const { outcome, ...rest } = await post().catch((error: unknown) => {
    stopping?.throwIfAborted();
    return unsaid(error);
  });
  const ms = Math.round(performance.now() - began);
  return {
    delivery: { id: randomUUID(), message_id, type, attempt, at: at.toISOString(), ...outcome, ms },
    ...rest,
  };
}

/** No more of a body than its beginning, and no longer than it may take. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, bodyMs);
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= answerBytes) resolve();
  });
  for (const end of ["end", "error", "close"]) answer.on(end, () => resolve());
  await promise;
  clearTimeout(late);
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, answerBytes).toString();
}

type Outcome = Omit<Attempt, "delivery"> & {
  outcome: Pick<WebhookDelivery, "status" | "problem" | "answer">;
};

function said({ statusCode: status = 0, headers }: IncomingMessage, body: string, now: number): Outcome {
  const plain = body.replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\uFFFD]+/gu, " ").trim();
  const problem = status >= 200 && status < 300 ? null : "answer";
  return {
    outcome: { status, problem, answer: cutText(plain, limits.webhooks.answer) },
    reason: problem && `the receiver answered ${status}`,
    retryAfterMs: problem === null ? 0 : retryAfterMs(headers["retry-after"], now),
  };
}

function unsaid(error: unknown): Outcome {
  if (!(error instanceof OutgoingError)) throw error;
  const { problem, message: reason } = error;
  return { outcome: { status: null, problem, answer: "" }, reason, retryAfterMs: 0 };
}

/** @returns how long an answer asks to wait (RFC 9110, section 10.2.3), in ms; 0: it does not say, or not for longer */
export function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const until = value.endsWith("GMT") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
