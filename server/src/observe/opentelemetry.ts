import { setTimeout as sleep } from "node:timers/promises";
import { context, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Tracing } from "./tracing.ts";

const stopWithinMs = 1_000;

/** The packages read the other `OTEL_…` variables themselves, such as OTEL_SERVICE_NAME. */
export function createTracing(build: string): Tracing {
  const named = { "service.name": process.env["OTEL_SERVICE_NAME"] ?? "retro", "service.version": build };
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(named)),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer("retro", build);
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, (span) => endWith(span, work)),
    begin(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes });
      context.with(trace.setSpan(context.active(), span), () => work(span.spanContext().traceId));
      return {
        end(more) {
          span.setAttributes(more);
          if (Number(more["http.response.status_code"]) >= 500)
            span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    add(name, attributes, ms) {
      const end = Date.now();
      tracer.startSpan(name, { attributes, startTime: end - ms }).end(end);
    },
    async stop() {
      // The collector may be away, and the exporter repeats its attempts for longer than a stop may take: the
      // spans are lost then.
      const late = sleep(stopWithinMs, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

function endWith<T>(span: Span, work: () => T): T {
  const fail = (error: unknown): never => {
    // The message may contain a text of a user.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "" });
    span.end();
    throw error;
  };
  let done: T;
  try {
    done = work();
  } catch (error) {
    return fail(error);
  }
  if (!(done instanceof Promise)) {
    span.end();
    return done;
  }
  return done.then((value: unknown) => {
    span.end();
    return value;
  }, fail) as T;
}
