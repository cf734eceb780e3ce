import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { workerData } from "node:worker_threads";

/** A statement to run on the read-only connection. */
export interface ReadTask {
  sql: string;
  parameters: readonly unknown[];
}
/** Errors lose their own properties between threads, so that they cross as plain data. */
export type ReadResult =
  | { rows: unknown[] }
  | { error: { message: string; code: string | undefined; errcode: number | undefined } };

const { file } = workerData as { file: string };
// Opened with the first statement, inside its try: a thread that fails at its start would take the reason with it.
let database: DatabaseSync | undefined;

/** Runs a statement on this thread's read-only connection. */
export function run({ sql, parameters }: ReadTask): ReadResult {
  try {
    database ??= new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return { rows: database.prepare(sql).all(...(parameters as SQLInputValue[])) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { error: { message, code, errcode } };
  }
}
