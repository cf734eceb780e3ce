import { fold } from "@retro/contract/fold";
import { listPage, type ListSorts } from "../../db/list-page.ts";
import type { LogEventRow, ListQuery, LogRow } from "@retro/contract/lists";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import { boardReference, isBoardId } from "../../http/board-reference.ts";

/** Writes the events; a removed event stays, because logged rows refer to it. */
export async function saveLogEvents(db: Db, events: readonly LogEventRow[]): Promise<void> {
  const rows = events.map((event) => ({ ...event, search: fold(event.title, event.function, event.object) }));
  await db
    .insertInto("log_events")
    .values(rows)
    .onConflict((c) =>
      c.column("id").doUpdateSet((eb) => ({
        title: eb.ref("excluded.title"),
        function: eb.ref("excluded.function"),
        object: eb.ref("excluded.object"),
        search: eb.ref("excluded.search"),
      })),
    )
    .execute();
}

export async function insertLog(db: Db, row: Omit<Database["logs"], "search">, title: string): Promise<void> {
  const search = fold(row.name, title, row.function, row.object);
  await db
    .insertInto("logs")
    .values({ ...row, search })
    .execute();
}

const eventSorts: ListSorts<"log_events"> = {
  by: new Map([
    ["id", "id"],
    ["title", "title"],
    ["function", "function"],
    ["object", "object"],
  ]),
  default: "id",
};
export const eventSortNames = [...eventSorts.by.keys()];

export async function listLogEvents(
  db: Db,
  query: ListQuery,
): Promise<{ rows: LogEventRow[]; total: number }> {
  return listPage(db, "log_events", ["id", "title", "function", "object"], eventSorts, query);
}

const logSorts: ListSorts<"logs"> = {
  by: new Map([
    ["created_at", "created_at"],
    ["name", "name"],
    // Sorts by number: equal titles are then together, because each event has one number.
    ["title", "event_id"],
    ["function", "function"],
    ["object", "object"],
  ]),
  default: "-created_at",
};
export const logSortNames = [...logSorts.by.keys()];

export async function listLogs(db: Db, query: ListQuery): Promise<{ rows: LogRow[]; total: number }> {
  const columns = ["id", "event_id", "name", "function", "object", "created_at"] as const;
  const { rows, total } = await listPage(db, "logs", columns, logSorts, query);
  const events = await db.selectFrom("log_events").select(["id", "title"]).execute();
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  return {
    rows: rows.map(({ event_id, created_at, object, ...row }) => ({
      ...row,
      // Rows of version 1.0 hold the id itself.
      object: isBoardId(object) ? boardReference(object) : object,
      title: titles.get(event_id) ?? "",
      created_at: new Date(created_at).toISOString(),
    })),
    total,
  };
}
