import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import type { User } from "@retro/contract/users";
import { AppError } from "../errors/app-error.ts";
import { sha256 } from "./secrets.ts";

const prefix = "retro_";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * `any`: every API token may make the call; `required`: and nobody else. `never`: none may, because the call belongs to a session.
     * `unlimited`: one without a board or space may, because the call makes something elsewhere. Without it, a
     * token that reaches one board or space may make only the calls about these [U3].
     */
    tokens?: "any" | "never" | "required" | "unlimited";
  }
  interface FastifyRequest {
    /** What the request sends as an API token. Then its cookies count for nothing [U2]. */
    bearer: string | null;
    token: FoundToken | null;
  }
}

/** A valid token's row. */
export interface FoundToken {
  id: string;
  user: User;
  /** Whose limits its calls use up: one person's tokens have common ones [U7]. */
  payer: string;
  mayWrite: boolean;
  boardId: string | null;
  spaceId: string | null;
  /** Of its space. */
  spaceKey: string | null;
  /** The space of the board that the request names. */
  spaceOfBoard: string | null;
  lastUsedAt: number | null;
}

export interface TokenStore {
  /** Null also for a token that has expired or was revoked. */
  find(token: string, named: { boardId: string | null; now: number }): Promise<FoundToken | null>;
  touch(found: FoundToken, now: number): Promise<void>;
}

/** 256 random bits. Store only the id, the hash. */
export function generateApiToken(): { token: string; id: string } {
  const token = prefix + randomBytes(32).toString("base64url");
  return { token, id: sha256(token) };
}

/** The API token of a request. Other schemes and other bearers are a proxy's and do not count. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const [, token] = /^bearer +(\S+) *$/iu.exec(authorization ?? "") ?? [];
  return token?.startsWith(prefix) ? token : null;
}

/** Whether a program has sent the request: pages name themselves, and browsers send cookies or ask for HTML. */
export function isProgram({ bearer, headers, routeOptions }: FastifyRequest): boolean {
  if (bearer || routeOptions.config.tokens === "required") return true;
  const { cookie, accept = "", "x-requested-with": script, "sec-fetch-site": site } = headers;
  return [cookie, script, site].every((sent) => sent === undefined) && !accept.includes("text/html");
}

/** Pages, files and probes take no token. */
export function isApiCall({ is404, routeOptions: { url } }: FastifyRequest): boolean {
  return !is404 && /^\/(?:api\/v1|web|broadcasting|mcp)(?:\/|$)/u.test(url ?? "");
}

export function boardOf({ routeOptions: { url }, params }: FastifyRequest): string | null {
  const { id, boardId } = params as { id?: string; boardId?: string };
  if (/^\/(?:api\/v1|web)\/boards\/:id/u.test(url ?? "")) return id ?? null;
  return boardId ?? null;
}

/** @throws AppError 403 for what the token does not reach [U3] */
export function requireReach(request: FastifyRequest, found: FoundToken): void {
  const { method, routeOptions } = request;
  const { tokens } = routeOptions.config;
  if (tokens === "any" || tokens === "required") return;
  if (tokens === "never") throw new AppError(403, "token_scope");
  const limited = found.boardId !== null || found.spaceId !== null;
  const outside = limited && (tokens === "unlimited" || !reaches(request, found));
  if (outside) throw new AppError(403, "token_scope");
  if (!found.mayWrite && method !== "GET" && method !== "HEAD") throw new AppError(403, "token_read_only");
}

function reaches(request: FastifyRequest, { boardId, spaceId, spaceKey, spaceOfBoard }: FoundToken): boolean {
  const board = boardOf(request);
  const { key } = request.params as { key?: string };
  if (boardId !== null) return board === boardId && key === undefined;
  if (board === null && key === undefined) return false;
  return (board === null || spaceOfBoard === spaceId) && (key === undefined || key === spaceKey);
}

/** Only the token opens it: the server alone cannot read the key of a space [G1]. */
export function sealKey(token: string, spaceKey: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(token), nonce);
  const sealed = Buffer.concat([cipher.update(spaceKey, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

export function openSealedKey(token: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const cipher = createDecipheriv("aes-256-gcm", sealingKey(token), bytes.subarray(0, 12));
  cipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString("utf8");
}

function sealingKey(token: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, "", "retro:space key of a token", 32));
}
