import { expect, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { logLines } from "../testing/log-lines.ts";

const forwarded = { headers: { "x-forwarded-for": "203.0.113.7" } };

test.each([
  ["a proxy of the own network, and no TRUST_PROXY", "10.0.0.5", "", 1],
  ["a proxy of the own network, and the 0 of compose.yaml", "10.0.0.5", "0", 1],
  ["a proxy on this machine", "127.0.0.1", "", 1],
  ["a known proxy", "10.0.0.5", "1", 0],
  ["a client of the internet that sends the header", "198.51.100.1", "", 0],
])("the log says once that visitors share an address: %s", async (_name, from, TRUST_PROXY, times) => {
  const { lines, logTo } = logLines();
  const { app } = await buildTestApp({ env: { LOG_LEVEL: "warn", TRUST_PROXY }, logTo });
  await app.inject({ url: "/health/live", remoteAddress: from });
  for (let i = 0; i < 3; i += 1) await app.inject({ url: "/health/live", remoteAddress: from, ...forwarded });
  expect(lines.filter(({ msg }) => msg.includes("TRUST_PROXY is not set"))).toHaveLength(times);
});
