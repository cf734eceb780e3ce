import { expect, test } from "vitest";
import { webhookEvents } from "@retro/contract/webhooks/webhooks";
import { buildTestApp } from "../../testing/app.ts";
import { startReceiver } from "../../testing/hook-receiver.ts";
import { addAction, makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";

/** A hook whose one message is refused. @returns the pause, in seconds, after each of the attempts that a test makes */
async function prepare() {
  const app = await buildTestApp({
    env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" },
    frozenAt: Date.UTC(2026, 4, 4, 12),
  });
  await app.listen();
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const receiver = await startReceiver();
  const { id } = await makeSpaceBoard(ann, key);
  const hook = { name: "Bot", url: receiver.url, format: "standard", events: webhookEvents };
  expect((await ann.post(`/api/v1/spaces/${key}/webhooks`, hook)).statusCode).toBe(201);
  receiver.answer = { status: 500 };
  await addAction(ann, id, "Refused");
  const { db } = app.deps.database;
  const waiting = () =>
    db.selectFrom("webhook_messages").select(["attempts", "next_at"]).executeTakeFirstOrThrow();
  const attemptsOf = async () => (await waiting()).attempts;
  await expect.poll(attemptsOf).toBe(1);

  /** @param attempts how many there have been before it */
  const pauseAfter = async (attempts: number, answer: typeof receiver.answer): Promise<number> => {
    receiver.answer = answer;
    await db.updateTable("webhook_messages").set({ attempts, next_at: app.time.now }).execute();
    await expect.poll(attemptsOf, { message: "the message is not sent again" }).toBe(attempts + 1);
    return ((await waiting()).next_at - app.time.now) / 1000;
  };
  return { app, pauseAfter };
}

test("[J1] the pauses grow as docs/webhooks.md says, and the longest one repeats", async () => {
  const { pauseAfter } = await prepare();
  for (const [attempts, seconds] of [
    [0, 5],
    [1, 30],
    [2, 120],
    [7, 14_400],
    [8, 14_400],
  ] as const) {
    const pause = await pauseAfter(attempts, { status: 500 });
    expect(pause / seconds, `after ${attempts + 1} attempts: ${pause} s`).toBeGreaterThanOrEqual(0.9);
    expect(pause / seconds, `after ${attempts + 1} attempts: ${pause} s`).toBeLessThanOrEqual(1.1);
  }
});

test("[J1] a receiver that answers 429 waits for as long as it asks, in seconds or until a date, four hours at most", async () => {
  const { app, pauseAfter } = await prepare();
  const until = (seconds: number) => new Date(app.time.now + seconds * 1000).toUTCString();
  const after = (status: number, value: string) =>
    pauseAfter(0, { status, headers: { "retry-after": value } });
  expect(await after(429, "90")).toBe(90);
  expect(await after(429, until(120))).toBe(120);
  expect(await after(503, "60")).toBe(60);
  expect(await after(429, "999999")).toBe(14_400);
  expect(await after(429, until(1_000_000))).toBe(14_400);
});

test("[J1] attack: a receiver that asks for no pause, or for a senseless one, is not called more often for it", async () => {
  const { app, pauseAfter } = await prepare();
  for (const value of ["0", "1", "-90", "soon", new Date(app.time.now - 1000).toUTCString()]) {
    const pause = await pauseAfter(0, { status: 429, headers: { "retry-after": value } });
    expect([value, pause >= 4.5 && pause <= 5.5]).toEqual([value, true]);
  }
});
