import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { type TaskOutcome, captureOutcome } from "../../jobs/task-outcome.ts";

export interface ReadTask {
  sql: string;
  parameters: readonly unknown[];
}

const { file } = workerData as { file: string };
// Opened with the first statement: if opening failed at the start of the thread, its error would be lost.
let database: DatabaseSync | undefined;

export function run({ sql, parameters }: ReadTask): Promise<TaskOutcome<unknown[]>> {
  return captureOutcome(() => {
    database ??= new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return database.prepare(sql).all(...(parameters as SQLInputValue[]));
  });
}
