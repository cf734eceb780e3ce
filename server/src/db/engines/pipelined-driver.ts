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

/** BEGIN and the queries of a `QueryBatch` travel together (ADR 2026-11-22-fewer-round-trips). */
class PipelinedDriver extends PostgresDriver {
  readonly #begin: string;
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>();
  readonly #batching = new WeakSet<DatabaseConnection>();

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
      sendBatchesTogether(connection);
    }
    return connection;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver["beginTransaction"]>[1],
  ): Promise<void> {
    this.#begun.delete(connection);
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
      return super.beginTransaction(connection, settings);
    const begun = connection.executeQuery(CompiledQuery.raw(this.#begin));
    // `commitTransaction` reports a failure.
    begun.catch(() => undefined);
    this.#begun.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // PostgreSQL answers in order: BEGIN was answered before any query of the transaction.
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

function sendBatchesTogether(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(query: CompiledQuery & Partial<QueryBatch>) => {
    if (query.batch === undefined) return execute<Row>(query);
    const results = await Promise.all(query.batch.map((each) => execute(each)));
    return { rows: results.map(({ rows }) => rows) } as QueryResult<unknown> as QueryResult<Row>;
  };
}
