import { expect, onTestFinished, test, vi } from "vitest";
import { AbsenceChecks } from "./absence-checks.ts";

const second = 1000;

/** Observes Ann with a provider that says who is present, and a clock that the test sets. */
function observe() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const provider = { present: false, answers: true, asked: 0 };
  const checks = new AbsenceChecks({
    clock: Date.now,
    isPresent: async () => {
      provider.asked += 1;
      if (!provider.answers) throw new Error("no answer");
      return provider.present;
    },
  });
  return { provider, isLongGone: () => checks.isLongAbsent("board", "ann") };
}

test("when the holder comes back and leaves again unseen by this server, the two minutes start again [S2]", async () => {
  const { provider, isLongGone } = observe();
  expect(isLongGone()).toBe(false);
  provider.present = true;
  await vi.advanceTimersByTimeAsync(20 * second);
  provider.present = false;
  await vi.advanceTimersByTimeAsync(100 * second);
  expect(isLongGone()).toBe(false);
  await vi.advanceTimersByTimeAsync(120 * second);
  expect(isLongGone()).toBe(true);
});

test("when the provider does not answer meanwhile, the two minutes start again [S2]", async () => {
  const { provider, isLongGone } = observe();
  expect(isLongGone()).toBe(false);
  provider.answers = false;
  await vi.advanceTimersByTimeAsync(20 * second);
  provider.answers = true;
  await vi.advanceTimersByTimeAsync(100 * second);
  expect(isLongGone()).toBe(false);
});

test("the provider is asked for four minutes after an attempt, and then no more", async () => {
  const { provider, isLongGone } = observe();
  isLongGone();
  await vi.advanceTimersByTimeAsync(3600 * second);
  expect(provider.asked).toBeGreaterThanOrEqual(10);
  expect(provider.asked).toBeLessThanOrEqual(16);
});
