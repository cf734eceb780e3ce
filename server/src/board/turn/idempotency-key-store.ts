import type { Selectable } from "kysely";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { Database } from "../../db/schema/schema.ts";

type KeyRow = Selectable<Database["idempotency_keys"]>;
export type KeyName = Pick<KeyRow, "board_id" | "user_id" | "key">;

export type KeptCommand = Pick<KeyRow, "request" | "version" | "ids">;

export const keptCommandQuery = prepareQuery((db, { board_id, user_id, key }: KeyName) =>
  db
    .selectFrom("idempotency_keys")
    .select(["request", "version", "ids"])
    .where("board_id", "=", board_id)
    .where("user_id", "=", user_id)
    .where("key", "=", key),
);

export const keepCommandWrite = prepareQuery((db, row: KeyRow) =>
  db.insertInto("idempotency_keys").values({
    board_id: row.board_id,
    user_id: row.user_id,
    key: row.key,
    request: row.request,
    version: row.version,
    ids: row.ids,
    created_at: row.created_at,
  }),
);
