import { expect, test } from "vitest";
import { runAlone } from "../../testing/databases/held-turns.ts";
import { KeyedQueue, QueueFullError, WaitQueue } from "./wait-queue.ts";

const keyedQueue = (limits: { waiting?: number; waitMs?: number } = {}) =>
  new KeyedQueue({ waiting: 10, waitMs: 10_000, together: 3, ...limits });

/** Work that ends when the test ends it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, release: resolve };
}

test("work on one key runs in the order of arrival, work on another key at once", async () => {
  const queue = keyedQueue();
  const order: string[] = [];
  const first = held();
  const running = [runAlone(queue, "a", first.work)];
  for (const name of ["a1", "a2", "a3"])
    running.push(runAlone(queue, "a", async () => void order.push(name)));
  await runAlone(queue, "b", async () => void order.push("b1"));
  first.release();
  await Promise.all(running);
  expect(order).toEqual(["b1", "a1", "a2", "a3"]);
});

test("work that throws frees its turn", async () => {
  const queue = keyedQueue();
  const failing = runAlone(queue, "a", () => Promise.reject(new Error("stop")));
  const next = runAlone(queue, "a", async () => "next");
  await expect(failing).rejects.toThrow("stop");
  expect(await next).toBe("next");
});

test("a full queue refuses at once, and continues", async () => {
  const queue = keyedQueue({ waiting: 2 });
  const first = held();
  const running = [
    runAlone(queue, "a", first.work),
    runAlone(queue, "a", async () => 1),
    runAlone(queue, "a", async () => 2),
  ];
  await expect(runAlone(queue, "a", async () => 3)).rejects.toThrow(QueueFullError);
  first.release();
  expect(await Promise.all(running)).toEqual([undefined, 1, 2]);
  expect(queue.length).toBe(0);
});

test("a wait that is too long is refused, and its work never runs", async () => {
  const queue = keyedQueue({ waitMs: 20 });
  const first = held();
  const running = runAlone(queue, "a", first.work);
  let ran = false;
  await expect(runAlone(queue, "a", async () => (ran = true))).rejects.toThrow(QueueFullError);
  first.release();
  await running;
  expect(await runAlone(queue, "a", async () => ran)).toBe(false);
});

test("as many pieces of work run at a time as there are slots", async () => {
  const queue = new WaitQueue({ slots: 2, waiting: 10, waitMs: 10_000 });
  const [one, two] = [held(), held()];
  const order: number[] = [];
  const running = [queue.run(one.work), queue.run(two.work), queue.run(async () => order.push(3))];
  expect([queue.length, order]).toEqual([1, []]);
  two.release();
  await running[2];
  expect([queue.length, order]).toEqual([0, [3]]);
  one.release();
  await Promise.all(running);
});

test("a key is busy while its work runs, and what waits is counted over all keys", async () => {
  const queue = keyedQueue();
  const first = held();
  const running = [
    runAlone(queue, "a", first.work),
    runAlone(queue, "a", async () => 1),
    runAlone(queue, "b", first.work),
  ];
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

test("what waits for a key is carried out together, up to the bound and up to an entry that is the last; each gets its own result", async () => {
  const queue = keyedQueue();
  const first = held();
  const batches: string[][] = [];
  const carryOut = (entry: string) =>
    queue.run<string, string>("a", entry, async (take) => {
      const entries = take((each) => each.startsWith("last"));
      batches.push(entries);
      return entries.map((each) =>
        each === "bad"
          ? { status: "rejected", reason: new Error(each) }
          : { status: "fulfilled", value: each },
      );
    });
  const holding = runAlone(queue, "a", first.work);
  const names = ["1", "bad", "2", "last 3", "4", "last 5", "6"];
  const results = Promise.allSettled(names.map(carryOut));
  first.release();
  await holding;
  expect(
    (await results).map((each) => (each.status === "fulfilled" ? each.value : String(each.reason))),
  ).toEqual(names.map((name) => (name === "bad" ? "Error: bad" : name)));
  expect(batches).toEqual([["1", "bad", "2"], ["last 3"], ["4", "last 5"], ["6"]]);
  expect([queue.length, queue.isBusy("a")]).toEqual([0, false]);
});

test("an entry that is taken along does not wait too long any more; a leader that fails fails what it took", async () => {
  const queue = keyedQueue({ waitMs: 20 });
  const first = held();
  const working = held();
  const took = Promise.withResolvers<void>();
  const holding = runAlone(queue, "a", first.work);
  const carryOut = () =>
    queue.run<null, null>("a", null, async (take) => {
      take(() => false);
      took.resolve();
      await working.work();
      throw new Error("stop");
    });
  const running = Promise.allSettled([carryOut(), carryOut()]);
  first.release();
  await holding;
  await took.promise;
  // Longer than the longest wait, by the timer of another key.
  const other = held();
  const otherHolding = runAlone(queue, "b", other.work);
  await expect(runAlone(queue, "b", async () => undefined)).rejects.toThrow(QueueFullError);
  other.release();
  await otherHolding;
  working.release();
  expect((await running).map((each) => each.status === "rejected" && String(each.reason))).toEqual([
    "Error: stop",
    "Error: stop",
  ]);
  expect(queue.isBusy("a")).toBe(false);
});

test("a leader that fails before it has taken others fails alone", async () => {
  const queue = keyedQueue();
  const first = held();
  const holding = runAlone(queue, "a", first.work);
  const failing = runAlone(queue, "a", () => Promise.reject(new Error("stop")));
  const next = queue.run<string, string>("a", "next", async (take) =>
    take(() => false).map((value) => ({ status: "fulfilled", value })),
  );
  first.release();
  await holding;
  await expect(failing).rejects.toThrow("stop");
  expect(await next).toBe("next");
});
