import type { FastifyInstance, FastifyRequest } from "fastify";
import { hasForbiddenCharacters } from "@retro/contract/text";
import { AppError, notFound } from "./app-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** True when the body's text contains escapes that may mean NUL or half a character. */
    hasSuspectEscapes: boolean;
  }
}

// A raw NUL is no JSON, and half a character no UTF-8: only as escapes can they come in.
const suspectEscape = /\\u0000|\\ud[89a-f]/i;

/** Notes while parsing whether `refuseForbiddenCharacters` has to look at all. */
export function noteSuspectEscapes(request: FastifyRequest, body: string): void {
  request.hasSuspectEscapes = suspectEscape.test(body);
}

/** Bodies of the API nest four levels deep. */
const maxDepth = 32;

/**
 * Refuses characters that PostgreSQL cannot store, also in ids and search words: 404 in a path, 422 elsewhere. Schemas
 * of text fields have refused them before, in their own words.
 */
export function refuseForbiddenCharacters(app: FastifyInstance): void {
  app.decorateRequest("hasSuspectEscapes", false);
  app.addHook("preHandler", async (request) => {
    const at = request.url.indexOf("%00");
    if (at === -1 && !request.hasSuspectEscapes) return;
    const query = request.url.indexOf("?");
    if (at !== -1 && (query === -1 || at < query)) throw notFound();
    const field = findForbiddenPath(request.query) ?? findForbiddenPath(request.body);
    if (field !== null)
      throw new AppError(422, "invalid", { errors: { [field]: ["validation.forbiddenCharacters"] } });
  });
}

/**
 * The dotted path of the first text, or name, that cannot be stored.
 * @throws AppError 400 when the value nests so deeply that the search would exhaust the stack
 */
function findForbiddenPath(value: unknown, path = "", depth = 0): string | null {
  if (typeof value === "string") return hasForbiddenCharacters(value) ? path || "body" : null;
  if (typeof value !== "object" || value === null) return null;
  if (depth === maxDepth) throw new AppError(400, "malformed");
  for (const [key, inner] of Object.entries(value)) {
    if (hasForbiddenCharacters(key)) return path || "body";
    const found = findForbiddenPath(inner, path === "" ? key : `${path}.${key}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
