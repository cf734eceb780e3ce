import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { hasOpenssl, makeCertificate, type TestCertificate } from "../testing/certificate.ts";
import { startForwardProxy } from "../testing/forward-proxy.ts";
import { dataFolder, enterAsVisitor, startProcess } from "../testing/process.ts";

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

/** Receives what the server sends to a collector, with a certificate by https. */
async function startCollector(certificate?: TestCertificate) {
  const spans: ReceivedSpan[] = [];
  const resource = new Map<string, string | undefined>();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { resourceSpans } = (await json(request)) as ExportRequest;
    for (const { resource: of, scopeSpans } of resourceSpans) {
      for (const { key, value } of of.attributes) resource.set(key, value.stringValue);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader("content-type", "application/json").end("{}");
  };
  const listener: RequestListener = (request, response) => void receive(request, response);
  const server =
    certificate === undefined
      ? createServer(listener)
      : createTlsServer(
          { key: readFileSync(certificate.key), cert: readFileSync(certificate.file) },
          listener,
        );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, resource };
}

test("a request, its turn, its queries and its broadcast are one trace, without ids and texts", async () => {
  const { endpoint, spans } = await startCollector();
  const server = startProcess({
    DATA_DIR: dataFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    LOG_LEVEL: "debug",
  });
  const address = await server.address;
  const entered = await enterAsVisitor(address, address);
  const cookies = new Map(
    entered.headers
      .getSetCookie()
      .map((each) => (each.split(";", 1)[0] ?? "").split("=", 2) as [string, string]),
  );
  const post = async (path: string, body: object) => {
    const config = await fetch(`${address}/api/v1/config`, { headers: { cookie: cookieLine() } });
    for (const each of config.headers.getSetCookie())
      cookies.set(...((each.split(";", 1)[0] ?? "").split("=", 2) as [string, string]));
    const answer = await fetch(`${address}/api/v1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: cookieLine(),
        "x-xsrf-token": cookies.get("XSRF-TOKEN") ?? "",
      },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 201]);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const board = await post("/boards", { title: "Secret title" });
  const tree = await fetch(`${address}/api/v1/boards/${board}/items`, { headers: { cookie: cookieLine() } });
  const column = ((await tree.json()) as { data: { children: { id: string }[] }[] }).data[0]?.children[0]?.id;
  const sticker = await post(`/boards/${board}/items`, { title: "Secret text", parent_id: column });
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);

  const request = spans.find(({ name }) => name === "POST /api/v1/boards/:id/items");
  const turn = spans.find(({ name, parentSpanId }) => name === "turn" && parentSpanId === request?.spanId);
  const requestId = request?.attributes.find(({ key }) => key === "http.request.header.x-request-id");
  const line = server
    .text()
    .split("\n")
    .find((each) => each.includes(`"traceId":"${request?.traceId}"`));
  expect(line).toContain(`"requestId":"${requestId?.value.stringValue}"`);
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId);
  expect(turn).toBeDefined();
  expect(trace.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["broadcast", "insert", "update", "begin"]),
  );
  const queryOf = (found: string) =>
    trace.find(({ name }) => name === found)?.attributes.find(({ key }) => key === "db.query.text")?.value
      .stringValue;
  expect(queryOf("insert")).toMatch(/^insert into/);
  // A batch is one span that holds each of its statements.
  expect(queryOf("update")).toMatch(/^update "boards" .*; select /);
  const text = JSON.stringify(spans);
  for (const secret of ["Secret", board, sticker, ...cookies.values()]) expect(text).not.toContain(secret);
}, 60_000);

test("a collector that does not answer disturbs nobody", async () => {
  const server = startProcess({ DATA_DIR: dataFolder(), OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  const address = await server.address;
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);
}, 60_000);

test.skipIf(!hasOpenssl)(
  "traces go through the proxy, and the start names the variables for a proxy that it does not use",
  async () => {
    const certificate = makeCertificate("collector.example");
    const [{ endpoint, spans }, proxy] = [await startCollector(certificate), await startForwardProxy()];
    const { port } = new URL(endpoint);
    const server = startProcess({
      DATA_DIR: dataFolder(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `https://collector.example:${port}`,
      OTEL_EXPORTER_OTLP_CERTIFICATE: certificate.file,
      HTTPS_PROXY: proxy.url,
      ALL_PROXY: proxy.url,
    });
    await fetch(`${await server.address}/api/v1/config`);
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
    expect(spans.map(({ name }) => name)).toContain("GET /api/v1/config");
    expect(new Set(proxy.asked)).toEqual(new Set([`collector.example:${port}`]));
    const warnings = [
      ...server.text().matchAll(/"variable":"(\w+)".*a variable for a proxy is set and not used/g),
    ];
    expect(warnings.map(([, variable]) => variable)).toEqual(["ALL_PROXY"]);
  },
  60_000,
);

test("attack: a stranger's header chooses no trace id and samples nothing", async () => {
  const { endpoint, spans } = await startCollector();
  const server = startProcess({
    DATA_DIR: dataFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
  });
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  await fetch(`${await server.address}/api/v1/config`, { headers: { traceparent } });
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);
  expect(spans).toEqual([]);
}, 60_000);

test("a request belongs to the trace that its proxy's header names, and the variables of OpenTelemetry count", async () => {
  const { endpoint, spans, resource } = await startCollector();
  const server = startProcess({
    DATA_DIR: dataFolder(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces`,
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging,service.name=retro-staging",
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
    TRUST_PROXY: "1",
  });
  const address = await server.address;
  const [trace, parent] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const get = (path: string, headers = {}) => fetch(`${address}${path}`, { headers });
  await get("/health/live");
  await get("/api/v1/config", { traceparent: `00-${trace}-${parent}-01` });
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);
  const requests = spans.filter(({ name }) => name.startsWith("GET "));
  expect(requests).toMatchObject([{ name: "GET /api/v1/config", traceId: trace, parentSpanId: parent }]);
  expect(Object.fromEntries(resource)).toMatchObject({
    "service.name": "retro-staging",
    "deployment.environment.name": "staging",
  });
}, 60_000);

test("OTEL_SDK_DISABLED turns traces off", async () => {
  const { endpoint, spans } = await startCollector();
  const server = startProcess({
    DATA_DIR: dataFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SDK_DISABLED: "true",
  });
  await fetch(`${await server.address}/health/ready`);
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);
  expect(spans).toEqual([]);
}, 60_000);

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "not a url"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "/v1/traces"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://retro:long-secret@collector:4317"],
])(
  "a server with %s=%s does not start, and says why without the address",
  async (name, value) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", [name]: value };
    const server = startProcess({ DATA_DIR: dataFolder(), ...env });
    server.address.catch(() => undefined);
    expect(await server.exit).toBe(78);
    expect(server.text()).toContain(`${name} must be like`);
    expect(server.text()).not.toContain(value);
  },
  60_000,
);

test.each([
  ["OTEL_TRACES_SAMPLER", "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG is blank, defaulting to 1"],
  ["OTEL_TRACES_SAMPLER", "sometimes", "defaulting to"],
  ["OTEL_BSP_MAX_QUEUE_SIZE", "100", "maxQueueSize"],
])(
  "a server with %s=%s starts, and logs what the packages take instead",
  async (name, value, said) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", [name]: value };
    const server = startProcess({ DATA_DIR: dataFolder(), ...env });
    await server.address;
    const lines = server.text().split("\n");
    expect(lines.find((line) => line.includes(said))).toContain('"level":40');
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
  },
  60_000,
);
