import { DatabaseSync, StatementSync } from "node:sqlite";
import pg from "pg";

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Calls `hook` before each statement that this thread sends to SQLite or PostgreSQL while `work` runs, with
 * the statement's number from 1 and, on PostgreSQL, its client. An error that the hook throws becomes the
 * statement's.
 */
export async function watchStatements(
  hook: (number: number, client: pg.Client | null) => void,
  work: () => Promise<void>,
): Promise<void> {
  let number = 0;
  const restores = [
    [DatabaseSync.prototype, "exec"] as const,
    ...["run", "all", "get", "iterate"].map((name) => [StatementSync.prototype, name] as const),
    [pg.Client.prototype, "query"] as const,
  ].map(([prototype, name]) => {
    const methods = prototype as unknown as Record<string, Method>;
    const original = methods[name] as Method;
    methods[name] = function watched(...args) {
      hook((number += 1), this instanceof pg.Client ? this : null);
      return original.apply(this, args);
    };
    return () => (methods[name] = original);
  });
  try {
    await work();
  } finally {
    for (const restore of restores) restore();
  }
}
