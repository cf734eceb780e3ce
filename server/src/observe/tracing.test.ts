import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { dataFolder, enterAsVisitor, startProcess } from "../testing/process.ts";

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** Receives what the server sends to a collector. */
async function startCollector(): Promise<{ endpoint: string; spans: ReceivedSpan[] }> {
  const spans: ReceivedSpan[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { resourceSpans } = (await json(request)) as ExportRequest;
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader("content-type", "application/json").end("{}");
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
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
