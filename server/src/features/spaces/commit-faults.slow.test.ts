import { expect, test } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { breakCommits, mendCommits } from "../../testing/databases/broken-commits.ts";
import { type Listener, listenOn } from "../../testing/nodes/listener.ts";
import { listenOnSpace, makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const tables = ["boards", "spaces", "board_passes", "changes"] as const;
const passphrase = "horse battery staple";

interface Scene {
  ann: Visitor;
  bob: Visitor;
  key: string;
  /** In the space. */
  inside: { id: string; url: string };
  /** In no space. */
  outside: { id: string; url: string };
}

interface Command {
  name: string;
  before?: (scene: Scene) => Promise<unknown>;
  ask: (scene: Scene) => Promise<TestResponse>;
}

const space = ({ key }: Scene) => `/api/v1/spaces/${key}`;
/** The commands about a board as a whole and about spaces, all by Ann unless Bob gives a passphrase. */
const commands: Command[] = [
  { name: "locking a board", ask: ({ ann, inside }) => ann.put(`${inside.url}/lock`, { locked: true }) },
  {
    name: "unlocking a board",
    before: ({ ann, inside }) => ann.put(`${inside.url}/lock`, { locked: true }),
    ask: ({ ann, inside }) => ann.put(`${inside.url}/lock`, { locked: false }),
  },
  {
    name: "archiving a board",
    ask: ({ ann, inside }) => ann.put(`${inside.url}/archive`, { archived: true }),
  },
  { name: "putting a board into the bin", ask: ({ ann, inside }) => ann.delete(inside.url) },
  {
    name: "restoring a board from the bin",
    before: ({ ann, inside }) => ann.delete(inside.url),
    ask: ({ ann, inside }) => ann.put(`${inside.url}/restore`),
  },
  {
    name: "setting a passphrase",
    ask: ({ ann, inside }) => ann.put(`${inside.url}/passphrase`, { passphrase }),
  },
  {
    name: "removing a passphrase",
    before: ({ ann, inside }) => ann.put(`${inside.url}/passphrase`, { passphrase }),
    ask: ({ ann, inside }) => ann.put(`${inside.url}/passphrase`, { passphrase: null }),
  },
  {
    name: "giving a passphrase",
    before: ({ ann, inside }) => ann.put(`${inside.url}/passphrase`, { passphrase }),
    ask: ({ bob, inside }) => bob.post(`${inside.url}/pass`, { passphrase }),
  },
  { name: "making a space", ask: ({ ann }) => ann.post("/api/v1/spaces", { name: "Another" }) },
  { name: "renaming a space", ask: (scene) => scene.ann.put(space(scene), { name: "Renamed" }) },
  { name: "replacing a space's link", ask: (scene) => scene.ann.put(`${space(scene)}/link`) },
  {
    name: "making a board in a space",
    ask: (scene) => scene.ann.post(`${space(scene)}/boards`, { title: "New" }),
  },
  {
    name: "moving a board into a space",
    ask: (scene) => scene.ann.put(`${space(scene)}/boards/${scene.outside.id}`),
  },
  {
    name: "taking a board out of a space",
    ask: (scene) => scene.ann.delete(`${space(scene)}/boards/${scene.inside.id}`),
  },
];

async function makeScene(app: TestApp): Promise<Scene & { listeners: Listener[] }> {
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const key = await makeSpace(ann);
  const page = await listenOnSpace(app, ann, key);
  const { id } = await makeSpaceBoard(ann, key);
  await expect.poll(() => page.events("space.update")).toHaveLength(1);
  const inside = { id, url: `/api/v1/boards/${id}` };
  const outside = await makeBoard(ann);
  await bob.get(inside.url);
  const listeners = [page, await listenOn(app, bob, inside.id), await listenOn(app, bob, outside.id)];
  return { ann, bob, key, inside, outside, listeners };
}

/** All rows that the commands write. */
async function rowsOf({ db }: RetroDatabase): Promise<unknown> {
  const all = tables.map((table) => db.selectFrom(table).selectAll().execute());
  return structuredClone(await Promise.all(all));
}

/** What every connection has received, and whether it is still open. */
async function heardBy(listeners: readonly Listener[]): Promise<unknown> {
  for (const { raw } of listeners) if (raw.socket.readyState === raw.socket.OPEN) await raw.flush();
  return listeners.map(({ raw }) => [
    raw.socket.readyState === raw.socket.OPEN,
    raw.received.filter(({ event }) => !event.startsWith("pusher")).map(({ event, data }) => [event, data]),
  ]);
}

eachEngine("a commit that fails", (open) => {
  test.each(commands)(
    "[M1, G1] of $name: no success, no row and no event, and no subscription ends; the next attempt succeeds",
    async ({ before, ask }) => {
      const app = await buildTestApp({ database: await open() });
      await app.listen();
      const { database } = app.deps;
      const { listeners, ...scene } = await makeScene(app);
      await before?.(scene);
      // The space's page hears of its board, and of the command before, after their answers.
      const announced = before ? 2 : 1;
      await expect.poll(() => listeners[0]?.events("space.update")).toHaveLength(announced);
      const [rows, heard] = [await rowsOf(database), await heardBy(listeners)];
      await breakCommits(database, [...tables]);
      const failed = await ask(scene);
      expect([failed.statusCode, failed.body.includes("refused"), failed.body.includes("data")]).toEqual([
        500,
        false,
        false,
      ]);
      expect(await rowsOf(database)).toEqual(rows);
      expect(await heardBy(listeners)).toEqual(heard);
      await mendCommits(database, [...tables]);
      expect((await ask(scene)).statusCode).toBeLessThan(300);
      expect(await rowsOf(database)).not.toEqual(rows);
    },
  );
});
