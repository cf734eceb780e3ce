import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabaseAt } from "./db/engines/open.ts";
import { dataFolder, enterAsVisitor, folderForEverybody, startProcess } from "./testing/process.ts";
import { engines } from "./testing/databases/test-engines.ts";
import { startTcpProxy } from "./testing/nodes/tcp-proxy.ts";

// Each test starts processes, and a busy machine needs seconds for each.
vi.setConfig({ testTimeout: 90_000 });
const postgres = engines.find(({ name }) => name === "PostgreSQL");
const oneLine = /^[^\n]+$/;

async function makeDatabase(): Promise<string> {
  const { where, drop } = await (postgres as (typeof engines)[0]).place();
  onTestFinished(drop);
  return (where as { databaseUrl: string }).databaseUrl;
}

const nameIn = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** An empty database with a role that is no superuser. */
async function databaseOfRole(options: string): Promise<{ url: string; admin: pg.Client }> {
  const databaseUrl = await makeDatabase();
  const role = `${nameIn(databaseUrl)}_role`;
  const root = await connected(databaseUrl);
  await root.query(`create role ${role} login password 'secret' ${options}`);
  // Hooks run from the last to the first: the database, which may belong to the role, is dropped after this.
  onTestFinished(async () => {
    const admin = await connected(databaseUrl);
    await admin.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
  });
  const url = new URL(databaseUrl);
  [url.username, url.password] = [role, "secret"];
  return { url: url.href, admin: await connected(databaseUrl) };
}

/** Modes of the folder and of every file in it, in octal. */
function modes(folder: string): Record<string, string> {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const files = readdirSync(folder).map((name) => [name, mode(join(folder, name))]);
  return { ".": mode(folder), ...Object.fromEntries(files) };
}

describe("data at rest", () => {
  test.each([{ APP_SECRET: "a secret given by hand" }, {}])(
    "a folder of 755 with files of 644 becomes 700 and 600, with %j",
    async (env) => {
      const folder = dataFolder();
      const database = await openDatabaseAt({ folder });
      await database.close();
      for (const name of ["server.lock", "backup.db"]) writeFileSync(join(folder, name), "");
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
      chmodSync(folder, 0o755);
      const server = startProcess({ DATA_DIR: folder, ...env }, { umask: 0o022 });
      await server.address;
      const found = modes(folder);
      expect(Object.keys(found)).toEqual(
        expect.arrayContaining(["retro.db", "retro.db-wal", "retro.db-shm", "server.lock", "backup.db"]),
      );
      expect(found).toEqual({
        ...Object.fromEntries(Object.keys(found).map((name) => [name, "600"])),
        ".": "700",
      });
    },
  );

  test("a new folder is made for its owner alone", async () => {
    const folder = join(dataFolder(), "data");
    const server = startProcess({ DATA_DIR: folder, APP_SECRET: "a secret given by hand" }, { umask: 0o000 });
    await server.address;
    for (const [name, mode] of Object.entries(modes(folder)))
      expect([name, mode]).toEqual([name, name === "." ? "700" : "600"]);
  });
});

describe("a start that fails ends with one line that says why", () => {
  const asNobody = { uid: 65534, gid: 65534 };

  test.skipIf(process.getuid?.() !== 0)("a read-only folder", async () => {
    const folder = join(folderForEverybody(), "data");
    mkdirSync(folder, { mode: 0o555 });
    const server = startProcess({ DATA_DIR: folder, APP_SECRET: "a secret given by hand" }, asNobody);
    expect(await server.exit).toBe(1);
    expect(server.errorText().trim()).toMatch(oneLine);
    expect(server.text()).toContain(`DATA_DIR "${folder}" cannot be used`);
  });

  test.skipIf(process.platform !== "linux").each([{}, { APP_SECRET: "a secret given by hand" }])(
    "a folder on a file system where nobody can make one, with %j",
    async (env) => {
      const server = startProcess({ DATA_DIR: "/proc/retro/data", ...env });
      expect(await server.exit).toBe(78);
      expect(server.errorText().trim()).toMatch(oneLine);
      expect(server.text()).toContain('DATA_DIR "/proc/retro/data" cannot be used');
    },
  );

  test("an audit log that cannot be written", async () => {
    const folder = dataFolder();
    const server = startProcess({ DATA_DIR: folder, AUDIT_LOG: folder });
    expect(await server.exit).toBe(1);
    expect(server.errorText().trim()).toMatch(oneLine);
    expect(server.errorText()).toContain(`AUDIT_LOG "${folder}" cannot be written: EISDIR`);
  });

  test("a file that is no database", async () => {
    const folder = dataFolder();
    writeFileSync(join(folder, "retro.db"), "This is not a database. ".repeat(100));
    const server = startProcess({ DATA_DIR: folder });
    expect(await server.exit).toBe(1);
    expect(server.errorText().trim()).toBe(
      `DATA_DIR "${folder}" cannot be used: retro.db is damaged or not a database; restore a backup.`,
    );
  });
});

test("a rejected promise that nobody handles is logged and counted, and the server continues", async () => {
  const hook = `data:text/javascript,process.on("SIGUSR2", () => { Promise.reject(new Error("nobody handles this")); })`;
  const server = startProcess({ DATA_DIR: dataFolder() }, { args: ["--import", hook] });
  const address = await server.address;
  server.child.kill("SIGUSR2");
  const metric = async () => {
    const text = await (await fetch(`${address}/metrics`)).text();
    return /^retro_unhandled_rejections_total (\d+)$/m.exec(text)?.[1];
  };
  await expect.poll(metric).toBe("1");
  expect(server.text()).toContain("nobody handles this");
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
});

test("an exception that no code caught stops the server in order, with code 1", async () => {
  const hook = `data:text/javascript,process.on("SIGUSR2", () => { throw new Error("half-way"); })`;
  const env = { DATA_DIR: dataFolder() };
  const crashes = async (address: string) =>
    Number(
      /^retro_crash_timestamp_seconds (\S+)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1],
    );
  const server = startProcess(env, { args: ["--import", hook] });
  expect(await crashes(await server.address)).toBe(0);
  server.child.kill("SIGUSR2");
  expect(await server.exit).toBe(1);
  expect(server.text()).toContain("half-way");
  expect(server.text()).toContain("stopping");
  // The alert sees it although the counters of the server ended with it.
  const next = startProcess(env);
  const address = await next.address;
  await expect.poll(() => crashes(address)).toBeGreaterThan(0);
  const crashedAt = await crashes(address);
  // A stop in order is none.
  next.child.kill("SIGTERM");
  expect(await next.exit).toBe(0);
  const last = await startProcess(env).address;
  await expect.poll(() => crashes(last)).toBe(crashedAt);
});

describe.skipIf(postgres === undefined)("several processes on one PostgreSQL database", () => {
  test("a second server with the built-in push endpoint refuses in one line, and admin works beside the first", async () => {
    const databaseUrl = await makeDatabase();
    const first = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: databaseUrl, DATBASE_URL: "x" });
    const address = await first.address;
    const { host, pathname } = new URL(databaseUrl);
    await expect
      .poll(() => first.errorText())
      .toContain(`Data: PostgreSQL at ${host}${pathname}, a new database\n`);
    expect(first.text()).toContain('"given":"DATBASE_URL","meant":"DATABASE_URL"');
    const second = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: databaseUrl });
    const admin = startProcess(
      { DATA_DIR: dataFolder(), DATABASE_URL: databaseUrl },
      { entry: "cli/admin-cli.ts", words: ["list"] },
    );
    expect(await admin.exit).toBe(0);
    expect(await second.exit).toBe(1);
    expect(second.errorText().trim()).toMatch(oneLine);
    expect(second.errorText()).toMatch(/^Another Retro server uses the database/);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    first.child.kill("SIGKILL");
    await first.exit;
    await startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: databaseUrl }).address;
  });

  test("a start while every connection is in use waits for one", async () => {
    const { url, admin } = await databaseOfRole("connection limit 14");
    const others = await Promise.all(Array.from({ length: 14 }, () => connected(url)));
    await admin.query(`alter database ${nameIn(url)} owner to ${new URL(url).username}`);
    const server = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: url });
    await expect.poll(server.text, { timeout: 30_000 }).toContain("PostgreSQL has no free connection");
    expect(server.child.exitCode).toBeNull();
    for (const other of others) await other.end();
    expect((await fetch(`${await server.address}/health/ready`)).status).toBe(200);
  });

  test("a role that may make no tables: one line says what to grant, and with that the start succeeds", async () => {
    const { url, admin } = await databaseOfRole("");
    const env = { DATA_DIR: dataFolder(), DATABASE_URL: url };
    const refused = startProcess(env);
    expect(await refused.exit).toBe(1);
    const grant = `grant create, usage on schema public to "${new URL(url).username}";`;
    expect(refused.errorText().trim()).toBe(
      `The database at DATABASE_URL cannot be used: permission denied for schema public. Let the owner of the database run in it: ${grant}`,
    );
    await admin.query("revoke usage on schema public from public");
    const blind = startProcess(env);
    expect(await blind.exit).toBe(1);
    expect(blind.errorText()).toContain(grant);
    await admin.query(grant);
    await startProcess(env).address;
  });

  test("two servers with a hosted push service share the generated secret", async () => {
    const databaseUrl = await makeDatabase();
    const hosted = {
      PUSHER_APP_ID: "1",
      PUSHER_KEY: "k",
      PUSHER_SECRET: "s",
      PUSHER_HOST: "http://127.0.0.1",
    };
    const [one, two] = [1, 2].map(() =>
      startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: databaseUrl, ...hosted }),
    );
    const entered = await enterAsVisitor(String(await one?.address), String(await two?.address));
    expect(entered.status).toBe(201);
  });

  test("the lock is taken again after PostgreSQL was away, and readiness follows", async () => {
    const proxy = await startTcpProxy(await makeDatabase());
    onTestFinished(() => proxy.close());
    const server = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: proxy.url });
    const address = await server.address;
    const ready = async () => (await fetch(`${address}/health/ready`)).status;
    expect(await ready()).toBe(200);
    await proxy.cut();
    expect(await ready()).toBe(503);
    await proxy.restore();
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    const second = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: proxy.url });
    expect(await second.exit).toBe(1);
  });
});
