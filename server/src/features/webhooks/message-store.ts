import { createHash, randomUUID } from "node:crypto";
import { sql, type CompiledQuery, type ExpressionBuilder } from "kysely";
import type { Action } from "@retro/contract/actions";
import { limits } from "@retro/contract/limits";
import type { WebhookDelivery, WebhookPayload, WebhookState } from "@retro/contract/webhooks/webhooks";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export interface NewMessage {
  board: { id: string; space_id: string | null; version: number };
  part: number;
  payload: WebhookPayload;
  now: number;
  /** Not again for a hook that has it already: looks through what waits of the board. */
  once?: boolean;
}

const dayMs = 86_400_000;
/** The record that an action has its message of the day outlasts the day. */
const dueKeptMs = 2 * dayMs;

/** The same id for an action and a day, however often it is sent: a receiver recognizes a repetition. */
export function dueMessageId({ id, due_on }: Pick<Action, "id" | "due_on">): string {
  return `msg_${createHash("sha256").update(`${id} ${due_on}`).digest("hex").slice(0, 32)}`;
}

/**
 * Each attempt names the present owner [J3]. The message has only that there was one, so that no name in it
 * outlives its user's erasure [P6].
 */
function withoutOwner(payload: WebhookPayload): WebhookPayload {
  if (!("action" in payload.data) || payload.data.action.owner === null) return payload;
  const action = { ...payload.data.action, owner: "somebody" };
  return { ...payload, data: { ...payload.data, action } } as WebhookPayload;
}

/**
 * A row for each hook that subscribes to the event and may get it: the hooks are read when the turn commits.
 */
export function messageInsertion(
  db: Db,
  { board, part, payload, now, once = false }: NewMessage,
): CompiledQuery {
  const { id, space_id: space, version } = board;
  const { type } = payload;
  const due = type === "action.due" ? payload.data.action : null;
  const message = due === null ? `msg_${randomUUID().replaceAll("-", "")}` : dueMessageId(due);
  const bornInTime =
    due?.due_on == null
      ? sql``
      : sql`and webhooks.created_at < cast(${Date.parse(due.due_on) + dayMs} as bigint)`;
  const isNew = once
    ? sql`and not exists (select 1 from webhook_messages m where m.hook_id = webhooks.id
        and m.board_id = cast(${id} as text) and m.message_id = cast(${message} as text))
      and not exists (select 1 from webhook_deliveries d where d.hook_id = webhooks.id
        and d.message_id = cast(${message} as text))`
    : sql``;
  return sql`insert into webhook_messages
    (hook_id, board_id, version, part, message_id, type, payload, created_at, attempts, next_at)
    select webhooks.id, cast(${id} as text), cast(${version} as bigint), cast(${part} as bigint),
      cast(${message} as text), cast(${type} as text), cast(${JSON.stringify(withoutOwner(payload))} as text),
      cast(${now} as bigint), 0, cast(${now} as bigint)
    from webhooks
    where (webhooks.space_id = cast(${space} as text) or webhooks.space_id is null)
      and webhooks.state = 'on' and webhooks.events like cast(${`% ${type} %`} as text) ${bornInTime} ${isNew}
    on conflict do nothing`.compile(db);
}

export interface WaitingMessage extends Omit<Database["webhook_messages"], "next_at"> {
  /** Of the hook; null: it is the server's, or deleted. */
  space_id: string | null;
}

/**
 * The first waiting message of each board and hook, if it is due: the next one waits for it.
 * @param without hooks that have enough to do, and spaces (null: the server) whose turn it is not: those with many
 *   messages must not hide the others
 */
export async function dueMessages(
  db: Db,
  now: number,
  {
    most,
    without,
  }: { most: number; without: { hooks: readonly string[]; spaces: readonly (string | null)[] } },
): Promise<WaitingMessage[]> {
  const spaces = without.spaces.map((id) => id ?? "");
  return db
    .selectFrom("webhook_messages as m")
    .leftJoin("webhooks", "webhooks.id", "m.hook_id")
    .select([
      "m.hook_id",
      "webhooks.space_id",
      "m.board_id",
      "m.version",
      "m.part",
      "m.message_id",
      "m.type",
      "m.payload",
      "m.created_at",
      "m.attempts",
    ])
    .where("m.next_at", "<=", now)
    .$if(without.hooks.length > 0, (q) => q.where("m.hook_id", "not in", without.hooks))
    .$if(without.spaces.length > 0, (q) =>
      q.where((eb) => eb(eb.fn.coalesce("webhooks.space_id", eb.val("")), "not in", spaces)),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("webhook_messages as earlier")
            .select("earlier.part")
            .whereRef("earlier.hook_id", "=", "m.hook_id")
            .whereRef("earlier.board_id", "=", "m.board_id")
            .where((e) =>
              e.or([
                e("earlier.version", "<", e.ref("m.version")),
                e.and([
                  e("earlier.version", "=", e.ref("m.version")),
                  e("earlier.part", "<", e.ref("m.part")),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy("m.next_at")
    .limit(most)
    .execute();
}

type MessageKey = Pick<WaitingMessage, "hook_id" | "board_id" | "version" | "part">;

const hasKey =
  ({ hook_id, board_id, version, part }: MessageKey) =>
  (eb: ExpressionBuilder<Database, "webhook_messages">) =>
    eb.and({ hook_id, board_id, version, part });

export async function removeMessage(db: Db, key: MessageKey): Promise<void> {
  await db.deleteFrom("webhook_messages").where(hasKey(key)).execute();
}

export async function postponeMessage(db: Db, key: MessageKey, nextAt: number): Promise<void> {
  await db
    .updateTable("webhook_messages")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), next_at: nextAt }))
    .where(hasKey(key))
    .execute();
}

export async function insertDelivery(db: Db, hookId: string, delivery: WebhookDelivery): Promise<void> {
  await db
    .insertInto("webhook_deliveries")
    .values({ ...delivery, hook_id: hookId, at: Date.parse(delivery.at) })
    .execute();
  await db
    .deleteFrom("webhook_deliveries")
    .where("hook_id", "=", hookId)
    .where((eb) =>
      eb.or([
        eb("type", "!=", "action.due"),
        eb("problem", "is not", null),
        eb("at", "<", Date.parse(delivery.at) - dueKeptMs),
      ]),
    )
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("hook_id", "=", hookId)
        .orderBy("at", "desc")
        .orderBy("id")
        .limit(limits.webhooks.kept),
    )
    .execute();
}

/** @returns since when the hook has had no success; undefined: it is gone */
export async function recordOutcome(
  db: Db,
  hookId: string,
  isSuccess: boolean,
  now: number,
): Promise<number | null | undefined> {
  const row = await db
    .updateTable("webhooks")
    .set((eb) => ({
      failing_since: isSuccess
        ? null
        : eb.fn.coalesce("failing_since", eb.cast<number>(eb.val(now), "bigint")),
    }))
    .where("id", "=", hookId)
    .returning("failing_since")
    .executeTakeFirst();
  return row?.failing_since;
}

export async function hasManyMessages(db: Db, hookId: string, many: number): Promise<boolean> {
  const rows = await db
    .selectFrom("webhook_messages")
    .select("part")
    .where("hook_id", "=", hookId)
    .limit(many)
    .execute();
  return rows.length >= many;
}

/** A hook that is not on keeps nothing that waits. @returns whether the hook was there */
export async function setHookState(db: Db, hookId: string, state: WebhookState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhooks")
    .set({ state, failing_since: null })
    .where("id", "=", hookId)
    .executeTakeFirst();
  if (state !== "on") await db.deleteFrom("webhook_messages").where("hook_id", "=", hookId).execute();
  return numUpdatedRows > 0n;
}
