import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { checkRuns } from "../testing/failing-runs.ts";

const count = Math.ceil(Number(process.env["FUZZ_REQUESTS"] ?? 500) / 5);
const perRun = 10;

/** Bytes as text, one character per byte, to send unchanged through a socket. */
const bytes = fc.string({ unit: "binary-ascii", maxLength: 30 });
const token = fc.constantFrom(
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "CONNECT",
  "TRACE",
  "PROPFIND",
  "get",
  "G\0T",
  "",
  " ",
);
const target = fc.oneof(
  fc.constantFrom(
    "/api/v1/config",
    "/api/v1/boards",
    "/api/v1/boards/x/items?return=items",
    "/",
    "*",
    "//",
    "/%",
    "/%ff%fe",
    "/%00",
    "/..%2f..%2fetc/passwd",
    "/api/v1/boards/%F0%9F%A6%A6",
    "http://elsewhere.example/api/v1/config",
    "/health/live?x[]=1&x[__proto__]=2",
    `/${"a".repeat(9000)}`,
  ),
  bytes.map((text) => `/${text}`),
);
const version = fc.constantFrom("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "");
const header = fc.oneof(
  fc.constantFrom(
    "Host: localhost",
    "Host:",
    "Host: a\r\nHost: b",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: 99999999999999999999",
    "Content-Length: 0x5",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 3",
    "Transfer-Encoding: gzip, chunked, identity",
    "Content-Type: application/json",
    "Content-Encoding: gzip",
    "Expect: 100-continue",
    "Expect: nothing",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings",
    "Connection: close",
    "X-Long: ".padEnd(20_000, "x"),
    "Cookie: retro_session=\0",
    " folded",
    ": no name",
    "Sp ace: x",
  ),
  bytes.map((text) => `X: ${text}`),
);
const body = fc.oneof(
  fc.constantFrom(
    "",
    "{}",
    "5\r\nhello\r\n0\r\n\r\n",
    "ffffffffff\r\n",
    "zz\r\n",
    "-1\r\n\r\n",
    "0\r\n",
    '{"title":',
  ),
  bytes,
);
const raw = fc
  .tuple(token, target, version, fc.array(header, { maxLength: 4 }), body)
  .map(
    ([method, path, http, headers, text]) =>
      `${[`${method} ${path} ${http}`, ...headers].join("\r\n")}\r\n\r\n${text}`,
  );

/** Sends bytes and ends its side of the connection. @returns what the server sent until it closed */
async function exchange(port: number, text: string): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => (received += chunk));
  // A reset is a valid answer too.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.end(text, "latin1");
  await once(socket, "close");
  return received;
}

test("no bytes on a socket are answered with 5xx, and the server still serves others", async () => {
  // Without a page, every address of the web app is answered with 503, as before a build.
  const webDir = mkdtempSync(join(tmpdir(), "retro-web-"));
  onTestFinished(() => rmSync(webDir, { recursive: true, force: true }));
  writeFileSync(join(webDir, "index.html"), '<html lang="en"><head></head></html>');
  const app = await buildTestApp({ webDir });
  const port = Number(new URL(await app.listen()).port);
  await checkRuns(
    { name: "raw-requests", runs: Math.ceil(count / perRun) },
    fc.array(raw, { minLength: perRun, maxLength: perRun }),
    async (requests) => {
      for (const request of requests) {
        const statuses = [...(await exchange(port, request)).matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(
          ([, s]) => Number(s),
        );
        expect([request, statuses.filter((status) => status >= 500)]).toEqual([request, []]);
      }
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/config`)).status).toBe(200);
    },
  );
}, 600_000);
