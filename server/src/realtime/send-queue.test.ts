import { expect, onTestFinished, test, vi } from "vitest";
import type { QueuedEvent } from "./send-queue.ts";
import { SendQueue } from "./send-queue.ts";
import { createMemoryLog } from "./testing.ts";

function eventOf(channel: string, number: number): QueuedEvent {
  return { channel, name: "tick", data: String(number) };
}

test("a provider that does not answer does not fill the memory: the oldest events go", async () => {
  const [stuck, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sent: string[] = [];
  const log = createMemoryLog();
  const queue = new SendQueue(log, (batch) => {
    sent.push(...batch.map(({ data }) => data));
    started.resolve();
    return stuck.promise;
  });
  queue.push(eventOf("a", 0));
  await started.promise;
  for (let i = 1; i <= 1500; i += 1) queue.push(eventOf("a", i));
  stuck.resolve();
  await queue.close();
  expect(sent).toHaveLength(1001);
  expect(sent.slice(0, 2)).toEqual(["0", "501"]);
  expect(sent.at(-1)).toBe("1500");
  expect(log.lines).toHaveLength(1);
});

test("a slow channel does not hold up the others", async () => {
  const stuck = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<string>();
  const queue = new SendQueue(createMemoryLog(), async (batch) => {
    if (batch[0]?.channel === "a") return stuck.promise;
    passed.resolve(batch[0]?.data ?? "");
  });
  queue.push(eventOf("a", 1));
  queue.push(eventOf("b", 2));
  expect(await passed.promise).toBe("2");
  stuck.resolve();
  await queue.close();
});

test("the next events are sent again after a failure", async () => {
  const sent: string[] = [];
  let broken = true;
  const log = createMemoryLog();
  const queue = new SendQueue(log, async (batch) => {
    if (broken) throw new Error("unreachable");
    sent.push(...batch.map(({ data }) => data));
  });
  queue.push(eventOf("a", 1));
  await queue.close();
  broken = false;
  queue.push(eventOf("a", 2));
  await queue.close();
  expect(sent).toEqual(["2"]);
  expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
});

test("sends nothing for ten seconds after five failures in a row, and then again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const tried: string[] = [];
  let broken = true;
  const queue = new SendQueue(createMemoryLog(), async (batch) => {
    tried.push(...batch.map(({ data }) => data));
    if (broken) throw new Error("unreachable");
  });
  const push = async (number: number) => {
    queue.push(eventOf("a", number));
    await queue.close();
  };
  for (let i = 1; i <= 4; i += 1) await push(i);
  broken = false;
  await push(5);
  broken = true;
  // After a success, earlier failures no longer count.
  for (let i = 6; i <= 10; i += 1) await push(i);
  expect(tried).toHaveLength(10);
  broken = false;
  await push(11);
  vi.setSystemTime(Date.now() + 9999);
  await push(12);
  expect(tried).toHaveLength(10);
  vi.setSystemTime(Date.now() + 1);
  await push(13);
  expect(tried.at(-1)).toBe("13");
});

test("a failure is logged once a minute, with what to do, and never with the signed address", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const log = createMemoryLog();
  let status = 401;
  const queue = new SendQueue(log, () =>
    Promise.reject(Object.assign(new Error("refused"), { status, url: "https://x/?auth_signature=secret" })),
  );
  const push = async () => {
    queue.push(eventOf("a", 1));
    await queue.close();
  };
  const said: string[] = [];
  for (status of [401, 403, 404, 413, 429, 500]) {
    await push();
    await push();
    said.push(JSON.stringify(log.lines.splice(0)));
    vi.setSystemTime(Date.now() + 60_000);
  }
  const hints = ["PUSHER_SECRET", "PUSHER_SECRET", "PUSHER_CLUSTER", "the plan", "the plan", "status page"];
  for (const [i, hint] of hints.entries()) expect(said[i]).toContain(hint);
  expect(said.join("")).not.toContain("auth_signature");
});
