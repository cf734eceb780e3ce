import type { LogEvent } from "kysely";
import { activeTracing } from "../../observe/tracing.ts";

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
