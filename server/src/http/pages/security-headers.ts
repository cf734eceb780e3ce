import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transport } from "../../realtime/push-service.ts";
import type { BasePathSetting } from "./base-path.ts";
import { isApiOrAssetPath } from "./paths.ts";
import { isHttps } from "./https.ts";
import type { PublicUrlSetting } from "./https.ts";

const denyAllPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Swagger's page has inline styles and pictures in data URLs. */
const apiDocsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'none'";

const apiHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  // Routes of files and pictures that caches may store set this header themselves.
  "cache-control": "no-store",
  "content-security-policy": denyAllPolicy,
};

/** Sets headers on every answer. An answer that is not a page may load nothing; pages get `pagePolicy`. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  settings: PublicUrlSetting & BasePathSetting,
): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    // Anyone with a board's address can open the board.
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", (request, reply, done) => {
    // Half of helmet's headers concern pages only; on answers to scripts they would add many bytes.
    const isDocs = request.url.startsWith("/api/docs");
    if (isApiOrAssetPath(request.url) && !isDocs) reply.headers(apiHeaders);
    else {
      reply.helmet();
      // Boards are private by their links: a search engine that has found one shows it to nobody.
      reply.header("x-robots-tag", "noindex, nofollow");
      reply.header("content-security-policy", isDocs ? apiDocsPolicy : denyAllPolicy);
    }
    // Below a path, the host and its subdomains belong to others too.
    if (isHttps(request, settings))
      reply.header(
        "strict-transport-security",
        settings.basePath === "" ? "max-age=31536000; includeSubDomains" : "max-age=31536000",
      );
    done();
  });
}

export function generateNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Scripts and styles of this origin or with the nonce, the captcha's solver, and our sockets. */
export function pagePolicy(nonce: string, request: FastifyRequest, transport: Transport): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...socketSources(request, transport)].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function socketSources(request: FastifyRequest, transport: Transport): string[] {
  const { host, port, encrypted } = transport.clientSettings();
  if (host !== null) return [`${encrypted ? "wss" : "ws"}://${host}${port === null ? "" : `:${port}`}`];
  const own = request.host;
  return /^[A-Za-z0-9.:[\]-]+$/.test(own) ? [`ws://${own}`, `wss://${own}`] : [];
}
