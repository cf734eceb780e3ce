import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { RateLimiter } from "../../limits/rate-limiter.ts";
import { buildTestApp } from "../../testing/app.ts";
import { closeUnreadResponses } from "./unread-responses.ts";

/** More bytes than the kernel buffers on both ends together; an address may hold two such responses. */
const bigFile = 7_000_000;

async function serveFiles(names: string[], stallMs?: number) {
  const webDir = mkdtempSync(join(tmpdir(), "retro-unread-"));
  onTestFinished(() => rmSync(webDir, { recursive: true }));
  for (const name of names) writeFileSync(join(webDir, name), Buffer.alloc(bigFile));
  const test = await buildTestApp({ webDir, ...(stallMs === undefined ? {} : { stallMs }) });
  const url = new URL(await test.listen());
  /** Requests a file over a new connection and reads nothing. @returns the server's end of the connection */
  const ask = async (path: string): Promise<Socket> => {
    const accepted = new Promise<Socket>((resolve) => {
      test.app.server.once("connection", resolve);
    });
    const client = connect(Number(url.port), url.hostname);
    client.on("error", () => undefined);
    client.pause();
    onTestFinished(() => void client.destroy());
    client.write(`GET ${path} HTTP/1.1\r\nHost: retro\r\n\r\n`);
    return accepted;
  };
  return { ...test, ask };
}

test("a client that asks for a large file and never reads it is cut off, and its memory is free again", async () => {
  const { ask, deps } = await serveFiles(["a.png"], 200);
  const end = await ask("/a.png");
  const closed = new Promise<void>((resolve) => {
    end.once("close", () => resolve());
  });
  await expect.poll(() => deps.rateLimiter.inUse("unreadBytes")).toBe(bigFile);
  await closed;
  expect(deps.rateLimiter.inUse("unreadBytes")).toBe(0);
});

test("unread responses of one address hold a bounded amount of memory: the next one is refused", async () => {
  const { ask, browser, deps } = await serveFiles(["a.png", "b.png", "c.png"]);
  await ask("/a.png");
  await ask("/a.png");
  await ask("/b.png");
  await expect
    .poll(() => deps.rateLimiter.inUse("unreadBytes", "address", "127.0.0.1 without session"))
    .toBe(2 * bigFile);
  const refused = await browser().get("/c.png");
  expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
    429,
    "rate_limited",
    "2",
  ]);
  // The body of a.png is in memory already.
  expect((await browser().get("/a.png")).statusCode).toBe(200);
});

test("a body that two responses share takes its memory until the last of them has ended", async () => {
  const { ask, deps } = await serveFiles(["a.png"]);
  const ends = [await ask("/a.png"), await ask("/a.png")];
  for (const end of ends) await expect.poll(() => end.bytesWritten).toBeGreaterThan(0);
  const inUse = async (end: Socket | undefined) => {
    const closed = new Promise<void>((resolve) => {
      end?.once("close", () => resolve());
    });
    end?.destroy();
    await closed;
    return deps.rateLimiter.inUse("unreadBytes");
  };
  expect([await inUse(ends[0]), await inUse(ends[1])]).toEqual([bigFile, 0]);
});

test.each(["over a connection", "injected"])(
  "a response that takes several times the stall time to make is not cut off, %s: nothing waits to be read",
  async (way) => {
    const app = Fastify();
    onTestFinished(() => app.close());
    closeUnreadResponses(app, new RateLimiter({ clock: Date.now, stallMs: 10 }));
    app.get("/slow", async (_request, reply) => {
      const body = new PassThrough();
      let stalls = 0;
      reply.raw.on("timeout", () => {
        stalls += 1;
        if (stalls === 3) setImmediate(() => body.end("made at last"));
      });
      return reply.send(body);
    });
    const text =
      way === "injected"
        ? (await app.inject("/slow")).body
        : await (await fetch(`${await app.listen({ port: 0, host: "127.0.0.1" })}/slow`)).text();
    expect(text).toBe("made at last");
  },
);
