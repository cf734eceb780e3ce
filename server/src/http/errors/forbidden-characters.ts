import type { FastifyInstance, FastifyRequest } from "fastify";
import { hasForbiddenCharacters } from "@retro/contract/clean-text";
import { AppError, notFound } from "./app-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    hasSuspectEscapes: boolean;
  }
}

// JSON forbids a raw NUL and UTF-8 forbids half of a surrogate pair, so a body can only contain them as
// escapes.
const suspectEscape = /\\u0000|\\ud[89a-f]/i;

export function markSuspectEscapes(request: FastifyRequest, body: string): void {
  request.hasSuspectEscapes = suspectEscape.test(body);
}

/** Bodies of the API nest four levels deep. */
const maxDepth = 32;

/** Ids and search words too (spec 11.4): 404 in a path, 422 elsewhere. */
export function refuseForbiddenCharacters(app: FastifyInstance): void {
  app.decorateRequest("hasSuspectEscapes", false);
  app.addHook("preHandler", (request, _reply, done) => {
    requireAllowedCharacters(request);
    done();
  });
}

function requireAllowedCharacters({ url, query, body, hasSuspectEscapes }: FastifyRequest): void {
  const at = url.indexOf("%00");
  if (at === -1 && !hasSuspectEscapes) return;
  const queryAt = url.indexOf("?");
  if (at !== -1 && (queryAt === -1 || at < queryAt)) throw notFound();
  const field = findForbiddenPath(query) ?? findForbiddenPath(body);
  if (field !== null)
    throw new AppError(422, "invalid", { errors: { [field]: ["validation.forbiddenCharacters"] } });
}

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
