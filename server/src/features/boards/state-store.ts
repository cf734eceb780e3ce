import type { CompiledQuery } from "kysely";
import type { Db } from "../../deps.ts";

/** The write of when a board was archived; null: it is not. */
export function archiveWrite(db: Db, id: string, at: number | null): CompiledQuery {
  return db.updateTable("boards").set({ archived_at: at }).where("id", "=", id).compile();
}

/** The write that puts a board into the bin, or with null takes it out. */
export function binWrite(db: Db, id: string, bin: { at: number; by: string | null } | null): CompiledQuery {
  return db
    .updateTable("boards")
    .set({ deleted_at: bin?.at ?? null, deleted_by: bin?.by ?? null })
    .where("id", "=", id)
    .compile();
}

/** The write of the passphrase's hash; null: none is needed. */
export function passphraseWrite(db: Db, id: string, hash: string | null): CompiledQuery {
  return db.updateTable("boards").set({ passphrase_hash: hash }).where("id", "=", id).compile();
}

/**
 * Locks a board's row if its passphrase still has this hash. Nobody can replace the passphrase until the transaction ends.
 * @returns false when it has another
 */
export async function holdPassphrase(db: Db, id: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("boards")
    .set({ passphrase_hash: hash })
    .where("id", "=", id)
    .where("passphrase_hash", "=", hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Boards that have been in the bin since before `before`, the longest first. */
export async function boardsInBinSince(db: Db, before: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("boards")
    .select("id")
    .where("deleted_at", "<", before)
    .orderBy("deleted_at")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
