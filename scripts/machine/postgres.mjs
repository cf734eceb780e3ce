import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { aptInstall, isRoot } from "./apt.mjs";
import { capture, PlainError, root } from "../process.mjs";

const minimumVersion = 15;

/** `TEST_DATABASE_URL`, else one at the usual local port, else one installed where it is required. */
export async function findPostgres() {
  const named = process.env.TEST_DATABASE_URL;
  if (named) {
    const fault = await findFault(named);
    if (fault) throw new PlainError(`TEST_DATABASE_URL cannot be used: ${fault}`);
    return named;
  }
  const local = await findLocalServer();
  if (local) return local;
  if (process.env.RETRO_REQUIRE_POSTGRES === "1") return startLocalServer();
  console.log(
    "\n**** PostgreSQL tests SKIPPED: no server at 127.0.0.1:5432 lets us in. Set TEST_DATABASE_URL to run them. ****\n",
  );
  return undefined;
}

/** The first user that a server at the usual port accepts without a password. */
async function findLocalServer() {
  for (const user of new Set([process.env.PGUSER, process.env.USER, "postgres", "root"].filter(Boolean))) {
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`;
    if ((await findFault(url)) === undefined) return url;
  }
  return undefined;
}

async function startLocalServer() {
  if (!isRoot())
    throw new PlainError("PostgreSQL is required, none answers, and only root may install or start one.");
  if ((await listClusters()).length === 0) await aptInstall(["postgresql"]);
  const [cluster] = await listClusters();
  if (!cluster)
    throw new PlainError(
      `PostgreSQL ${minimumVersion} or newer is required, and the installed package made no cluster of it.`,
    );
  if (!cluster.online) {
    const { code, output } = await capture("pg_ctlcluster", [cluster.version, cluster.name, "start"]);
    // 2: it is already running.
    if (code !== 0 && code !== 2) throw new PlainError(`PostgreSQL did not start: ${output.trim()}`);
  }
  const password = randomBytes(16).toString("hex");
  const sql = `DROP ROLE IF EXISTS retro_test; CREATE ROLE retro_test LOGIN CREATEDB PASSWORD '${password}';`;
  const asOwner = [
    "-u",
    "postgres",
    "--",
    "psql",
    "-v",
    "ON_ERROR_STOP=1",
    "-q",
    "-p",
    cluster.port,
    "-c",
    sql,
    "postgres",
  ];
  const { code, output } = await capture("runuser", asOwner, { cwd: "/" });
  if (code !== 0)
    throw new PlainError(`PostgreSQL did not let us make a role for the tests: ${output.trim()}`);
  const url = `postgres://retro_test:${password}@127.0.0.1:${cluster.port}/postgres`;
  const fault = await findFault(url);
  if (fault) throw new PlainError(`The PostgreSQL started for the tests cannot be used: ${fault}`);
  return url;
}

/** Debian's clusters that are new enough, running ones first. */
async function listClusters() {
  const { code, output } = await capture("pg_lsclusters", ["-h"]);
  if (code !== 0) return [];
  return output
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([version]) => Number.parseInt(version, 10) >= minimumVersion)
    .map(([version, name, port, status]) => ({ version, name, port, online: status.startsWith("online") }))
    .toSorted((a, b) => Number(b.online) - Number(a.online));
}

/** Why the server at `url` cannot serve the tests, or undefined when it can. */
async function findFault(url) {
  const { Client } = createRequire(join(root, "server", "package.json"))("pg");
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // An error after the answer, while the connection closes, does not change the answer.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS version, rolcreatedb OR rolsuper AS creates,
        EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS icu
      FROM pg_roles WHERE rolname = current_user`,
    );
    const [{ version, creates, icu }] = rows;
    if (version < minimumVersion * 10_000) return `it is older than PostgreSQL ${minimumVersion}.`;
    if (!creates) return "its user may not create databases.";
    if (!icu) return "it is built without ICU.";
    return undefined;
  } catch (error) {
    return error.message || error.code;
  } finally {
    await client.end().catch(() => {});
  }
}
