import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Item } from "@retro/contract/items";
import { openDatabaseAt } from "../../db/engines/open.ts";
import { faultCounters } from "../../observe/metrics.ts";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { runAlone } from "../../testing/databases/held-turns.ts";
import { startTcpProxy } from "../../testing/nodes/tcp-proxy.ts";

const postgres = engines.find(({ name }) => name === "PostgreSQL");

eachEngine("faults of a turn", (open) => {
  test("a push service that throws after the commit fails no response: the change is saved, the failure is counted", async () => {
    const { deps, visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = await makeBoard(ann);
    const broken = () => {
      throw new Error("the push service is broken");
    };
    deps.transport.broadcast = broken;
    deps.sockets.disconnectSession = broken;
    const before = faultCounters.afterCommit.value;
    const answers = [
      await ann.post(`${board.url}/items`, { title: "Saved", parent_id: board.columns[0] }),
      await ann.put(board.url, { title: "Renamed" }),
      await ann.post(`${board.url}/facilitators`),
      await ann.post(`${board.url}/timers`, { count_time: 60 }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200]);
    expect(answers[1]?.json()).toMatchObject({
      data: { title: "Renamed", version: 3 },
      meta: { version: 3 },
    });
    expect(flattenTree(await treeOf(ann, board.url)).some(({ title }) => title === "Saved")).toBe(true);
    expect((await ann.post("/api/v1/users/sign-out")).statusCode).toBe(200);
    expect(faultCounters.afterCommit.value).toBeGreaterThanOrEqual(before + 6);
  });

  test("one id on two boards at the same time: one 201, one 409, never 500", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const [one, two] = [await makeBoard(ann), await makeBoard(ann)];
    const races = Array.from({ length: 20 }, async () => {
      const id = randomUUID();
      const answers = await Promise.all(
        [one, two].map(({ url, columns }) =>
          ann.post(`${url}/items`, { id, title: "Whose?", parent_id: columns[0] }),
        ),
      );
      return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    });
    for (const statuses of await Promise.all(races)) expect(statuses).toEqual([201, 409]);
  });

  test("templates saved under one title at the same time get different titles, never 500", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = await makeBoard(ann);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ann.post(`/api/v1/boards/${board.id}/template`, { title: "Ours" })),
    );
    const saved = answers.filter(({ statusCode }) => statusCode === 201);
    const titles = saved.map((answer) => answer.json<{ data: { title: string } }>().data.title);
    expect(new Set(titles).size).toBe(saved.length);
    expect(
      answers.map(({ statusCode }) => statusCode).filter((code) => code !== 201 && code !== 409),
    ).toEqual([]);
  });

  test("over the length of a board's queue: 503 busy with Retry-After, and other boards go on", async () => {
    const { deps, visitor } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const [full, free] = [await makeBoard(ann), await makeBoard(ann)];
    const held = Promise.withResolvers<void>();
    const turns = [runAlone(deps.database.turns, full.id, () => held.promise)];
    for (let i = 0; i < 1000; i += 1)
      turns.push(runAlone(deps.database.turns, full.id, async () => undefined));
    const refused = await ann.post(`${full.url}/items`, { title: "Late", parent_id: full.columns[0] });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, "busy"]);
    expect(refused.headers["retry-after"]).toBe("1");
    await addSticker(ann, free, "On time");
    held.resolve();
    await Promise.all(turns);
    await addSticker(ann, full, "After the rush");
  });
});

describe.skipIf(postgres === undefined)("one board's turns on PostgreSQL", () => {
  const openHere = async (poolSize: number) => {
    const { where, drop } = await (postgres as (typeof engines)[0]).place();
    const { databaseUrl } = where as { databaseUrl: string };
    const proxy = await startTcpProxy(databaseUrl);
    const database = await openDatabaseAt({ databaseUrl: proxy.url, poolSize });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await database.close();
      await proxy.close();
      await drop();
    });
    return { database, client, proxy };
  };

  test("forty voters on a blocked board hold one connection: another board works, and no vote is lost", async () => {
    const { database, client } = await openHere(4);
    const { visitor } = await buildTestApp({ database });
    const ann = await visitor();
    const [busy, quiet] = [await makeBoard(ann), await makeBoard(ann)];
    const sticker = await addSticker(ann, busy, "Vote for me");
    const voters = await Promise.all(Array.from({ length: 40 }, () => visitor()));
    await client.query("begin");
    await client.query("update boards set version = version where id = $1", [busy.id]);
    const votes = voters.map((voter) => voter.post(`${busy.url}/items/${sticker.id}/vote`));
    const waiting = async () => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    await addSticker(ann, quiet, "Undisturbed");
    expect((await ann.get(quiet.url)).statusCode).toBe(200);
    expect(await waiting()).toBe(1);
    await client.query("rollback");
    expect((await Promise.all(votes)).map(({ statusCode }) => statusCode)).toEqual(voters.map(() => 200));
    const counted = flattenTree(await treeOf(ann, busy.url)).find(({ id }) => id === sticker.id);
    expect(counted?.votes).toBe(40);
  });

  test("a tree that cannot be read after the commit fails no response: the answer is the item", async () => {
    const { database, proxy } = await openHere(4);
    const { visitor } = await buildTestApp({ database });
    const ann = await visitor();
    const board = await makeBoard(ann);
    proxy.cutAt('from "votes"');
    const answer = await ann.post(`${board.url}/items?return=items`, {
      title: "Saved",
      parent_id: board.columns[0],
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json<{ data: Item }>().data.title).toBe("Saved");
  });
});
