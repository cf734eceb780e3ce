import type { FastifyInstance, FastifyRequest } from "fastify";
import { hasForbiddenCharacters } from "@retro/contract/text";
import { AppError, notFound } from "./app-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** True when the body's text holds escapes that may stand for NUL or half a character. */
    oddEscapes: boolean;
  }
}

// A raw NUL is no JSON, and half a character no UTF-8: only as escapes can they come in.
const odd = /\\u0000|\\ud[89a-f]/i;

/** Notes while parsing whether `refuseForbiddenCharacters` has to look at all. */
export function noteOddEscapes(request: FastifyRequest, body: string): void {
  request.oddEscapes = odd.test(body);
}

/**
 * Characters that PostgreSQL cannot store stop at the door, ids and search words included: 404 in an address, 422 elsewhere.
 * Fields that are texts have said so already, in their schemas' words.
 */
export function refuseForbiddenCharacters(app: FastifyInstance): void {
  app.decorateRequest("oddEscapes", false);
  app.addHook("preHandler", async (request) => {
    const at = request.url.indexOf("%00");
    if (at === -1 && !request.oddEscapes) return;
    const query = request.url.indexOf("?");
    if (at !== -1 && (query === -1 || at < query)) throw notFound();
    const field = forbiddenIn(request.query) ?? forbiddenIn(request.body);
    if (field !== null)
      throw new AppError(422, "invalid", { errors: { [field]: ["validation.forbiddenCharacters"] } });
  });
}

/** The dotted path of the first text, or name, that holds what cannot be stored. */
function forbiddenIn(value: unknown, path = ""): string | null {
  if (typeof value === "string") return hasForbiddenCharacters(value) ? path || "body" : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (hasForbiddenCharacters(key)) return path || "body";
    const found = forbiddenIn(inner, path === "" ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
