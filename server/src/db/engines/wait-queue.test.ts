import { expect, test } from "vitest";
import { KeyedQueue, QueueFullError, WaitQueue } from "./wait-queue.ts";

/** Work that ends when the test ends it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, release: resolve };
}

test("work on one key runs in the order of arrival, work on another key at once", async () => {
  const queue = new KeyedQueue({ waiting: 10, waitMs: 10_000 });
  const order: string[] = [];
  const first = held();
  const running = [queue.run("a", first.work)];
  for (const name of ["a1", "a2", "a3"]) running.push(queue.run("a", async () => void order.push(name)));
  await queue.run("b", async () => void order.push("b1"));
  first.release();
  await Promise.all(running);
  expect(order).toEqual(["b1", "a1", "a2", "a3"]);
});

test("work that throws frees its turn", async () => {
  const queue = new KeyedQueue({ waiting: 10, waitMs: 10_000 });
  const failing = queue.run("a", () => Promise.reject(new Error("stop")));
  const next = queue.run("a", async () => "next");
  await expect(failing).rejects.toThrow("stop");
  expect(await next).toBe("next");
});

test("a full queue refuses at once, and continues", async () => {
  const queue = new KeyedQueue({ waiting: 2, waitMs: 10_000 });
  const first = held();
  const running = [queue.run("a", first.work), queue.run("a", async () => 1), queue.run("a", async () => 2)];
  await expect(queue.run("a", async () => 3)).rejects.toThrow(QueueFullError);
  first.release();
  expect(await Promise.all(running)).toEqual([undefined, 1, 2]);
  expect(queue.length).toBe(0);
});

test("a wait that is too long is refused, and its work never runs", async () => {
  const queue = new KeyedQueue({ waiting: 2, waitMs: 20 });
  const first = held();
  const running = queue.run("a", first.work);
  let ran = false;
  await expect(queue.run("a", async () => (ran = true))).rejects.toThrow(QueueFullError);
  first.release();
  await running;
  expect(await queue.run("a", async () => ran)).toBe(false);
});

test("as many pieces of work run at a time as there are slots, and a queue is busy while anything runs", async () => {
  const queue = new WaitQueue({ slots: 2, waiting: 10, waitMs: 10_000 });
  expect(queue.idle).toBe(true);
  const [one, two] = [held(), held()];
  const order: number[] = [];
  const running = [queue.run(one.work), queue.run(two.work), queue.run(async () => order.push(3))];
  expect([queue.idle, queue.length, order]).toEqual([false, 1, []]);
  two.release();
  await running[2];
  expect([queue.idle, queue.length, order]).toEqual([false, 0, [3]]);
  one.release();
  await Promise.all(running);
  expect(queue.idle).toBe(true);
});

test("a key is busy while its work runs, and what waits is counted over all keys", async () => {
  const queue = new KeyedQueue({ waiting: 10, waitMs: 10_000 });
  const first = held();
  const running = [queue.run("a", first.work), queue.run("a", async () => 1), queue.run("b", first.work)];
  expect([queue.isBusy("a"), queue.isBusy("b"), queue.isBusy("c"), queue.length]).toEqual([
    true,
    true,
    false,
    1,
  ]);
  first.release();
  await Promise.all(running);
  expect([queue.isBusy("a"), queue.isBusy("b"), queue.length]).toEqual([false, false, 0]);
});
