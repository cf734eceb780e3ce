/** Spans have fixed names, route patterns, request ids and SQL with placeholders: nothing of a user. */

type Attributes = Record<string, string | number>;

export interface Tracing {
  span<T>(name: string, attributes: Attributes, work: () => T): T;
  begin(
    name: string,
    attributes: Attributes,
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
export async function startTracing(build: string): Promise<void> {
  const endpoint = process.env["OTEL_EXPORTER_OTLP_ENDPOINT"]?.trim();
  if (!endpoint) return;
  const { createTracing } = await import("./opentelemetry.ts");
  tracing = createTracing(build);
}

export function traced<T>(name: string, work: () => T, attributes: Attributes = {}): T {
  return tracing === null ? work() : tracing.span(name, attributes, work);
}

export async function stopTracing(): Promise<void> {
  await tracing?.stop();
}
