import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { WorkerProcess, workerEntry } from "../../jobs/worker-process.ts";
import type { QueryBatch } from "./query-batch.ts";
import type { ReadTask } from "./reader-worker.ts";
import type { Database } from "../schema/schema.ts";

/** A read that takes longer is stopped, as PostgreSQL does with `statement_timeout`. */
const longestReadMs = 15_000;

export function openSqliteReader(file: string): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new ReaderDriver(file),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}

class ReaderDriver implements Driver {
  readonly #worker: WorkerProcess<ReadTask, unknown[]>;
  constructor(file: string) {
    this.#worker = new WorkerProcess({
      entry: workerEntry(import.meta.url, "reader-worker"),
      data: { file },
      heapMb: 128,
      idleMs: 5_000,
    });
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters, batch }: CompiledQuery & Partial<QueryBatch>) => {
        if (batch !== undefined) throw new Error("the reader takes no batches");
        return this.#read<R>({ sql, parameters });
      },
      streamQuery: () => {
        throw new Error("the reader does not stream");
      },
    };
  }
  async beginTransaction(): Promise<never> {
    throw new Error("the reader has no transactions");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  destroy(): Promise<void> {
    return this.#worker.close();
  }

  async #read<R>(task: ReadTask): Promise<QueryResult<R>> {
    return { rows: (await this.#worker.run(task, { timeoutMs: longestReadMs })) as R[] };
  }
}
