import type { Socket } from "node:net";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { buildTestApp } from "../../testing/app.ts";
import { engines } from "../../testing/databases/test-engines.ts";

/** A connection, as far as the test looks into the driver. */
type Wire = pg.Client & { connection: { stream: Socket } };

/** Calls back for each system call that sends something on this socket. */
function onSend(stream: Socket, callback: () => void): void {
  for (const method of ["_write", "_writev"] as const) {
    const send = stream[method]?.bind(stream) as ((...args: unknown[]) => void) | undefined;
    Object.assign(stream, {
      [method]: (...args: unknown[]) => {
        callback();
        send?.(...args);
      },
    });
  }
}

/**
 * @returns how often this process sends something to PostgreSQL after it got an answer, or for the first
 * time; and how many system calls it needs for that
 */
async function countRoundTrips(work: () => Promise<void>): Promise<{ trips: number; sends: number }> {
  const waiting = new Map<pg.Client, boolean>();
  let trips = 0;
  let sends = 0;
  // oxlint-disable-next-line typescript/unbound-method
  const original = pg.Client.prototype.query as (...args: unknown[]) => never;
  const watch = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function watched(
    this: Wire,
    ...args: unknown[]
  ) {
    if (!waiting.has(this)) {
      this.connection.stream.on("data", () => waiting.set(this, false));
      onSend(this.connection.stream, () => {
        sends += 1;
      });
    }
    if (waiting.get(this) !== true) trips += 1;
    waiting.set(this, true);
    return original.apply(this, args);
  });
  try {
    await work();
  } finally {
    watch.mockRestore();
  }
  return { trips, sends };
}

async function boardOnPostgres() {
  const { database, drop } = await engines[1]!.open();
  onTestFinished(drop);
  const { visitor } = await buildTestApp({ database });
  const ann = await visitor();
  const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: Board }>().data;
  const items = `/api/v1/boards/${board.id}/items`;
  const tree = (await ann.get(items)).json<{ data: TreeItem[] }>().data;
  return { database, ann, board, items, parent_id: tree[0]?.children[0]?.id };
}

describe.skipIf(inject("postgres") === null)("round trips to PostgreSQL", () => {
  test("adding a sticker takes two, one for all that must be known and one for all that is written, on a board that other requests have used", async () => {
    const { ann, items, parent_id } = await boardOnPostgres();
    const add = () => ann.post(items, { id: crypto.randomUUID(), title: "Slow builds", parent_id });
    expect((await add()).statusCode).toBe(201);
    expect(
      await countRoundTrips(async () => {
        expect((await add()).statusCode).toBe(201);
      }),
    ).toEqual({ trips: 2, sends: 2 });
  });

  test("a write that fails among writes that are sent together leaves nothing, and the connection serves the next request", async () => {
    const { database, ann, board, items, parent_id } = await boardOnPostgres();
    await database.db.schema.alterTable("changes").renameTo("changes_away").execute();
    expect((await ann.post(items, { title: "Lost", parent_id })).statusCode).toBe(500);
    await database.db.schema.alterTable("changes_away").renameTo("changes").execute();
    expect((await ann.post(items, { title: "Kept", parent_id })).statusCode).toBe(201);
    const rows = await database.db
      .selectFrom("items")
      .select("title")
      .where("kind", "=", "sticker")
      .execute();
    expect(rows).toEqual([{ title: "Kept" }]);
    const { version, sticker_count } = await database.db
      .selectFrom("boards")
      .select(["version", "sticker_count"])
      .executeTakeFirstOrThrow();
    expect({ version, sticker_count }).toEqual({ version: board.version + 1, sticker_count: 1 });
  });
});
