import * as z from "zod/mini";
import { id } from "../ids.ts";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** API tokens [U1 to U7]: a script sends one as `Authorization: Bearer retro_…` in place of a session. */

/** Whose a token is: a signed-in person's, a space's, or the whole server's, which administrators make. */
export const tokenKinds = ["person", "space", "server"] as const;
export const tokenAccess = z.enum(["read", "write"]);
export type TokenAccess = z.infer<typeof tokenAccess>;

const newToken = {
  /** The author of what the token of a space or of the server writes. */
  name: text({ max: limits.userName, required: "validation.nameRequired" }),
  access: tokenAccess,
  /** Left out: until it is revoked. */
  expires_in_days: z.optional(
    z.int().check(z.minimum(1), z.maximum(limits.tokens.maxDays, { error: "validation.invalid" })),
  ),
};

/** POST `spaces/{key}/tokens` and POST `admin/tokens`. */
export const createToken = z.object(newToken);
export type CreateToken = z.infer<typeof createToken>;

/** POST `tokens`. With a board or with the key of a space, the token reaches nothing else. */
export const createOwnToken = z.object({
  ...newToken,
  board_id: z.optional(id),
  space_key: z.optional(id),
});
export type CreateOwnToken = z.infer<typeof createOwnToken>;

export const apiToken = z.object({
  /** Not the token: its SHA-256. */
  id: z.string(),
  kind: z.enum(tokenKinds),
  name: z.string(),
  access: tokenAccess,
  /** The only board that it reaches. */
  board_id: z.nullable(z.string()),
  /** The name of the only space that it reaches. */
  space: z.nullable(z.string()),
  /** The name of who made it; null: they are gone. */
  made_by: z.nullable(z.string()),
  created_at: z.string(),
  /** May lag by a minute. */
  last_used_at: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

/** The only answer with the token itself. */
export const madeToken = z.extend(apiToken, { token: z.string() });
export type MadeToken = z.infer<typeof madeToken>;
