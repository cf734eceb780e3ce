import { setImmediate as nextLoopTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FairSemaphore } from "./fair-semaphore.ts";

const limits = { running: 2, perAddress: 1, waiting: 6, waitingPerSession: 3, rest: 0 };
const client = (address: string, session = address) => ({ address, session });

/**
 * Acquires slots and notes the order in which requests get them; each keeps its slot until the test releases
 * it by name.
 */
function visitorsOf(gate: FairSemaphore) {
  const order: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = async (
    name: string,
    who: { address: string; session: string },
    options?: { signal?: AbortSignal; first?: boolean },
  ) => {
    const left = await gate.acquire(who, options);
    order.push(name);
    leave.set(name, left);
  };
  const out = async (name: string) => {
    leave.get(name)?.();
    await nextLoopTurn();
  };
  return { order, enter, out };
}

/** A gate whose address "a" has worked for 100 ms and now rests for 300; the clock stands still. */
async function restingAddress() {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const visitors = visitorsOf(new FairSemaphore({ ...limits, rest: 3 }));
  await visitors.enter("a", client("a"));
  vi.advanceTimersByTime(100);
  await visitors.out("a");
  return visitors;
}

describe("the fair gate", () => {
  test("people at work go before two thousand who connect again, who still get one of four slots", async () => {
    const gate = new FairSemaphore({ ...limits, running: 1, waiting: 10_000 });
    const { order, enter, out } = visitorsOf(gate);
    await enter("now", client("a"));
    for (let i = 0; i < 2000; i += 1) void enter(`back ${i}`, client(`address ${i}`));
    for (let i = 0; i < 5; i += 1) void enter(`work ${i}`, client(`busy ${i}`), { first: true });
    await Promise.resolve();
    expect(gate.waiting).toBe(2005);
    for (let i = 0; i < 7; i += 1) await out(order.at(-1) ?? "");
    expect(order.slice(1)).toEqual(["work 0", "work 1", "work 2", "back 0", "work 3", "work 4", "back 1"]);
  });

  test("a flood of one at work delays another at work by one request, and uses up their address's slots only", async () => {
    const gate = new FairSemaphore({ ...limits, running: 1 });
    const { order, enter, out } = visitorsOf(gate);
    await enter("now", client("a"));
    for (const name of ["f1", "f2", "f3"]) void enter(name, client("flood"), { first: true });
    void enter("b", client("other"), { first: true });
    await Promise.resolve();
    for (const name of ["now", "f1", "b", "f2"]) await out(name);
    expect(order).toEqual(["now", "f1", "b", "f2", "f3"]);
  });

  test("an address that floods delays another one by what is inside, not by the flood", async () => {
    const gate = new FairSemaphore(limits);
    const { order, enter, out } = visitorsOf(gate);
    for (const name of ["a1", "a2", "a3"]) void enter(name, client("flood"));
    await enter("b", client("other"));
    expect(order).toEqual(["a1", "b"]);
    await out("a1");
    await out("b");
    expect(order).toEqual(["a1", "b", "a2"]);
    expect(gate.running).toBe(1);
  });

  test("sessions of one address take turns", async () => {
    const gate = new FairSemaphore(limits);
    const { order, enter, out } = visitorsOf(gate);
    for (const name of ["a1", "a2", "a3"]) void enter(name, client("office", "ann"));
    void enter("b1", client("office", "bob"));
    await Promise.resolve();
    for (const name of ["a1", "a2", "b1", "a3"]) await out(name);
    expect(order).toEqual(["a1", "a2", "b1", "a3"]);
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  test("a queue is limited for a session (429) and for everybody (503); a client that leaves frees its place", async () => {
    const gate = new FairSemaphore(limits);
    const { enter, out, order } = visitorsOf(gate);
    const gone = new AbortController();
    await enter("first", client("a"));
    const left = enter("left", client("a"), { signal: gone.signal });
    for (const name of ["2", "3"]) void enter(name, client("a"));
    await expect(enter("4", client("a"))).rejects.toMatchObject({ statusCode: 429, code: "rate_limited" });
    for (const session of ["x", "y", "z"]) void enter(session, client("a", session));
    await expect(enter("5", client("a", "u"))).rejects.toMatchObject({ statusCode: 503, code: "busy" });
    gone.abort(new Error("the client left"));
    await expect(left).rejects.toThrow("the client left");
    expect(gate.waiting).toBe(5);
    await out("first");
    expect(order).toEqual(["first", "2"]);
  });

  test("requests that go first count, too, for what one session may let wait", async () => {
    const gate = new FairSemaphore(limits);
    const { enter } = visitorsOf(gate);
    await enter("first", client("a"));
    void enter("2", client("a"));
    for (const name of ["3", "4"]) void enter(name, client("a"), { first: true });
    for (const first of [false, true])
      await expect(enter("5", client("a"), { first })).rejects.toMatchObject({ statusCode: 429 });
    expect(gate.waiting).toBe(3);
  });

  test("work inside a failing run leaves the gate", async () => {
    const gate = new FairSemaphore(limits);
    await expect(gate.run(client("a"), () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(gate.running).toBe(0);
  });

  test("work that waits begins in a later turn of the event loop, so that what arrives from others is seen before", async () => {
    const gate = new FairSemaphore({ ...limits, running: 1 });
    const { enter, order } = visitorsOf(gate);
    const leave = await gate.acquire(client("a"));
    void enter("a2", client("a"));
    leave();
    await Promise.resolve();
    void enter("b", client("b"));
    expect(order).toEqual([]);
    await nextLoopTurn();
    expect(order).toEqual(["a2"]);
  });

  test("when one address sends many requests at once, one enters in each turn of the event loop, and other addresses enter too", async () => {
    const gate = new FairSemaphore({ ...limits, running: 8, perAddress: 4 });
    const { enter, order } = visitorsOf(gate);
    for (const name of ["a1", "a2", "a3"]) void enter(name, client("a"));
    expect(gate.running).toBe(1);
    await nextLoopTurn();
    expect(order).toEqual(["a1", "a2"]);
    await nextLoopTurn();
    expect(order).toEqual(["a1", "a2", "a3"]);
    void enter("b1", client("b"));
    void enter("a4", client("a"));
    await Promise.resolve();
    expect(order).toEqual(["a1", "a2", "a3", "b1", "a4"]);
  });

  test("one waiting request enters in each turn of the event loop, however many places are free", async () => {
    const gate = new FairSemaphore({ ...limits, running: 3, perAddress: 3 });
    const { enter, order } = visitorsOf(gate);
    const inside = await Promise.all([1, 2, 3].map(() => gate.acquire(client("a"))));
    for (const name of ["b", "c", "d"]) void enter(name, client(name));
    for (const leave of inside) leave();
    await nextLoopTurn();
    expect(order).toEqual(["b"]);
    await nextLoopTurn();
    await nextLoopTurn();
    expect(order).toEqual(["b", "c", "d"]);
  });

  test("a holder that enters again passes the waiting requests, within the limit of its address", async () => {
    const gate = new FairSemaphore({ ...limits, running: 3 });
    const { enter, order, out } = visitorsOf(gate);
    await enter("a1", client("a"));
    void enter("a2", client("a"));
    (await gate.acquireAgain(client("b")))();
    void gate.acquireAgain(client("a")).then(() => order.push("a again"));
    await nextLoopTurn();
    expect(order).toEqual(["a1"]);
    await out("a1");
    expect(order).toEqual(["a1", "a2"]);
  });

  test("after heavy work its address waits for a rest, others do not", async () => {
    const { enter, order } = await restingAddress();
    void enter("a2", client("a"));
    void enter("b", client("b"));
    await nextLoopTurn();
    expect(order).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(299);
    await nextLoopTurn();
    expect(order).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(1);
    await nextLoopTurn();
    expect(order).toEqual(["a", "b", "a2"]);
  });

  test.each([0, 1, 2, 3])(
    "a rest that ends while the gate looks for the next request forgets no request (after %i looks at the clock)",
    async (looks) => {
      const { enter, order } = await restingAddress();
      vi.advanceTimersByTime(299);
      const before = performance.now();
      const clock = vi.spyOn(performance, "now");
      onTestFinished(() => clock.mockRestore());
      for (let look = 0; look < looks; look += 1) clock.mockReturnValueOnce(before);
      clock.mockReturnValue(before + 1);
      void enter("a2", client("a"));
      await nextLoopTurn();
      // A timer that wakes too early sets another one.
      for (let wake = 0; wake < 3; wake += 1) {
        await vi.advanceTimersByTimeAsync(1);
        await nextLoopTurn();
      }
      expect(order).toEqual(["a", "a2"]);
    },
  );
});
