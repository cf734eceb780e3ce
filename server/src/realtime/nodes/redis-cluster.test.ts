import { expect, test, vi } from "vitest";
import { hasRedis, startRedisCluster } from "../../testing/nodes/redis.ts";
import { createRedisBus } from "./redis-bus.ts";
import {
  type Endpoint,
  connectRaw,
  createMemoryLog,
  joinRaw,
  type RawClient,
  startEndpoint,
} from "../testing.ts";

vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } });
const timing = { heartbeatMs: 100, silenceMs: 2_000 };
/** They are on both shards. */
const boards = Array.from({ length: 8 }, (_, at) => `presence-boards.${at}`);

async function startNode(url: string): Promise<Endpoint> {
  const bus = await createRedisBus({ url, prefix: "test:", log: createMemoryLog() });
  return startEndpoint({ bus, timing });
}

async function joinAll(node: Endpoint, userId: string): Promise<RawClient> {
  const raw = await connectRaw(node);
  node.sockets.bindSocket(`session-${userId}`, raw.socketId, userId);
  for (const board of boards) await joinRaw(node, raw, board, userId);
  return raw;
}

test.skipIf(!hasRedis)(
  "over a cluster of two shards, delivery and presence survive the loss of one",
  async () => {
    const [a, b] = await startRedisCluster();
    const [one, two] = [await startNode(a.url), await startNode(b.url)];
    const ann = await joinAll(one, "ann");
    await joinAll(two, "bob");
    const membersOnOne = () =>
      Promise.all(
        boards.map(async (board) => new Set(await one.presence.members(board).catch((): string[] => []))),
      );
    await expect.poll(membersOnOne).toEqual(boards.map(() => new Set(["ann", "bob"])));
    const heard = (event: string) =>
      ann.received.filter((frame) => frame.event === event).map(({ channel }) => channel);
    const sendAll = (event: string) => boards.forEach((board) => two.transport.broadcast(board, event, {}));
    sendAll("first");
    await expect.poll(() => new Set(heard("first"))).toEqual(new Set(boards));

    await b.stop();
    await expect.poll(() => [one.nodes.connected, two.nodes.connected]).toEqual([false, false]);
    await b.start();
    await expect.poll(() => [one.nodes.connected, two.nodes.connected]).toEqual([true, true]);
    await expect.poll(membersOnOne).toEqual(boards.map(() => new Set(["ann", "bob"])));
    // Which of these arrive first depends on when each shard's subscriptions are back.
    await expect
      .poll(() => {
        sendAll("again");
        return new Set(heard("again"));
      })
      .toEqual(new Set(boards));
    expect(ann.received.filter(({ event }) => event === "pusher_internal:member_removed")).toEqual([]);
  },
);
