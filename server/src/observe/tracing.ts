import type { FastifyBaseLogger } from "fastify";
import { SettingsError } from "../settings.ts";

/** Spans have fixed names, route patterns, request ids and SQL with placeholders: nothing of a user. */

type Attributes = Record<string, string | number>;

export interface Tracing {
  span<T>(name: string, attributes: Attributes, work: () => T): T;
  begin(
    name: string,
    /** A request's headers may name the trace that it belongs to (`traceparent`). */
    given: { attributes: Attributes; headers: object },
    work: (traceId: string) => void,
  ): { end(attributes: Attributes): void };
  add(name: string, attributes: Attributes, ms: number): void;
  stop(): Promise<void>;
}

let tracing: Tracing | null = null;

export function activeTracing(): Tracing | null {
  return tracing;
}

/** Turns tracing on, if the environment names a collector; call it before the database is opened. */
export async function startTracing(build: string, log: FastifyBaseLogger): Promise<void> {
  const valueOf = (name: string) => process.env[name]?.trim() ?? "";
  const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const named = endpoints.filter((name) => valueOf(name) !== "");
  if (named.length === 0 || valueOf("OTEL_SDK_DISABLED").toLowerCase() === "true") return;
  for (const name of named)
    // Not its value: it may hold a password.
    if (!/^https?:$/.test(URL.parse(valueOf(name))?.protocol ?? ""))
      throw new SettingsError([`${name} must be like http://127.0.0.1:4318.`]);
  const { createTracing } = await import("./opentelemetry.ts");
  const made = createTracing(build);
  for (const problem of made.problems) log.warn({ problem }, "a setting of OpenTelemetry was adjusted");
  ({ tracing } = made);
}

export function traced<T>(name: string, work: () => T, attributes: Attributes = {}): T {
  return tracing === null ? work() : tracing.span(name, attributes, work);
}

export async function stopTracing(): Promise<void> {
  await tracing?.stop();
}
