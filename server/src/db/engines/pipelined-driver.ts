import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from "kysely";
import type { QueryBatch } from "./query-batch.ts";

export class PipelinedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #begin: string;

  constructor(config: PostgresDialectConfig, begin: string) {
    super(config);
    this.#config = config;
    this.#begin = begin;
  }

  override createDriver(): PipelinedDriver {
    return new PipelinedDriver(this.#config, this.#begin);
  }
}

/**
 * BEGIN is sent with the queries of a `QueryBatch`, COMMIT with the last writes
 * (docs/decisions/postgresql.md).
 */
class PipelinedDriver extends PostgresDriver {
  readonly #begin: string;
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>();
  readonly #batching = new WeakSet<DatabaseConnection>();
  readonly #lastWrites: LastWrites = new WeakMap();

  constructor(config: PostgresDialectConfig, begin: string) {
    super(config);
    this.#begin = begin;
  }

  override async acquireConnection(
    options?: Parameters<PostgresDriver["acquireConnection"]>[0],
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options);
    if (!this.#batching.has(connection)) {
      this.#batching.add(connection);
      sendBatchesTogether(connection, this.#lastWrites);
    }
    return connection;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver["beginTransaction"]>[1],
  ): Promise<void> {
    this.#begun.delete(connection);
    this.#lastWrites.delete(connection);
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
      return super.beginTransaction(connection, settings);
    const begun = connection.executeQuery(CompiledQuery.raw(this.#begin));
    // `commitTransaction` reports a failure.
    begun.catch(() => undefined);
    this.#begun.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const writes = this.#lastWrites.get(connection) ?? [];
    // PostgreSQL answers in order, and turns COMMIT into ROLLBACK after a query that failed.
    await Promise.all([
      this.#begun.get(connection),
      ...writes.map((write) => connection.executeQuery(write)),
      super.commitTransaction(connection),
    ]);
  }
}

type LastWrites = WeakMap<DatabaseConnection, readonly CompiledQuery[]>;

function sendBatchesTogether(connection: DatabaseConnection, lastWrites: LastWrites): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(query: CompiledQuery & Partial<QueryBatch>) => {
    if (query.batch === undefined) return execute<Row>(query);
    if (query.untilCommit === true) {
      lastWrites.set(connection, query.batch);
      return { rows: [] };
    }
    const results = await Promise.all(query.batch.map((each) => execute(each)));
    return { rows: results.map(({ rows }) => rows) } as QueryResult<unknown> as QueryResult<Row>;
  };
}
