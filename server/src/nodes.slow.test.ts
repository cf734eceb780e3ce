import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { channels } from "@retro/contract/events";
import type { RawClient } from "./realtime/testing.ts";
import { type Installation, RoamingVisitor, startInstallation } from "./testing/nodes/nodes.ts";
import { createDatabase } from "./testing/databases/postgres.ts";
import { dataFolder, startProcess } from "./testing/process.ts";
import { hasRedis } from "./testing/nodes/redis.ts";
import { engines } from "./testing/databases/test-engines.ts";

// Each test starts processes, and a busy machine needs seconds for each.
vi.setConfig({ testTimeout: 90_000, expect: { poll: { timeout: 20_000 } } });
const canRun = hasRedis && engines.some(({ name }) => name === "PostgreSQL");

const received = (raw: RawClient, event: string) => raw.received.filter((frame) => frame.event === event);
const addresses = ({ nodes }: Installation) => nodes.map(({ url }) => url) as [string, string];

async function query(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

describe.skipIf(!canRun)("two servers on one database and one Redis, without sticky sessions", () => {
  test("are one service: entry, changes, facilitation, whispers and the end of a session", async () => {
    const [one, two] = addresses(await startInstallation([[], []]));
    const ann = await RoamingVisitor.enter(one, two, "Ann");
    const bob = await RoamingVisitor.enter(two, one, "Bob");
    const board = await ann.makeBoard(one);
    // The requests that authorise a connection reach the other server.
    const annTab = await ann.listen(one, two, board.id);
    const bobTab = await bob.listen(two, one, board.id);
    expect(received(annTab, "pusher_internal:member_added").map(({ data }) => data.user_id)).toEqual([
      bob.user.id,
    ]);

    const added = await ann.send(
      two,
      "POST",
      `${board.url}/items`,
      { title: "Hi", parent_id: board.column },
      {
        "x-socket-id": annTab.socketId,
      },
    );
    expect(added.status).toBe(201);
    await bobTab.receive("board-items.update");
    await bob.send(one, "POST", `${board.url}/items`, { title: "Ho", parent_id: board.column });
    await annTab.receive("board-items.update");
    // Ann's own change did not come back to her, though it was made on the other server.
    expect(received(annTab, "board-items.update")).toHaveLength(1);

    // Attack: while the authors are hidden, a whisper would name one. Only the other server has carried out
    // the change.
    const whisper = () =>
      annTab.send("client-edit.board-item", { item_id: "x" }, channels.presence(board.id));
    whisper();
    await bobTab.receive("client-edit.board-item");
    await bob.send(two, "POST", `${board.url}/facilitators`, {});
    await bob.send(two, "PUT", `${board.url}/facilitators`, { option: "avatars", value: "hide" });
    await annTab.receive("facilitator.update");
    whisper();
    expect((await annTab.receive("pusher:error")).data.code).toBe(4301);

    // Attack: a solution is used again on the other server.
    const thief = new RoamingVisitor();
    await thief.send(one, "GET", "/api/v1/config");
    const again = await thief.send(one, "POST", "/api/v1/users/anonymous", { solution: ann.solution });
    expect(again.status).toBe(422);

    // Attack: a stranger names somebody's connection at the other server, to withhold an event from it.
    await bob.send(
      two,
      "POST",
      `${board.url}/items`,
      { title: "Hm", parent_id: board.column },
      {
        "x-socket-id": annTab.socketId,
      },
    );
    await annTab.receive("board-items.update");

    // The end of a session reaches its connections on every server, and its cookie is worth nothing on any.
    await ann.send(two, "POST", "/api/v1/users/sign-out", {});
    expect(await annTab.waitForClose()).toBe(4009);
    expect((await bobTab.receive("pusher_internal:member_removed")).data.user_id).toBe(ann.user.id);
    expect((await ann.send(one, "GET", "/api/v1/users/auth")).status).toBe(401);
  });

  test("a clock that is an hour ahead on one server moves no countdown, and one of them ends a timer", async () => {
    const ahead = "data:text/javascript,const now = Date.now; Date.now = () => now() + 3_600_000;";
    const installation = await startInstallation([[], ["--import", ahead]]);
    const [one, two] = addresses(installation);
    const ann = await RoamingVisitor.enter(one, two);
    const board = await ann.makeBoard(one);
    const tab = await ann.listen(one, two, board.id);
    const add = (at: string) =>
      ann.send(at, "POST", `${board.url}/items`, { title: "x", parent_id: board.column });
    await ann.send(one, "POST", `${board.url}/timers`, { count_time: 600 });
    const started = await tab.receive("timer.store");
    await add(two);
    await ann.send(two, "PUT", `${board.url}/timers`, { pause_time: 1 });
    const paused = await tab.receive("timer.pause");
    const times = [started, paused].map(({ data }) => (data as unknown as { serverTime: number }).serverTime);
    expect(Math.abs((times[1] ?? 0) - (times[0] ?? 0))).toBeLessThan(60_000);
    expect(received(tab, "timer.delete")).toEqual([]);

    // The time runs out while both servers work on the board.
    await ann.send(one, "PUT", `${board.url}/timers`, { start_time: 1 });
    await query(
      installation.databaseUrl,
      `UPDATE boards SET timer_settles_at = timer_settles_at - 3600000,
        timer = jsonb_set(timer::jsonb, '{startTime}', to_jsonb((timer::jsonb->>'startTime')::bigint - 3600000))::text
       WHERE id = $1`,
      [board.id],
    );
    await Promise.all([one, two, one, two].map(add));
    await tab.receive("timer.delete");
    const { body } = await ann.send<{ data: { version: number } }>(one, "GET", board.url);
    // One version for the end of the timer, four for the stickers.
    const [row] = await query(installation.databaseUrl, "SELECT version FROM boards WHERE id = $1", [
      board.id,
    ]);
    expect(Number(row?.["version"])).toBe(body.data.version);
    await tab.flush();
    expect(received(tab, "timer.delete")).toHaveLength(1);
  });
});

describe.skipIf(!canRun)("a start", () => {
  test("without Redis beside servers with it is refused in one line", async () => {
    const installation = await startInstallation([[]]);
    const alone = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: installation.databaseUrl });
    expect(await alone.exit).toBe(1);
    expect(alone.errorText().trim()).toMatch(
      /^Another Retro server uses the database [^\n]+ set REDIS_URL on both\.$/,
    );
  });

  test("with a Redis that does not answer ends with one line, without its password", async () => {
    const made = await createDatabase();
    onTestFinished(made.drop);
    const server = startProcess({
      DATA_DIR: dataFolder(),
      DATABASE_URL: made.url,
      REDIS_URL: "redis://:hush@127.0.0.1:1",
    });
    expect(await server.exit).toBe(1);
    expect(server.errorText().trim()).toMatch(/^The Redis at REDIS_URL cannot be used: .*ECONNREFUSED.*\.$/);
    expect(server.text()).not.toContain("hush");
  });
});
