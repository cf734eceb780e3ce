import type { Duplex } from "node:stream";
import pg from "pg";

const names = new Map<string, string>();

export function nameStatement(text: string): void {
  if (/(?:select|returning|\.) ?\*/i.test(text))
    throw new Error(`a prepared query must list its columns: ${text}`);
  // PostgreSQL cuts names at 63 bytes. The beginning of the text tells an operator which statement it is.
  if (!names.has(text)) names.set(text, `${text.slice(0, 50)} #${names.size + 1}`);
}

/** The part of the driver's connection that sends bytes; the driver's types leave it out. */
interface SendingClient {
  connection: { stream: Duplex };
}

/** Sends the queries of one moment in one system call, instead of a call for each. */
export class CollectingClient extends pg.Client {
  #collecting = false;

  // The signatures of the driver's overloads do not fit into one; Kysely uses this one only.
  override query(...args: unknown[]): never {
    if (!this.#collecting) this.#collect();
    return super.query(...(args as [string])) as never;
  }

  /** Until the code that runs now, and the promises that it resolves, have had their turn. */
  #collect(): void {
    const { stream } = (this as unknown as SendingClient).connection;
    this.#collecting = true;
    stream.cork();
    process.nextTick(() => {
      this.#collecting = false;
      stream.uncork();
    });
  }
}

export class NamingClient extends CollectingClient {
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const name = typeof text === "string" ? names.get(text) : undefined;
    const sent = name === undefined ? args : [{ name, text, values }];
    return super.query(...sent);
  }
}
