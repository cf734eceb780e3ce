import pg from "pg";

/** The names of the prepared queries, by their text. They are few: the code names each. */
const names = new Map<string, string>();

/**
 * Lets connections to PostgreSQL parse this statement once and then run it by its name.
 * @throws when it does not list its columns: after a migration adds one, PostgreSQL refuses such a statement on each open connection
 */
export function nameStatement(text: string): void {
  if (/(?:select|returning|\.) ?\*/i.test(text))
    throw new Error(`a prepared query must list its columns: ${text}`);
  // PostgreSQL cuts names at 63 bytes. The beginning of the text tells an operator which statement it is.
  if (!names.has(text)) names.set(text, `${text.slice(0, 50)} #${names.size + 1}`);
}

/** A connection that runs the named statements by their names. */
export class NamingClient extends pg.Client {
  // The signatures of the driver's overloads do not fit into one; Kysely uses this one only.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const name = typeof text === "string" ? names.get(text) : undefined;
    const sent = name === undefined ? args : [{ name, text, values }];
    return super.query(...(sent as [string])) as never;
  }
}
