import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { startI18n } from "../i18n/i18n.ts";
import { ApiError, api, asApiError, call, prefetch, onUnauthorized, setSocketIdProvider } from "./client.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let handler: Handler;
let asked: string[];

/** Resolves addresses against the page and keeps cookies, as a browser does and Node does not. */
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

  it("has status 502 for an answer that does not fit the contract", async () => {
    handler = answer(200, '{"data":{"id":5}}');
    const schema = z.object({ id: z.string() });
    expect(await failureOf(call("GET", "boards", undefined, { schema }))).toMatchObject({ status: 502 });
  });

  it.each([500, 502, 503, 520])("%i for an HTML error page", async (status) => {
    handler = answer(status, "<h1>Bad gateway</h1>", { "content-type": "text/html" });
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status });
  });

  it("has status 0 when the connection breaks before the answer", async () => {
    handler = (request) => request.socket.destroy();
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status: 0 });
  });

  it("has status 0 when the answer breaks off in its middle", async () => {
    handler = (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"data":', () => response.socket?.destroy());
    };
    expect(await failureOf(call("GET", "boards"))).toMatchObject({ status: 0 });
  });

  it("has status 0 when its signal aborts it", async () => {
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

describe("a refusal", () => {
  it.each([
    [400, "malformed"],
    [401, "unauthenticated"],
    [403, "board_locked"],
    [404, "not_found"],
    [409, "conflict"],
    [413, "too_large"],
    [422, "invalid"],
    [500, "internal"],
    [503, "unavailable"],
    [520, "internal"],
  ])("%i tells the server's own words", async (status, code) => {
    handler = answer(status, JSON.stringify({ message: "Because", code, data: { rev: 2 } }));
    expect(await failureOf(call("POST", "boards", {}))).toMatchObject({
      status,
      code,
      message: "Because",
      data: { rev: 2 },
      errors: {},
      foreign: false,
    });
  });

  it.each([
    ["HTML", "<h1>Not here</h1>"],
    ["nothing", ""],
    ["JSON of another shape", '{"error":"nope"}'],
    ["JSON with another kind of message", '{"message":5}'],
  ])("with %s is not this server's", async (_what, body) => {
    for (const status of [401, 404, 422, 502]) {
      handler = answer(status, body);
      expect(await failureOf(call("GET", "boards/b1"))).toMatchObject({ status, foreign: true });
    }
  });

  it("is awaited as long as Retry-After says, in seconds or until a date; other values say nothing", async () => {
    for (const [header, expected] of [
      ["0", 0],
      [" 12 ", 12],
      ["soon", undefined],
      ["", undefined],
      [new Date(0).toUTCString(), 0],
    ] as const) {
      handler = answer(503, '{"message":"Busy"}', { "retry-after": header });
      expect((await failureOf(call("GET", "boards"))).retryAfter).toBe(expected);
    }
  });

  it("for lack of a session is reported to the listeners, except while signing in", async () => {
    handler = answer(401, '{"message":"Enter first"}');
    let told = 0;
    const stop = onUnauthorized(() => (told += 1));
    await failureOf(call("GET", "users/auth"));
    expect(told).toBe(0);
    await failureOf(call("GET", "boards"));
    expect(told).toBe(1);
    handler = answer(403, '{"message":"No"}');
    await failureOf(call("GET", "boards"));
    stop();
    handler = answer(401, '{"message":"Enter first"}');
    await failureOf(call("GET", "boards"));
    expect(told).toBe(1);
  });
});

describe("the request", () => {
  it("names the page's language, its CSRF token and its socket, and the body's type", async () => {
    const receivedHeaders: IncomingMessage["headers"][] = [];
    handler = (request, response) => {
      receivedHeaders.push(request.headers);
      answer(200, '{"data":null}')(request, response);
    };
    vi.stubGlobal("document", { cookie: "a=b; XSRF-TOKEN=to%20ken; c=d", documentElement: { lang: "" } });
    setSocketIdProvider(() => "7.1");
    await call("POST", "boards", { title: "Sprint" });
    setSocketIdProvider(() => undefined);
    await call("GET", "boards");
    expect(receivedHeaders[0]).toMatchObject({
      accept: "application/json",
      "accept-language": "en",
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      "x-xsrf-token": "to ken",
      "x-socket-id": "7.1",
    });
    expect([receivedHeaders[1]?.["x-socket-id"], receivedHeaders[1]?.["content-type"]]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("outlives the page, and ends with a signal, where the caller says so", async () => {
    handler = answer(200, '{"data":null}');
    const through = vi.spyOn(globalThis, "fetch");
    const { signal } = new AbortController();
    await call("POST", "boards", {}, { keepalive: true });
    await call("GET", "boards", undefined, { signal });
    expect(through.mock.calls.map(([, init]) => [init?.keepalive, init?.signal])).toEqual([
      [true, undefined],
      [undefined, signal],
    ]);
  });

  it("of a form is its own type", async () => {
    let type = "";
    handler = (request, response) => {
      type = request.headers["content-type"] ?? "";
      request.resume();
      answer(200, '{"data":null}')(request, response);
    };
    const form = new FormData();
    form.set("name", "Ann");
    await call("POST", "feedback", form);
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
  });

  it("waits for a CSRF token where there is none, a read does not", async () => {
    handler = answer(200, '{"data":null}');
    vi.stubGlobal("document", { cookie: "", documentElement: { lang: "" } });
    await call("GET", "boards");
    await call("POST", "boards", {});
    expect(asked).toEqual(["GET /api/v1/boards", "GET /api/v1/config", "POST /api/v1/boards"]);
  });

  it("is not sent again after a second 419", async () => {
    handler = answer(419, '{"message":"Out of date","code":"csrf"}');
    expect(await failureOf(call("PUT", "boards/b1", {}))).toMatchObject({ status: 419, code: "csrf" });
    expect(asked.filter((each) => each.startsWith("PUT"))).toHaveLength(2);
  });

  it("by its method, and gives the data alone", async () => {
    handler = answer(200, '{"data":{"id":"b1"}}');
    for (const method of ["get", "delete", "post", "put"] as const)
      expect(await api[method]("boards/b1")).toEqual({ id: "b1" });
    expect(asked.map((each) => each.split(" ")[0])).toEqual(["GET", "DELETE", "POST", "PUT"]);
  });
});

describe("an answer that was begun ahead of time", () => {
  it("serves the first call for it, with the times at which it was asked for", async () => {
    handler = answer(200, '{"data":1}');
    const before = Date.now();
    prefetch("boards/b1");
    const { data, sentAt, receivedAt } = await call<number>("GET", "boards/b1");
    expect(data).toBe(1);
    expect(sentAt).toBeGreaterThanOrEqual(before);
    expect(receivedAt).toBeGreaterThanOrEqual(sentAt);
    expect(asked).toHaveLength(1);
    await call("GET", "boards/b1");
    await call("POST", "boards/b1");
    expect(asked).toHaveLength(3);
  });

  it("leaves no refusal open that nobody reads", async () => {
    handler = answer(401, "{}");
    const through = vi.spyOn(globalThis, "fetch");
    prefetch("boards/refused");
    const refusal = (await through.mock.results[0]?.value) as Response;
    await vi.waitFor(() => expect(refusal.bodyUsed).toBe(true));
  });

  it("is of no use after ten seconds, or when it failed", async () => {
    handler = answer(200, '{"data":1}');
    const now = vi.spyOn(performance, "now").mockReturnValue(1000);
    prefetch("boards/b1");
    now.mockReturnValue(11_001);
    await call("GET", "boards/b1");
    expect(asked).toHaveLength(2);
    handler = answer(500, "{}");
    prefetch("boards/b2");
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    handler = answer(200, '{"data":2}');
    expect((await call("GET", "boards/b2")).data).toBe(2);
    handler = (request) => request.socket.destroy();
    prefetch("boards/b3");
    await vi.waitFor(() => expect(asked).toHaveLength(5));
    handler = answer(200, '{"data":3}');
    expect((await call("GET", "boards/b3")).data).toBe(3);
  });
});

it("a fault of the app becomes an ApiError that says so, and is logged", () => {
  const fault = new TypeError("undefined is not a function");
  expect(asApiError(fault)).toMatchObject({ name: "ApiError", status: 0 });
  expect(console.error).toHaveBeenCalledWith(fault);
});
