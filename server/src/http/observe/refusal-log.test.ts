import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { boardReference } from "../board-reference.ts";

test("a flood of 404s, each from a different address, adds a few lines to the log", async () => {
  const lines: { path?: string; status?: number; more?: number; msg: string }[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split("\n"))
        lines.push(JSON.parse(line) as (typeof lines)[0]);
      done();
    },
  });
  const { browser, time } = await buildTestApp({
    env: { LOG_LEVEL: "info" },
    logTo,
    frozenAt: Date.UTC(2026, 0, 15, 12),
  });
  const client = browser();
  for (let i = 0; i < 100; i += 1)
    expect((await client.get(`/api/v1/boards/no-board-${i}/nowhere`)).statusCode).toBe(404);
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(5);
  expect(lines[0]).toMatchObject({
    msg: "refused",
    path: `/api/v1/boards/${boardReference("no-board-0")}/nowhere`,
  });

  time.now += 10_000;
  await client.get("/api/v1/users/auth");
  expect(lines.at(-2)).toMatchObject({ msg: "refused more of the same", status: 404, more: 95 });
  expect(lines.at(-1)).toMatchObject({ msg: "refused", status: 401, path: "/api/v1/users/auth" });
});
