import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";
import { isPublicFile } from "./paths.ts";
import { isSecure } from "./secure.ts";
import type { SecureSettings } from "./secure.ts";
import { deriveKey, sameText } from "./secrets.ts";

export const csrfCookie = "XSRF-TOKEN";
export const csrfHeader = "x-xsrf-token";
/** Tokens found to be ours that are not signed anew with every click; the oldest makes room. */
const remembered = 10_000;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Double submit: a script must repeat in a header the cookie that only our own pages' scripts can read. The cookie is
 * signed, so that one planted from elsewhere (a sister domain) is worth nothing.
 */
export function guardAgainstForgery(
  app: FastifyInstance,
  settings: SecureSettings & { appSecret: string },
): void {
  // As a key object: from bytes, making one for every request costs ten times the signature.
  const key = createSecretKey(deriveKey(settings.appSecret, "csrf"));
  const sign = (nonce: string) => createHmac("sha256", key).update(nonce).digest("base64url");
  const known = new Set<string>();
  const isOurs = (token: string): boolean => {
    if (known.has(token)) return true;
    const [nonce = "", signature = ""] = token.split(".", 2);
    if (nonce === "" || !sameText(signature, sign(nonce))) return false;
    if (known.size >= remembered) known.delete(known.values().next().value as string);
    known.add(token);
    return true;
  };

  app.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const cookie = request.cookies[csrfCookie];
    if (!safeMethods.has(request.method)) {
      const header = request.headers[csrfHeader];
      const valid =
        typeof header === "string" && cookie !== undefined && sameText(header, cookie) && isOurs(cookie);
      if (!valid) throw new AppError(419, "csrf");
      return;
    }
    if (request.method !== "GET" || isPublicFile(request.url)) return;
    if (cookie !== undefined && isOurs(cookie)) return;
    const nonce = randomBytes(16).toString("base64url");
    reply.setCookie(csrfCookie, `${nonce}.${sign(nonce)}`, {
      path: "/",
      sameSite: "lax",
      secure: isSecure(request, settings),
    });
  });
}
