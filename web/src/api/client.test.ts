import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { startI18n } from "../i18n/i18n.ts";
import { ApiError, asApiError, call } from "./client.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let handler: Handler;
let asked: string[];

/** A browser resolves addresses against the page and keeps cookies; Node does neither. */
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => real(new URL(path, origin), init));
  vi.stubGlobal("document", { cookie: "XSRF-TOKEN=token", documentElement: { lang: "" } });
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await startI18n();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer(status: number, body: string, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe("call rejects with an ApiError", () => {
  it.each([
    ["an HTML page with status 200", 200, "<!doctype html><title>Sign in to the hotel</title>"],
    ["an empty body", 200, ""],
    ["JSON without data", 200, '{"ok":true}'],
    ["JSON null", 200, "null"],
  ])("502 for %s", async (_name, status, body) => {
    handler = answer(status, body);
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status: 502 });
  });

  it("502 for an answer that does not fit the contract", async () => {
    handler = answer(200, '{"data":{"id":5}}');
    const schema = z.object({ id: z.string() });
    expect(await failureOf(call("GET", "boards", undefined, { schema }))).toMatchObject({ status: 502 });
  });

  it.each([500, 502, 503, 520])("%i for an HTML error page", async (status) => {
    handler = answer(status, "<h1>Bad gateway</h1>", { "content-type": "text/html" });
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status });
  });

  it("0 when the connection breaks before the answer", async () => {
    handler = (request) => request.socket.destroy();
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status: 0 });
  });

  it("0 when the answer breaks off in its middle", async () => {
    handler = (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"data":', () => response.socket?.destroy());
    };
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status: 0 });
  });

  it("0 when its signal aborts it", async () => {
    const abort = new AbortController();
    handler = () => abort.abort();
    expect(await failureOf(call("GET", "boards", undefined, { signal: abort.signal }))).toMatchObject({
      status: 0,
    });
  });

  it("with the server's message, code, fields and seconds to wait", async () => {
    handler = answer(429, '{"message":"Slowly","code":"rate_limited","errors":{"title":["Long"]}}', {
      "retry-after": "7",
    });
    expect(await failureOf(call("POST", "boards", {}))).toMatchObject({
      status: 429,
      message: "Slowly",
      code: "rate_limited",
      errors: { title: ["Long"] },
      retryAfter: 7,
    });
  });

  it("with seconds to wait computed from a date", async () => {
    handler = answer(503, "{}", { "retry-after": new Date(Date.now() + 60_000).toUTCString() });
    const { retryAfter } = await failureOf(call("GET", "boards"));
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(61);
  });
});

describe("call", () => {
  it("gives data and meta", async () => {
    handler = answer(200, '{"data":[1],"meta":{"version":3}}');
    expect(await call("GET", "boards")).toMatchObject({ data: [1], meta: { version: 3 } });
  });

  it("renews the CSRF token after a 419 and sends the request once more", async () => {
    let posts = 0;
    handler = (request, response) => {
      if (request.method === "POST") posts += 1;
      answer(posts === 1 && request.method === "POST" ? 419 : 200, '{"data":null}')(request, response);
    };
    await call("POST", "boards", { title: "Sprint" });
    expect(asked).toEqual(["POST /api/v1/boards", "GET /api/v1/config", "POST /api/v1/boards"]);
  });
});

it("a fault of the app becomes an ApiError that says so, and is logged", () => {
  const fault = new TypeError("undefined is not a function");
  expect(asApiError(fault)).toMatchObject({ name: "ApiError", status: 0 });
  expect(console.error).toHaveBeenCalledWith(fault);
});
