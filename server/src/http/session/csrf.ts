import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";
import type { BasePathSetting } from "../pages/base-path.ts";
import { isApiOrAssetPath, isPublicFile } from "../pages/paths.ts";
import { cookieAttributes } from "../pages/https.ts";
import type { PublicUrlSetting } from "../pages/https.ts";
import { deriveKey, equalInConstantTime } from "./secrets.ts";

export const csrfCookie = "XSRF-TOKEN";
export const csrfHeader = "x-xsrf-token";
/** Verified tokens need no second check; the oldest is dropped first. */
const maxRememberedTokens = 10_000;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body proves who has sent it, and no cookie counts: a call from another server. */
    signedBody?: boolean;
  }
  interface FastifyInstance {
    setCsrfCookie: (request: FastifyRequest, reply: FastifyReply, sessionToken: string) => void;
  }
}

interface Options {
  settings: PublicUrlSetting & BasePathSetting & { appSecret: string };
  sessionCookie: string;
}

/** Signed double submit (OWASP): the token of another session, or of none, is refused. */
export function protectAgainstCsrf(app: FastifyInstance, { settings, sessionCookie }: Options): void {
  // Made once: creating a key object from bytes for each request costs ten times as much as the signature.
  const key = createSecretKey(deriveKey(settings.appSecret, "csrf"));
  const sign = (nonce: string, session: string) =>
    createHmac("sha256", key).update(`${nonce}\n${session}`).digest("base64url");
  const verifiedTokens = new Map<string, string>();
  const belongsTo = (token: string, session: string): boolean => {
    if (verifiedTokens.get(token) === session) return true;
    const [nonce = "", signature = ""] = token.split(".", 2);
    if (nonce === "" || !equalInConstantTime(signature, sign(nonce, session))) return false;
    if (verifiedTokens.size >= maxRememberedTokens)
      verifiedTokens.delete(verifiedTokens.keys().next().value as string);
    verifiedTokens.set(token, session);
    return true;
  };
  const sessionTokenOf = (request: FastifyRequest): string => request.cookies[sessionCookie] ?? "";

  app.decorate("setCsrfCookie", (request: FastifyRequest, reply: FastifyReply, sessionToken: string) => {
    // Pages read from the first character whether there is a session (`hasSession` of the web).
    const nonce = `${sessionToken === "" ? "~" : ""}${randomBytes(16).toString("base64url")}`;
    reply.setCookie(csrfCookie, `${nonce}.${sign(nonce, sessionToken)}`, cookieAttributes(request, settings));
  });

  const checkToken = (request: FastifyRequest, reply: FastifyReply): void => {
    // No page of another site can make a browser send the header of a token, and cookies do not count beside it.
    if (request.bearer !== null || request.routeOptions.config.tokens === "required") return;
    // An unknown address outside the API: a program gets 404, not 419, which asks to reload a page.
    if (request.is404 && !safeMethods.has(request.method) && !isApiOrAssetPath(request.url)) return;
    const cookie = request.cookies[csrfCookie];
    const session = sessionTokenOf(request);
    if (request.routeOptions.config.signedBody) return;
    if (!safeMethods.has(request.method)) {
      const header = request.headers[csrfHeader];
      const valid =
        typeof header === "string" &&
        cookie !== undefined &&
        equalInConstantTime(header, cookie) &&
        belongsTo(cookie, session);
      if (!valid) throw new AppError(419, "csrf");
      return;
    }
    if (request.method !== "GET" || isPublicFile(request.url)) return;
    if (cookie !== undefined && belongsTo(cookie, session)) return;
    app.setCsrfCookie(request, reply, session);
  };
  app.addHook("onRequest", (request, reply, done) => {
    checkToken(request, reply);
    done();
  });
}
