import { readFileSync } from "node:fs";
import type { Agent, IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Span } from "@opentelemetry/api";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { agentFor, type Proxies, proxyFor } from "../outgoing/proxy.ts";
import { type EnvironmentSettings, SettingsError } from "../settings.ts";

/** Spans have fixed names, route patterns, request ids and SQL with placeholders: nothing of a user. */

type Query = Readonly<{ sql: string; batch?: readonly { sql: string }[] }>;
type QueryEvent = Readonly<{ query: Query; queryDurationMillis: number; level: string }>;

/** Null without a collector: the packages are not loaded. */
let tracing: Awaited<ReturnType<typeof loadTracing>> | null = null;

const valueOf = (name: string) => process.env[name]?.trim() ?? "";

/**
 * Turns tracing on, if the environment names a collector; call it before the database is opened.
 * @throws SettingsError for an endpoint that is no URL, or a certificate that cannot be read
 */
export async function startTracing(settings: EnvironmentSettings, log: FastifyBaseLogger): Promise<void> {
  const variables = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
  const named = variables.filter((name) => valueOf(name) !== "");
  const [endpoint] = named.map(valueOf);
  if (endpoint === undefined || valueOf("OTEL_SDK_DISABLED").toLowerCase() === "true") return;
  for (const name of named)
    if (!/^https?:$/.test(URL.parse(valueOf(name))?.protocol ?? ""))
      // Not its value: it may contain a password.
      throw new SettingsError([`${name} must be like http://127.0.0.1:4318.`]);
  tracing = await loadTracing(settings.build, agentOfExporter(new URL(endpoint), settings.proxies), log);
}

/** The packages read the `OTEL_…` variables themselves, and report those that they adjust. */
async function loadTracing(build: string, agent: Agent | undefined, log: FastifyBaseLogger) {
  const api = await import("@opentelemetry/api");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const resources = await import("@opentelemetry/resources");
  const { BatchSpanProcessor, NodeTracerProvider } = await import("@opentelemetry/sdk-trace-node");
  const report = (problem: string) => log.warn({ problem }, "a setting of OpenTelemetry was adjusted");
  const ignore = () => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter(agent && { httpAgentOptions: () => agent });
  const provider = new NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": "retro", "service.version": build }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  // From here on it would say that the collector is away, which disturbs nobody.
  api.diag.disable();
  return { api, provider, tracer: api.trace.getTracer("retro", build) };
}

/** Undefined without a proxy: an own agent takes the place of the exporter's, and of its certificates. */
function agentOfExporter(endpoint: URL, proxies: Proxies): Agent | undefined {
  const proxy = proxyFor(endpoint, proxies);
  if (proxy === null) return undefined;
  const files = { CERTIFICATE: "ca", CLIENT_CERTIFICATE: "cert", CLIENT_KEY: "key" };
  const given = Object.entries(files).flatMap(([name, option]) => {
    const names = [`OTEL_EXPORTER_OTLP_TRACES_${name}`, `OTEL_EXPORTER_OTLP_${name}`];
    const [variable] = names.filter((each) => valueOf(each) !== "");
    return variable === undefined ? [] : [[option, readFileOf(variable)] as const];
  });
  return agentFor(endpoint, proxy, { keepAlive: true, ...Object.fromEntries(given) });
}

function readFileOf(variable: string): Buffer {
  try {
    return readFileSync(valueOf(variable));
  } catch (error) {
    throw new SettingsError([`${variable} cannot be read: ${(error as Error).message}.`]);
  }
}

/** `traceparent` counts from a trusted proxy only: a stranger would choose trace ids, and what is sampled. */
export function traceRequests(app: FastifyInstance, isTrusted: (request: IncomingMessage) => boolean): void {
  if (tracing === null) return;
  const { api, tracer } = tracing;
  const spans = new WeakMap<IncomingMessage, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
    const attributes = {
      "http.request.method": request.method,
      "http.route": route,
      "http.request.header.x-request-id": request.id,
    };
    const carrier = isTrusted(request.raw) ? request.headers : {};
    const parent = api.propagation.extract(api.context.active(), carrier);
    const span = tracer.startSpan(`${request.method} ${route}`, { attributes }, parent);
    spans.set(request.raw, span);
    if (request.logged !== null) request.logged.traceId = span.spanContext().traceId;
    api.context.with(api.trace.setSpan(parent, span), () => done());
  });
  app.addHook("onResponse", async (request, { statusCode }) => {
    const span = spans.get(request.raw);
    span?.setAttribute("http.response.status_code", statusCode);
    if (statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR });
    span?.end();
  });
}

/** @returns options of Kysely: it calls `log` after each query, and a batch is one span with its statements */
export function tracedQueries(engine: "sqlite" | "postgresql"): { log?: (event: QueryEvent) => void } {
  if (tracing === null) return {};
  const { tracer } = tracing;
  const log = ({ query, queryDurationMillis, level }: QueryEvent) => {
    const end = Date.now();
    const attributes = {
      "db.system.name": engine,
      "db.query.text": query.batch?.map(({ sql }) => sql).join("; ") ?? query.sql,
      "retro.failed": Number(level === "error"),
    };
    const [name = "query"] = query.sql.split(" ", 1);
    tracer.startSpan(name, { attributes, startTime: end - queryDurationMillis }).end(end);
  };
  return { log };
}

/** Runs the work in a span, which ends with the work, or with its promise. */
export function traced<T>(name: string, work: () => T): T {
  if (tracing === null) return work();
  const { api, tracer } = tracing;
  return tracer.startActiveSpan(name, (span) => {
    const fail = (error: unknown) => {
      // The message may contain a text of a user.
      span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "" });
      span.end();
    };
    try {
      const result = work();
      if (result instanceof Promise) void result.then(() => span.end(), fail);
      else span.end();
      return result;
    } catch (error) {
      fail(error);
      throw error;
    }
  });
}

/** Waits for a second at most: an exporter whose collector is away tries for longer, and loses its spans. */
export async function stopTracing(): Promise<void> {
  const stopped = tracing?.provider.shutdown().catch(() => undefined);
  await Promise.race([stopped, sleep(1_000, undefined, { ref: false })]);
}
