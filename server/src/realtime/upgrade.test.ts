import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { logLines } from "../testing/log-lines.ts";
import { openRaw } from "./testing.ts";
import { isOwnOrigin } from "./upgrade.ts";

const publicUrl = "https://retro.example.com";

test.each([
  ["no Origin: not a browser", {}, null, true],
  ["the page's own host", { origin: "http://retro.test:3000", host: "retro.test:3000" }, null, true],
  [
    "https in front of a proxy that ends it",
    { origin: "https://retro.test", host: "retro.test" },
    null,
    true,
  ],
  [
    "a default port that only one of the two names",
    { origin: "https://retro.test", host: "retro.test:443" },
    null,
    true,
  ],
  ["capital letters", { origin: "https://retro.test", host: "Retro.Test" }, null, true],
  [
    "a proxy that replaces Host",
    { origin: "https://retro.test", host: "127.0.0.1:3000", "x-forwarded-host": "retro.test" },
    null,
    true,
  ],
  [
    "PUBLIC_URL behind a proxy that replaces Host",
    { origin: publicUrl, host: "127.0.0.1:3000" },
    publicUrl,
    true,
  ],
  [
    "the own host beside PUBLIC_URL",
    { origin: "http://10.0.0.5:3000", host: "10.0.0.5:3000" },
    publicUrl,
    true,
  ],
  ["another site", { origin: "https://evil.example", host: "retro.test" }, null, false],
  ["another port", { origin: "http://retro.test:8080", host: "retro.test:3000" }, null, false],
  [
    "a name that only begins like this host",
    { origin: "https://retro.test.evil.example", host: "retro.test" },
    null,
    false,
  ],
  [
    "a name inside the user part",
    { origin: "https://retro.test@evil.example", host: "retro.test" },
    null,
    false,
  ],
  ["PUBLIC_URL over http", { origin: "http://retro.example.com", host: "127.0.0.1:3000" }, publicUrl, false],
  ["a sandboxed page", { origin: "null", host: "retro.test" }, null, false],
  ["a local file", { origin: "file://", host: "" }, null, false],
  ["junk", { origin: "not an origin", host: "not an origin" }, null, false],
])("Origin: %s", (_name, headers, url, expected) => {
  expect(isOwnOrigin(headers, url)).toBe(expected);
});

test("a page of another site cannot open a websocket with its visitor's cookies; the own page can", async () => {
  const { lines, logTo } = logLines();
  const test = await buildTestApp({ env: { LOG_LEVEL: "info" }, logTo });
  const address = await test.listen();
  const port = Number(new URL(address).port);
  const ann = await test.visitor();
  const { cookie = "" } = ann.credentials();
  const { key } = test.deps.transport.clientSettings();
  const path = `/app/${key}?protocol=7`;
  const opening = { cookie, origin: "https://evil.example", connection: "Upgrade", upgrade: "websocket" };
  const key13 = { "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==", "sec-websocket-version": "13" };
  const asked = get({ port, path, headers: { ...opening, ...key13 } });
  const [refused] = (await once(asked, "response")) as [IncomingMessage];
  refused.resume();
  const id = refused.headers["x-request-id"];
  expect([refused.statusCode, id]).toEqual([403, expect.stringMatching(/^[\w-]{36}$/)]);
  const about = lines.filter(({ requestId }) => requestId === id);
  expect(about).toMatchObject([
    { msg: expect.stringContaining("set PUBLIC_URL"), origin: "https://evil.example" },
    { msg: "refused", status: 403, path: `/app/${key}` },
  ]);
  const foreign = openRaw({ port }, path, { cookie, origin: "https://evil.example" });
  expect(await foreign.waitForClose()).toBe(1006);
  const own = openRaw({ port }, path, { cookie, origin: address });
  await own.receive("pusher:connection_established");
  const external = openRaw({ port }, path);
  await external.receive("pusher:connection_established");
});
