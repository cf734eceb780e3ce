import type { User } from "@retro/contract/users";
import type { GuestRule } from "@retro/contract/events";
import type { ExpressionBuilder } from "kysely";
import { tokenKinds } from "@retro/contract/api/tokens";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { RetroDatabase } from "../../db/database.ts";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { openSealedKey, type FoundToken, type TokenStore } from "../../http/session/tokens.ts";

const findQuery = prepareQuery((db, { id, boardId }: { id: string; boardId: string | null }) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.user_id")
    .leftJoin("users as makers", "makers.id", "api_tokens.made_by")
    .leftJoin("spaces", "spaces.id", "api_tokens.space_id")
    .leftJoin("boards", (join) => join.on("boards.id", "=", boardId))
    .select([
      "users.id as id",
      "users.name",
      "users.color",
      "users.is_avatar_stickers",
      "api_tokens.kind",
      "api_tokens.may_write",
      "api_tokens.board_id",
      "api_tokens.space_id",
      "api_tokens.sealed_key",
      "api_tokens.last_used_at",
      "api_tokens.expires_at",
      "api_tokens.made_by",
      "makers.role as maker_role",
      "spaces.key_hash",
      "boards.space_id as space_of_board",
    ])
    .where("api_tokens.id", "=", id),
);

/** The role of the user on record never counts: a person's token has no rights of an administrator [U1]. */
const roles = { person: "member", space: "member", server: "admin" } as const satisfies Record<
  Database["api_tokens"]["kind"],
  User["role"]
>;

export function createTokenStore(database: RetroDatabase, guests: GuestRule): TokenStore {
  return {
    async find(token, { boardId, now }) {
      const id = sha256(token);
      const [row] = await findQuery(database.db, { id, boardId });
      if (row === undefined || (row.expires_at !== null && now >= row.expires_at)) return null;
      // Whoever is no administrator any more takes their tokens for the server along.
      if (row.kind === "server" && row.maker_role !== "admin") return null;
      const spaceKey = row.sealed_key === null ? null : openSealedKey(token, row.sealed_key);
      if (spaceKey !== null && sha256(spaceKey) !== row.key_hash) return null;
      return {
        id,
        user: {
          id: row.id,
          name: row.name,
          // A guest's token for a space does not get around what guests may not do [I5]. A maker who is gone may
          // have been a guest.
          role:
            row.kind === "space" && (row.maker_role ?? "anonymous") === "anonymous" && guests !== "on"
              ? "anonymous"
              : roles[row.kind],
          options: { color: row.color, isAvatarStickers: row.is_avatar_stickers === 1 },
        },
        payer: sha256(`tokens of ${row.made_by ?? row.id}`),
        mayWrite: row.may_write === 1,
        boardId: row.board_id,
        spaceId: row.space_id,
        spaceKey,
        spaceOfBoard: row.space_of_board,
        lastUsedAt: row.last_used_at,
      };
    },
    touch: (found, now) => touchToken(database.db, found, now),
  };
}

const seenIntervalMs = 86_400_000;

/** A user in use is not deleted for inactivity [P7]. */
async function touchToken(db: Db, { id, user }: FoundToken, now: number): Promise<void> {
  await db.updateTable("api_tokens").set({ last_used_at: now }).where("id", "=", id).execute();
  await db
    .updateTable("users")
    .set({ seen_at: now })
    .where("id", "=", user.id)
    .where((eb) => eb.or([eb("seen_at", "is", null), eb("seen_at", "<=", now - seenIntervalMs)]))
    .execute();
}

export async function insertToken(db: Db, row: Database["api_tokens"]): Promise<void> {
  await db.insertInto("api_tokens").values(row).execute();
}

/** Whose tokens a list shows. */
export type TokenOwner =
  | { kind: "person"; userId: string }
  | { kind: "space"; spaceId: string }
  | { kind: "server" };

/** Administrators own those of people and spaces, too. */
const ownedBy = (owner: TokenOwner) => (eb: ExpressionBuilder<Database, "api_tokens">) => {
  const isOf = (kind: Database["api_tokens"]["kind"]) => eb("api_tokens.kind", "=", kind);
  if (owner.kind === "person") return eb.and([isOf("person"), eb("api_tokens.user_id", "=", owner.userId)]);
  if (owner.kind === "space") return eb.and([isOf("space"), eb("api_tokens.space_id", "=", owner.spaceId)]);
  return eb("api_tokens.kind", "in", tokenKinds);
};

/** The newest first. */
export async function listTokens(db: Db, owner: TokenOwner, most: number) {
  return db
    .selectFrom("api_tokens")
    .leftJoin("users as makers", "makers.id", "api_tokens.made_by")
    .leftJoin("spaces", "spaces.id", "api_tokens.space_id")
    .select([
      "api_tokens.id",
      "api_tokens.kind",
      "api_tokens.name",
      "api_tokens.may_write",
      "api_tokens.board_id",
      "api_tokens.created_at",
      "api_tokens.last_used_at",
      "api_tokens.expires_at",
      "makers.name as made_by",
      "spaces.name as space",
    ])
    .where(ownedBy(owner) as never)
    .orderBy("api_tokens.created_at", "desc")
    .orderBy("api_tokens.id")
    .limit(most)
    .execute();
}

export async function countTokens(db: Db, owner: TokenOwner): Promise<number> {
  const { count } = await db
    .selectFrom("api_tokens")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("kind", "=", owner.kind)
    .where(ownedBy(owner))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteToken(db: Db, owner: TokenOwner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("api_tokens")
    .where("id", "=", id)
    .where(ownedBy(owner))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("api_tokens").where("user_id", "=", userId).execute();
}

export async function deleteTokensOfSpace(db: Db, spaceId: string): Promise<void> {
  await db.deleteFrom("api_tokens").where("space_id", "=", spaceId).execute();
}

/** Few at a time, because somebody waits. */
export async function deleteExpiredTokens(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom("api_tokens")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("api_tokens")
        .select("id")
        .where("expires_at", "<=", before)
        .orderBy("expires_at")
        .limit(50),
    )
    .execute();
}
