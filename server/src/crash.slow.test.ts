import { expect, onTestFinished, test, vi } from "vitest";
import type { Board, TreeItem } from "@retro/contract/entities";
import { flattenTree } from "./testing/boards.ts";
import { dataFolder, enterAsVisitor, startProcess } from "./testing/process.ts";
import { engines } from "./testing/databases/test-engines.ts";

// Each test starts three processes, and a busy machine needs seconds for each.
vi.setConfig({ testTimeout: 120_000 });

/** A visitor whose server stops and starts again: the session is in the database. */
async function visit(address: string) {
  const entered = await enterAsVisitor(address, address);
  const config = await fetch(`${address}/api/v1/config`);
  const cookies = [...entered.headers.getSetCookie(), ...config.headers.getSetCookie()];
  const cookie = cookies.map((each) => each.split(";", 1)[0]).join("; ");
  const token = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? "";
  return async <T>(at: string, method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${at}/api/v1${path}`, {
      method,
      headers: { cookie, "x-xsrf-token": token, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
}

test.each(engines)("two kills while writing on $name: what was acknowledged is there", async ({ place }) => {
  const { where, drop } = await place();
  onTestFinished(drop);
  const env: Record<string, string> =
    "databaseUrl" in where
      ? { DATABASE_URL: where.databaseUrl, DATA_DIR: dataFolder() }
      : { DATA_DIR: where.folder };
  let server = startProcess(env);
  let address = await server.address;
  const call = await visit(address);
  const { id } = await call<Board>(address, "POST", "/boards", { title: "Crash" });
  const tree = () => call<TreeItem[]>(address, "GET", `/boards/${id}/items`);
  const parent_id = (await tree())[0]?.children[0]?.id;
  const acknowledged: string[] = [];
  for (let kill = 0; kill < 2; kill += 1) {
    const add = async (title: string) => {
      await call(address, "POST", `/boards/${id}/items`, { title, parent_id });
      acknowledged.push(title);
    };
    for (let i = 0; i < 5; i += 1) await add(`${kill}.${i}`);
    // A command in progress while the process is killed is saved completely or not at all.
    const unanswered = Array.from({ length: 8 }, (_, i) => add(`${kill}, unanswered ${i}`));
    server.child.kill("SIGKILL");
    await Promise.allSettled(unanswered);
    await server.exit;
    server = startProcess(env);
    address = await server.address;
    const stickers = flattenTree(await tree()).filter(({ kind }) => kind === "sticker");
    expect(stickers.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged));
    const { version } = await call<Board>(address, "GET", `/boards/${id}`);
    expect(version).toBe(1 + stickers.length);
  }
});
