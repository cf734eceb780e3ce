import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { flattenTree } from "./testing/boards.ts";
import { dataFolder, startProcess, visit } from "./testing/process.ts";
import { dataProcess } from "./testing/databases/data-tools.ts";
import { engines, type TestEngine } from "./testing/databases/test-engines.ts";

/** `npm run bench -- crash` asks for more. */
const kills = Number(process.env["CRASH_KILLS"] ?? 2);
const writers = 8;

// Each kill starts three processes, and a busy machine needs seconds for each.
vi.setConfig({ testTimeout: 60_000 * (kills + 1) });

/** What a sticker may be: one state, or two while a change is unanswered. */
type StickerStates = Map<string, readonly string[]>;
const absent = "absent";
const describeSticker = ({ title, votes }: Pick<TreeItem, "title" | "votes">) => `${title}, ${votes} votes`;

async function emptyPlace({ place }: TestEngine): Promise<Record<string, string>> {
  const { where, drop } = await place();
  onTestFinished(drop);
  return "databaseUrl" in where
    ? { DATABASE_URL: where.databaseUrl, DATA_DIR: dataFolder() }
    : { DATA_DIR: where.folder };
}

/** Starts the server, kills it at a random moment of its start, and starts it again. */
async function startTwice(env: Record<string, string>, startMs: number) {
  const first = startProcess(env);
  // The random moment is what the test tries, and no wait for anything.
  await wait(randomInt(startMs));
  first.child.kill("SIGKILL");
  await first.exit;
  const server = startProcess(env);
  return { server, address: await server.address };
}

async function expectNoFault(env: Record<string, string>): Promise<void> {
  expect(await dataProcess(env, ["verify"])).toEqual({ code: 0, text: expect.any(String) });
}

test.each(engines)(
  "kill -9 while eight write on $name: all that was acknowledged is there, and nothing in part",
  async (engine) => {
    const env = await emptyPlace(engine);
    let server = startProcess(env);
    let address = await server.address;
    const call = await visit(address);
    const { id } = await call<Board>(address, "POST", "/boards", { title: "Crash" });
    const items = `/boards/${id}/items`;
    const tree = () => call<TreeItem[]>(address, "GET", items);
    const parent_id = (await tree())[0]?.children[0]?.id;
    const stickers: StickerStates = new Map();
    let acknowledged = 0;
    let startMs = 1000;
    for (let kill = 0; kill < kills; kill += 1) {
      const killAt = acknowledged + randomInt(20, 80);
      const change = async (sticker: string, state: string, method: string, path: string, body?: object) => {
        stickers.set(sticker, [...(stickers.get(sticker) ?? [absent]), state]);
        await call(address, method, items + path, body);
        stickers.set(sticker, [state]);
        acknowledged += 1;
        if (acknowledged === killAt) server.child.kill("SIGKILL");
      };
      const write = async () => {
        for (let n = 0; ; n += 1) {
          const sticker = randomUUID();
          const added = { id: sticker, title: "Added", parent_id };
          await change(sticker, "Added, 0 votes", "POST", "", added);
          await change(sticker, "Edited, 0 votes", "PUT", `/${sticker}`, { title: "Edited" });
          await change(sticker, "Edited, 1 votes", "POST", `/${sticker}/vote`);
          if (n % 2 === 1) await change(sticker, absent, "DELETE", `/${sticker}`);
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: writers }, write));
      // Without an answer fetch throws a TypeError; a refusal is a fault of the test.
      for (const end of ends) expect(end).toMatchObject({ reason: expect.any(TypeError) });
      await server.exit;
      const from = performance.now();
      ({ server, address } = await startTwice(env, Math.ceil(startMs)));
      startMs = performance.now() - from;
      const saved = flattenTree(await tree()).filter(({ kind }) => kind === "sticker");
      const found = new Map(saved.map((sticker) => [sticker.id, describeSticker(sticker)]));
      for (const [sticker, states] of stickers) {
        const state = found.get(sticker) ?? absent;
        if (!states.includes(state))
          throw new Error(`${sticker} is "${state}", not "${states.join('" or "')}"`);
        stickers.set(sticker, [state]);
      }
      await expectNoFault(env);
    }
    process.stderr.write(`${engine.name}: ${acknowledged} acknowledged changes, ${2 * kills} kills\n`);
  },
);

test.each(engines)("kill -9 during the first start on $name: the next start serves", async (engine) => {
  for (let kill = 0; kill < kills; kill += 1) {
    const env = await emptyPlace(engine);
    const { server } = await startTwice(env, 2000);
    await expectNoFault(env);
    server.child.kill("SIGKILL");
    await server.exit;
  }
});
