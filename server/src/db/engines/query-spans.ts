import type { LogEvent } from "kysely";
import { activeTracing } from "../../observe/tracing.ts";

/** Adds spans for the queries of a Kysely instance; undefined while tracing is off. */
export function queryLog(engine: "sqlite" | "postgresql"): ((event: LogEvent) => void) | undefined {
  const active = activeTracing();
  if (active === null) return undefined;
  return ({ query, queryDurationMillis, level }) =>
    active.add(
      query.sql.split(" ", 1)[0] ?? "query",
      { "db.system.name": engine, "db.query.text": query.sql, "retro.failed": Number(level === "error") },
      queryDurationMillis,
    );
}
