import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { startBalancer } from "./testing/nodes/balancer.ts";
import { RoamingVisitor, ServerStopsError, startInstallation } from "./testing/nodes/nodes.ts";
import { hasRedis } from "./testing/nodes/redis.ts";
import { engines } from "./testing/databases/test-engines.ts";

// The test starts six processes, and a busy machine needs seconds for each.
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 30_000 } } });
const canRun = hasRedis && engines.some(({ name }) => name === "PostgreSQL");

interface TestBoard {
  id: string;
  url: string;
  column: string;
}

/** Adds a sticker; false if the answer was lost, or the server asks to try again. */
async function addSticker(by: RoamingVisitor, at: string, board: TestBoard, id: string): Promise<boolean> {
  try {
    const body = { id, title: "x", parent_id: board.column };
    const { status } = await by.send(at, "POST", `${board.url}/items`, body);
    // 409: the first try was saved, and its answer was lost.
    if ([200, 201, 409].includes(status)) return true;
    if (status === 503) return false;
    throw new Error(`a sticker was refused with ${status}`);
  } catch (error) {
    if (isBrokenOff(error)) return false;
    throw error;
  }
}

/**
 * Whether a request failed because a server stops: `fetch` throws a TypeError when the connection is reset.
 */
function isBrokenOff(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ServerStopsError;
}

/** Repeats a request that a stopping server breaks off, as the browser does. */
async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await request();
    } catch (error) {
      if (!isBrokenOff(error)) throw error;
    }
}

interface Tree {
  id: string;
  children: Tree[];
}

interface Changes {
  reload?: boolean;
  version?: number;
  changes?: { item?: { id: string } }[];
}

/** A client that reconnects after a close, and catches up as the browser does. */
class Reader {
  readonly seen = new Set<string>();
  readonly closeCodes: number[] = [];
  connecting: Promise<void> = Promise.resolve();
  #version = 0;
  readonly #by: RoamingVisitor;
  readonly #at: string;
  readonly #board: TestBoard;

  constructor(by: RoamingVisitor, at: string, board: TestBoard) {
    this.#by = by;
    this.#at = at;
    this.#board = board;
  }

  async connect(): Promise<void> {
    const raw = await untilAnswered(() => this.#by.listen(this.#at, this.#at, this.#board.id));
    raw.socket.on("message", () => {
      for (const { event, data } of raw.takeReceived())
        if (event === "board-items.update") this.#note(data as Changes);
    });
    raw.socket.once("close", (code) => {
      this.closeCodes.push(code);
      if (code === 4200) this.connecting = this.connect();
    });
    await untilAnswered(() => this.catchUp());
  }

  async catchUp(): Promise<void> {
    const path = `${this.#board.url}/changes?since=${this.#version}`;
    const { data } = (await this.#by.send<{ data: Changes }>(this.#at, "GET", path)).body;
    if (data.reload === true) await this.#load();
    else {
      this.#note(data);
      this.#version = data.version ?? this.#version;
    }
  }

  /** As the browser does when too much has changed. */
  async #load(): Promise<void> {
    const path = `${this.#board.url}/items`;
    const { body } = await this.#by.send<{ data: Tree[]; meta: { version: number } }>(this.#at, "GET", path);
    const walk = (items: Tree[]): void => {
      for (const { id, children } of items) {
        this.seen.add(id);
        walk(children);
      }
    };
    walk(body.data);
    this.#version = body.meta.version;
  }

  #note({ changes = [] }: Changes): void {
    for (const { item } of changes) if (item !== undefined) this.seen.add(item.id);
  }
}

test.skipIf(!canRun)(
  "three servers are restarted one after the other under load: nothing is lost, and clients reconnect once for each",
  async () => {
    const installation = await startInstallation([[], [], []]);
    const balancer = await startBalancer(() => installation.nodes.map(({ url }) => url));
    const ann = await RoamingVisitor.enter(balancer.url, balancer.url);
    const bob = await RoamingVisitor.enter(balancer.url, balancer.url);
    const board = await ann.makeBoard(balancer.url);
    const reader = new Reader(ann, balancer.url, board);
    await reader.connect();

    const acknowledged: string[] = [];
    const over = new AbortController();
    const write = async (by: RoamingVisitor) => {
      while (!over.signal.aborted) {
        const id = randomUUID();
        // A lost answer is repeated, as the browser does: the id makes that harmless.
        while (!(await addSticker(by, balancer.url, board, id))) continue;
        acknowledged.push(id);
      }
    };
    const writers = Promise.all([write(ann), write(bob)]);
    for (const [at, old] of installation.nodes.entries()) {
      const written = acknowledged.length;
      installation.nodes[at] = await installation.add();
      old.process.child.kill("SIGTERM");
      expect(await old.process.exit).toBe(0);
      await expect.poll(() => acknowledged.length).toBeGreaterThan(written + 5);
    }
    over.abort();
    await writers;
    await reader.connecting;
    await reader.catchUp();

    const client = new pg.Client({ connectionString: installation.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ id: string }>("SELECT id FROM items WHERE board_id = $1", [
      board.id,
    ]);
    await client.end();
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(acknowledged.filter((id) => !reader.seen.has(id))).toEqual([]);
    // 4200: the client reconnects at once.
    expect(reader.closeCodes.filter((code) => code !== 4200)).toEqual([]);
    expect(reader.closeCodes.length).toBeLessThanOrEqual(3);
    await balancer.close();
  },
);
