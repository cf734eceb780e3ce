import { setTimeout as sleep } from "node:timers/promises";
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  type Span,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Tracing } from "./tracing.ts";

const stopWithinMs = 1_000;

/** The packages read the `OTEL_…` variables themselves. @returns what they say about those they have adjusted, too */
export function createTracing(build: string): { tracing: Tracing; problems: string[] } {
  const problems: string[] = [];
  const note = (problem: string) => void problems.push(problem);
  const ignore = () => undefined;
  diag.setLogger(
    { error: note, warn: note, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const named = resourceFromAttributes({ "service.name": "retro", "service.version": build });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  // From here on it would say that the collector is away, which disturbs nobody.
  diag.disable();
  const tracer = trace.getTracer("retro", build);
  const tracing: Tracing = {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, (span) => endWith(span, work)),
    begin(name, { attributes, headers }, work) {
      const from = propagation.extract(context.active(), headers);
      const span = tracer.startSpan(name, { attributes }, from);
      context.with(trace.setSpan(from, span), () => work(span.spanContext().traceId));
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
  return { tracing, problems };
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
