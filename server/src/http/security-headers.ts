import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Broadcaster } from "../realtime/broadcaster.ts";
import { isApiOrAssetPath } from "./paths.ts";
import { isHttps } from "./https.ts";
import type { PublicUrlSetting } from "./https.ts";

const denyAllPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Swagger's page styles itself inline and shows pictures from data addresses. */
const apiDocsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'none'";

const apiHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  // Files and pictures that may be kept say so themselves.
  "cache-control": "no-store",
  "content-security-policy": denyAllPolicy,
};

/** Headers of every answer. What is not a page may load nothing at all; pages get `pagePolicy`. */
export async function setSecurityHeaders(app: FastifyInstance, settings: PublicUrlSetting): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    // A board's address is the invitation to it.
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", async (request, reply) => {
    // Half of helmet's headers are about pages; on answers to scripts they would be a good part of the bytes.
    const isDocs = request.url.startsWith("/api/docs");
    if (isApiOrAssetPath(request.url) && !isDocs) reply.headers(apiHeaders);
    else {
      reply.helmet();
      reply.header("content-security-policy", isDocs ? apiDocsPolicy : denyAllPolicy);
    }
    if (isHttps(request, settings))
      reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  });
}

/** A nonce for one page. */
export function generateNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The strict policy of one page: scripts and styles from here or with the page's nonce; the captcha's solver as a blob
 * worker with WebAssembly; sockets to this host, or to the hosted push provider's where one is configured.
 */
export function pagePolicy(nonce: string, request: FastifyRequest, broadcaster: Broadcaster): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...socketSources(request, broadcaster)].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function socketSources(request: FastifyRequest, broadcaster: Broadcaster): string[] {
  const { host, port, cluster, encrypted } = broadcaster.clientSettings();
  if (host !== null) return [`${encrypted ? "wss" : "ws"}://${host}${port === null ? "" : `:${port}`}`];
  // Not every browser counts websockets of the same host as 'self'.
  const own = request.host;
  const here = /^[A-Za-z0-9.:[\]-]+$/.test(own) ? [`ws://${own}`, `wss://${own}`] : [];
  return encrypted ? [...here, `wss://ws-${cluster}.pusher.com`] : here;
}
