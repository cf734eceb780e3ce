import type { LogEvent } from "kysely";
import { activeTracing } from "../../observe/tracing.ts";
import type { QueryBatch } from "./query-batch.ts";

export function queryLog(engine: "sqlite" | "postgresql"): ((event: LogEvent) => void) | undefined {
  const active = activeTracing();
  if (active === null) return undefined;
  return ({ query, queryDurationMillis, level }: LogEvent & { query: Partial<QueryBatch> }) =>
    active.add(
      query.sql.split(" ", 1)[0] ?? "query",
      {
        "db.system.name": engine,
        "db.query.text": query.batch?.map(({ sql }) => sql).join("; ") ?? query.sql,
        "retro.failed": Number(level === "error"),
      },
      queryDurationMillis,
    );
}
