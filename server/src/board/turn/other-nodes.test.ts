import { describe, expect, test } from "vitest";
import { eventNames } from "@retro/contract/events";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { hasRedis } from "../../testing/nodes/redis.ts";
import { startTwoNodes } from "../../testing/nodes/two-nodes.ts";

const noon = Date.UTC(2026, 0, 15, 12);

describe.skipIf(!hasRedis)("after Redis was away", () => {
  test("[Y3] browsers on the other node are told the version that they must fetch", async () => {
    const { redis, one, two } = await startTwoNodes(noon);
    const [ann, bob] = [await one.visitor(), await two.visitor()];
    const board = await makeBoard(ann);
    const { raw } = await listenOn(two, bob, board.id);
    await redis.stop();
    await expect.poll(() => one.deps.nodes.connected).toBe(false);
    await addSticker(ann, board, "not heard of on the other node");
    await redis.start();
    expect(await raw.receive(eventNames.items)).toMatchObject({ data: { version: 2, fetch: true } });
  });

  test("[M4, M5] subscriptions end that ended on the other node meanwhile, and no others", async () => {
    const { redis, one, two } = await startTwoNodes(noon);
    const [ann, bob] = [await one.visitor(), await two.visitor()];
    const [open, binned, secret] = [await makeBoard(ann), await makeBoard(ann), await makeBoard(ann)];
    const [onOpen, onBinned, onSecret] = [
      await listenOn(two, bob, open.id),
      await listenOn(two, bob, binned.id),
      await listenOn(two, bob, secret.id),
    ];
    await redis.stop();
    await expect.poll(() => one.deps.nodes.connected).toBe(false);
    expect((await ann.delete(binned.url)).statusCode).toBe(200);
    const passphrase = "correct horse battery";
    expect((await ann.put(`${secret.url}/passphrase`, { passphrase })).statusCode).toBe(200);
    await redis.start();
    expect(await onBinned.raw.waitForClose()).toBe(4200);
    expect(await onSecret.raw.waitForClose()).toBe(4200);
    await onOpen.flush();
    expect(onOpen.raw.closeCode).toBe(null);
  });
});
