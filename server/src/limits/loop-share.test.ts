import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../testing/boards.ts";
import { listenOn } from "../testing/nodes/listener.ts";
import { LoopShare } from "./loop-share.ts";
import { loopLimits } from "./table.ts";

const [eve, ann] = ["192.0.2.1", "198.51.100.7"];

/** A loop whose time passes only by `work` and `idle`, and whose sleepers wake when time has passed. */
function simulatedLoop() {
  const time = { now: 0, active: 0 };
  const sleepers: { until: number; wake: () => void }[] = [];
  const share = new LoopShare(loopLimits, {
    now: () => time.now,
    active: () => time.active,
    cpu: () => time.active,
    sleep: (ms) => new Promise<void>((wake) => void sleepers.push({ until: time.now + ms, wake })),
  });
  return {
    share,
    time,
    sleepers,
    work(address: string, ms: number) {
      share.begin(address);
      time.now += ms;
      time.active += ms;
      share.end(address);
    },
    /** The loop waits, and samples how busy it was. */
    idle(ms: number) {
      time.now += ms;
      for (const { wake } of sleepers.splice(0).filter(({ until }) => until <= time.now)) wake();
    },
  };
}

/** Ten turns of 100 ms in which an address takes one part of the loop's time and another one a little. */
function second(loop: ReturnType<typeof simulatedLoop>, address: string, part: number, other = 1): number {
  let waits = 0;
  for (let i = 0; i < 10; i += 1) {
    if (loop.share.waitMs(address) > 0) waits += 1;
    loop.work(address, part * 100);
    if (other > 0) loop.work(ann, other);
    loop.idle(100 - part * 100 - other);
  }
  return waits;
}

describe("the share of the loop", () => {
  it("an address that takes more than its share of a busy loop waits, the others do not", () => {
    const loop = simulatedLoop();
    second(loop, eve, 0.8);
    expect(second(loop, eve, 0.8)).toBe(10);
    expect(loop.share.waitMs(ann)).toBe(0);
    expect(loop.share.waitMs(eve)).toBeLessThanOrEqual(loopLimits.longestWaitMs);
  });

  it("its debt is paid when what it used has faded", () => {
    const loop = simulatedLoop();
    second(loop, eve, 0.8);
    const ms = loop.share.waitMs(eve);
    expect(ms).toBeGreaterThan(0);
    // Ann keeps the loop busy.
    loop.work(ann, ms);
    expect(loop.share.waitMs(eve)).toBe(0);
  });

  it("alone it may take everything", () => {
    const loop = simulatedLoop();
    second(loop, eve, 0.99, 0);
    expect(second(loop, eve, 0.99, 0)).toBe(0);
  });

  it("an office of 200 behind one address that keeps the loop at work for 45 % of the time waits for nothing", () => {
    const loop = simulatedLoop();
    second(loop, eve, 0.45);
    expect(second(loop, eve, 0.45)).toBe(0);
  });

  it("work that began before a wait is charged to the address whose answer ends it", () => {
    const loop = simulatedLoop();
    second(loop, ann, 0.1);
    for (let i = 0; i < 4; i += 1) {
      loop.time.now += 200;
      loop.time.active += 200;
      loop.share.end(eve);
    }
    loop.share.waitMs(eve);
    loop.time.now += 200;
    loop.time.active += 200;
    loop.share.end(ann);
    expect(loop.share.waitMs(eve)).toBeGreaterThan(0);
  });

  it("requests of one address that wait go on one after another, each when the one before has paid", async () => {
    const loop = simulatedLoop();
    second(loop, eve, 0.8);
    second(loop, eve, 0.8);
    const order: number[] = [];
    const waits = [1, 2].map((n) => loop.share.wait(eve).then(() => void order.push(n)));
    await expect.poll(() => loop.sleepers.length).toBe(1);
    loop.idle(2000);
    await Promise.all(waits);
    expect(order).toEqual([1, 2]);
  });
});

it("attack: while an address owes the loop time, its requests wait unanswered and nobody else's does", async () => {
  const loop = simulatedLoop();
  const server = await buildTestApp({ loopShare: loop.share });
  const owner = await server.visitor();
  const board = await makeBoard(owner);
  const from = (remoteAddress: string) =>
    server.app.inject({ url: board.url, remoteAddress, headers: owner.credentials() });
  second(loop, eve, 0.8);
  second(loop, eve, 0.8);
  let answered = false;
  const hers = from(eve).then(({ statusCode }) => {
    answered = true;
    return statusCode;
  });
  await expect.poll(() => loop.sleepers.length).toBe(1);
  expect((await from(ann)).statusCode).toBe(200);
  expect(answered).toBe(false);
  loop.idle(2000);
  expect(await hers).toBe(200);
});

it("attack: a request whose client has gone while it waited is not carried out", async () => {
  const loop = simulatedLoop();
  const server = await buildTestApp({ loopShare: loop.share });
  const url = await server.listen();
  const owner = await server.visitor();
  const board = await makeBoard(owner);
  const abandoned = await addSticker(owner, board, "Abandoned");
  const wanted = await addSticker(owner, board, "Wanted");
  second(loop, "127.0.0.1", 0.8);
  second(loop, "127.0.0.1", 0.8);
  const remove = (id: string, signal: AbortSignal | null) =>
    fetch(`${url}${board.url}/items/${id}`, { method: "DELETE", headers: owner.credentials(), signal });
  const left = new AbortController();
  const answer = remove(abandoned.id, left.signal).catch(() => null);
  await expect.poll(() => loop.sleepers.length).toBe(1);
  left.abort();
  expect(await answer).toBeNull();
  const openConnections = promisify(server.app.server.getConnections.bind(server.app.server));
  await expect.poll(() => openConnections()).toBe(0);
  loop.idle(2000);
  // It comes after the other one, at the address's turn and at the board's.
  expect((await remove(wanted.id, null)).ok).toBe(true);
  const titles = flattenTree(await treeOf(owner, board.url)).map(({ title }) => title);
  expect(titles).toContain("Abandoned");
  expect(titles).not.toContain("Wanted");
});

it("attack: while an address owes the loop time, the messages of its websocket are not read", async () => {
  const loop = simulatedLoop();
  const server = await buildTestApp({ loopShare: loop.share });
  const url = await server.listen();
  const owner = await server.visitor();
  const { raw } = await listenOn(server, owner, (await makeBoard(owner)).id);
  second(loop, "127.0.0.1", 0.8);
  second(loop, "127.0.0.1", 0.8);
  raw.send("pusher:ping", {});
  await expect.poll(() => loop.sleepers.length).toBe(1);
  raw.send("pusher:subscribe", { channel: "private-nowhere" });
  // Whatever arrived before these requests has been read when they are answered.
  for (let i = 0; i < 2; i += 1) await (await fetch(`${url}/health/live`)).text();
  const answers = () => raw.received.map(({ event }) => event).slice(-2);
  expect(answers()).not.toContain("pusher:subscription_error");
  loop.idle(2000);
  await expect.poll(answers).toEqual(["pusher:pong", "pusher:subscription_error"]);
});
