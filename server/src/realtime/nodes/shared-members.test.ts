import { expect, onTestFinished, test } from "vitest";
import { hasRedis, startRedis } from "../../testing/nodes/redis.ts";
import { Hub } from "../hub.ts";
import { NodeLink } from "./node-link.ts";
import { Peer } from "../peer.ts";
import { createRedisBus } from "./redis-bus.ts";
import { MemberTable, SharedMembers } from "./shared-members.ts";
import { createMemoryLog } from "../testing.ts";

const BOARD = "presence-boards.abc";

test.skipIf(!hasRedis)(
  "a user who comes through another node while two reads of the members are under way stays present",
  async () => {
    const log = createMemoryLog();
    const redis = await startRedis();
    const bus = await createRedisBus({ url: redis.url, prefix: "test:", log });
    onTestFinished(() => bus.close());
    const hub = new Hub({ log, clock: Date.now });
    const socket = { bufferedAmount: 0, send: () => undefined, close: () => undefined };
    hub.join(new Peer(socket, "1.1", "192.0.2.1", 0), BOARD, { user_id: "ann", user_info: {} });
    const members = new SharedMembers({ bus, link: new NodeLink(bus, log), log });
    members.attach(hub);
    const table = new MemberTable();
    // Both ask before the user comes, so neither finds them in the stored table.
    const reads = [members.read(BOARD, table), members.read(BOARD, table)];
    members.note(BOARD, table, "other bob", [1, '{"name":"Bob"}', null]);
    await Promise.all(reads);
    expect(hub.members(BOARD)).toEqual(["ann", "bob"]);
    await members.read(BOARD, table);
    expect(hub.members(BOARD)).toEqual(["ann"]);
  },
);
