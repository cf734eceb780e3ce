import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { buildTestApp } from "../../testing/app.ts";
import { createDatabase } from "../../testing/databases/postgres.ts";
import { SecondNodeError, takeNodeLock } from "../node-lock.ts";
import { openDatabaseAt } from "./open.ts";

const installed = spawnSync("pgbouncer", ["--version"]).status === 0;
const needed = installed ? "" : " (not tested: PgBouncer is not installed)";

/** Starts PgBouncer in transaction mode with two connections. @returns the database's address behind it */
async function startPooler(databaseUrl: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "retro-pgbouncer-"));
  const free = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => resolve(found));
    });
  });
  const user = decodeURIComponent(username) || "postgres";
  writeFileSync(join(folder, "users.txt"), `"${user}" ""\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname || "127.0.0.1"} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${free}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 2
`,
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn("pgbouncer", [join(folder, "pgbouncer.ini")], { stdio: "ignore", ...nobody });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitUntil(() => accepts(free), { timeout: 20_000 });
  return `postgres://${user}@127.0.0.1:${free}${pathname}?pgbouncer=true`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => (socket.destroy(), resolve(true)));
    socket.on("error", () => resolve(false));
  });
}

test.skipIf(!installed || inject("postgres") === null)(
  `behind PgBouncer in transaction mode a board works, and one server holds the lock${needed}`,
  async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const pooled = await startPooler(url);
    const database = await openDatabaseAt({ databaseUrl: pooled });
    const { visitor, close } = await buildTestApp({ database });
    onTestFinished(close);
    const ann = await visitor();
    const created = await Promise.all([1, 2, 3].map((n) => ann.post("/api/v1/boards", { title: `B${n}` })));
    const boards = created.map((answer) => answer.json<{ data: Board }>().data.id);
    const add = async (board: string): Promise<number[]> => {
      const items = `/api/v1/boards/${board}/items`;
      const tree = (await ann.get(items)).json<{ data: TreeItem[] }>().data;
      const sticker = { title: "Slow builds", parent_id: tree[0]?.children[0]?.id };
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ann.post(items, sticker)));
      return answers.map(({ statusCode }) => statusCode);
    };
    expect((await Promise.all(boards.map(add))).flat()).toEqual(Array.from({ length: 15 }, () => 201));
    const counts = await database.db.selectFrom("boards").select("sticker_count").execute();
    expect(counts).toEqual([5, 5, 5].map((sticker_count) => ({ sticker_count })));

    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const lock = await takeNodeLock(pooled, log, { isShared: false });
    vi.useFakeTimers({ toFake: ["Date"] });
    const second = takeNodeLock(pooled, log, { isShared: false });
    vi.setSystemTime(Date.now() + 60_000);
    await expect(second).rejects.toThrow(SecondNodeError);
    vi.useRealTimers();
    await lock.release();
    await (await takeNodeLock(pooled, log, { isShared: false })).release();
  },
  60_000,
);
