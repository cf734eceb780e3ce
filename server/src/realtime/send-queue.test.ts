import { expect, test } from "vitest";
import type { QueuedEvent } from "./send-queue.ts";
import { SendQueue } from "./send-queue.ts";
import { keepingLog } from "./testing.ts";

function eventOf(channel: string, number: number): QueuedEvent {
  return { channel, name: "tick", data: String(number) };
}

test("a provider that does not answer does not fill the memory: the oldest events go", async () => {
  const [stuck, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sent: string[] = [];
  const log = keepingLog();
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
  const queue = new SendQueue(keepingLog(), async (batch) => {
    if (batch[0]?.channel === "a") return stuck.promise;
    passed.resolve(batch[0]?.data ?? "");
  });
  queue.push(eventOf("a", 1));
  queue.push(eventOf("b", 2));
  expect(await passed.promise).toBe("2");
  stuck.resolve();
  await queue.close();
});

test("after a failure the next events are sent again", async () => {
  const sent: string[] = [];
  let broken = true;
  const log = keepingLog();
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
