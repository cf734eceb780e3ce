import type { Db } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { findSpace, lockSpace, type SpaceRow } from "./store.ts";

/** The space of a key [G1]. @throws AppError 404 for a key that no space has, as for any unknown address */
export async function requireSpace(db: Db, key: string): Promise<SpaceRow> {
  const space = await findSpace(db, sha256(key));
  if (space === undefined) throw notFound();
  return space;
}

/**
 * As `requireSpace`, and locks the space (`lockSpace`): its key cannot change until the transaction ends.
 * @throws AppError 404
 */
export async function requireHeldSpace(db: Db, key: string): Promise<SpaceRow> {
  const space = await lockSpace(db, ["key_hash", sha256(key)]);
  if (space === undefined) throw notFound();
  return space;
}
