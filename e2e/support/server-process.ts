import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** The build under test; `SERVER_MAIN` names another one, such as an earlier release. */
const serverMain =
  process.env["SERVER_MAIN"] ?? fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));

/** What happens while a server is down. */
export interface Meanwhile {
  /** Runs before the server starts again. */
  whileDown?: () => Promise<void>;
  /** Time that passes on the server's clock, in milliseconds. With SQLite it lasts until the next restart. */
  aheadMs?: number;
}

export interface RunningServer {
  /** `http://localhost:1234` */
  url: string;
  env: Record<string, string>;
  /** Ends the process by a signal and starts it again on the same data and port. */
  restart(how: "SIGKILL" | "SIGTERM", meanwhile?: Meanwhile): Promise<void>;
  /**
   * Sets the server's clock ahead. With SQLite it needs the option `advanceableClock`, and lasts until the
   * next restart. With PostgreSQL the servers restart, because they measure the clock of the database when
   * they start.
   */
  advanceClock(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built server. @param nodeArgs arguments of Node; with them the process gets messages */
export async function launch(
  env: Record<string, string>,
  nodeArgs: string[],
): Promise<{ child: ChildProcess; url: string }> {
  const ipc = nodeArgs.length > 0 ? (["ipc"] as const) : [];
  const child = spawn(process.execPath, [...nodeArgs, serverMain], {
    env,
    stdio: ["ignore", "pipe", "pipe", ...ipc],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Retro is at (http:\/\/\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout?.on("data", readOutput);
    child.stderr?.on("data", readOutput);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return { child, url };
}

/** Ends a process and waits for its end. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exited;
}

/** A new database, which one server uses or several share. */
export interface TestDatabase {
  url: string;
  /**
   * Connections that are made from now on read a clock that is ahead by this time and by that of earlier
   * calls.
   */
  advanceClock: (ms: number) => Promise<void>;
  drop: () => Promise<void>;
}

/** A new database with an ICU collation. */
export async function createDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env["TEST_DATABASE_URL"];
  if (!adminUrl) throw new Error("TEST_DATABASE_URL is not set");
  const name = `retro_e2e_${randomBytes(6).toString("hex")}`;
  await runStatements(adminUrl, [
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  ]);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  let aheadMs = 0;
  return {
    url: url.toString(),
    async advanceClock(ms) {
      if (ms === 0) return;
      aheadMs += ms;
      await runStatements(url.toString(), [
        `CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
         AS $$ SELECT pg_catalog.clock_timestamp() + interval '${aheadMs} milliseconds' $$`,
        // Otherwise the functions of PostgreSQL come first.
        `ALTER DATABASE ${name} SET search_path = public, pg_catalog`,
      ]);
    },
    drop: () => runStatements(adminUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]),
  };
}

async function runStatements(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
