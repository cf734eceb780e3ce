import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { logLines } from "../../testing/log-lines.ts";
import { boardReference } from "../board-reference.ts";

test("a flood of 404s, each from a different address, adds a few lines to the log", async () => {
  const { lines, logTo } = logLines();
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
  await client.get("/api/v1/boards");
  expect(lines.at(-2)).toMatchObject({ msg: "refused more of the same", status: 404, more: 95 });
  // It is about many requests: the id of the one that came after them would mislead.
  expect(lines.at(-2)).not.toHaveProperty("requestId");
  expect(lines.at(-1)).toMatchObject({ msg: "refused", status: 401, path: "/api/v1/boards" });
  // A first visit asks who it is.
  expect(lines.filter(({ path }) => path === "/api/v1/users/auth")).toEqual([]);
});

test("each request that the server fails has a line with the id that its user got", async () => {
  const { lines, logTo } = logLines();
  const { app, deps } = await buildTestApp({ env: { LOG_LEVEL: "info" }, logTo });
  await deps.database.close();
  const sent = Array.from({ length: 20 }, () => app.inject({ url: "/health/ready" }));
  const ids = new Set((await Promise.all(sent)).map(({ headers }) => headers["x-request-id"]));
  const refused = lines.filter(({ msg, status }) => msg === "refused" && status === 503);
  expect(new Set(refused.map(({ requestId }) => requestId))).toEqual(ids);
});
