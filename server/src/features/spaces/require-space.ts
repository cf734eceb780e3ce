import type { Db } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { findSpace, holdSpace, type SpaceRow } from "./store.ts";

/** The space of a key [G1]. @throws AppError 404 for a key that no space has, as for any unknown address */
export async function requireSpace(db: Db, key: string): Promise<SpaceRow> {
  const space = await findSpace(db, sha256(key));
  if (space === undefined) throw notFound();
  return space;
}

/** As `requireSpace`, and holds the space (`holdSpace`), whose key stays. @throws AppError 404 */
export async function requireHeldSpace(db: Db, key: string): Promise<SpaceRow> {
  const space = await holdSpace(db, ["key_hash", sha256(key)]);
  if (space === undefined) throw notFound();
  return space;
}
