import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { serveTasks, type WorkerContext } from "../../jobs/serve-tasks.ts";

export interface ReadTask {
  sql: string;
  parameters: readonly unknown[];
}

let database: DatabaseSync | undefined;

/** Runs statements on this process's read-only connection, and answers with their rows. */
serveTasks(({ sql, parameters }: ReadTask, { data: { file } }: WorkerContext<{ file: string }>) => {
  database ??= new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  return database.prepare(sql).all(...(parameters as SQLInputValue[]));
});
