import type { FastifyInstance } from "fastify";
import { databaseFault } from "../db/faults.ts";
import { SecondNodeError } from "../db/node-lock.ts";
import { faultCounters } from "../metrics.ts";
import { AppError } from "./app-error.ts";

interface Options {
  /** Rejects when the database cannot be used, or, with `write`, when it cannot be written to. */
  probe: (how: { write: boolean }) => Promise<void>;
  isStopping: () => boolean;
  /** True while the disk is nearly full. The server stays ready, because boards still work, and reports it. */
  diskLow: () => boolean;
  /** Additional lines for `/metrics`. */
  metricLines: () => string[];
  /** Open websocket connections. */
  websockets: () => number;
}

/** Serves probes for the operator and metrics for Prometheus. The metrics hold counts only, no users' text. */
export function serveHealth(
  app: FastifyInstance,
  { probe, isStopping, diskLow, metricLines, websockets }: Options,
): void {
  const answered = new Map<string, number>();
  let seconds = 0;
  app.addHook("onResponse", async (request, reply) => {
    const label = `${request.method} ${Math.floor(reply.statusCode / 100)}xx`;
    answered.set(label, (answered.get(label) ?? 0) + 1);
    seconds += reply.elapsedTime / 1000;
  });
  const hidden = { schema: { hide: true }, config: { costs: false as const } };

  const connections = () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    return promise;
  };

  app.get("/health/live", hidden, async () => ({ data: { status: "live" } }));
  const reasonNotReady = createReadinessCheck(probe);
  app.get("/health/ready", hidden, async (request) => {
    if (isStopping()) throw new AppError(503, "not_ready", { retryAfter: 5 });
    const found = await reasonNotReady();
    if (found === null) return { data: { status: "ready", disk: diskLow() ? "low" : "ok" } };
    request.log.warn({ err: found.error, reason: found.reason }, "not ready");
    throw new AppError(503, "not_ready", { retryAfter: 5, data: { reason: found.reason } });
  });
  app.get("/metrics", hidden, async (_request, reply) => {
    const memory = process.memoryUsage();
    const cpu = process.cpuUsage();
    const counts = [...answered].map(([label, count]) => {
      const [method, status] = label.split(" ");
      return `http_requests_total{method="${method}",status="${status}"} ${count}`;
    });
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    return [
      metric("process_cpu_seconds_total", "counter", "CPU time", (cpu.user + cpu.system) / 1e6),
      metric("process_resident_memory_bytes", "gauge", "Resident memory", memory.rss),
      metric(
        "process_start_time_seconds",
        "gauge",
        "When the process started",
        Date.now() / 1000 - process.uptime(),
      ),
      metric("nodejs_heap_size_used_bytes", "gauge", "Heap in use", memory.heapUsed),
      metric(
        "retro_open_connections",
        "gauge",
        "Open TCP connections, websockets included",
        await connections(),
      ),
      ...Object.values(faultCounters).map(({ name, help, value }) => metric(name, "counter", help, value)),
      metric("retro_websocket_connections", "gauge", "Open websocket connections", websockets()),
      metric("http_request_duration_seconds_sum", "counter", "Time spent answering", seconds),
      `# HELP http_requests_total Requests answered\n# TYPE http_requests_total counter\n${counts.join("\n")}`,
      ...metricLines(),
      "",
    ].join("\n");
  });
}

function metric(name: string, type: "counter" | "gauge", help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}`;
}

/** A probe that takes longer counts as failed: every connection is in use, or the disk hangs. */
const probeTimeoutMs = 3_000;
/** How long the result of a writing probe is reused: anybody may ask for one, and each write flushes the disk. */
const writeProbeValidMs = 1_000;

interface NotReady {
  /** A fixed text for the operator, never the database's message, which may name hosts and users. */
  reason: string;
  error: unknown;
}

/** @returns why the database cannot be used, or null when it can; concurrent requests share one probe */
function createReadinessCheck(probe: Options["probe"]): () => Promise<NotReady | null> {
  let current: Promise<NotReady | null> | null = null;
  let written = { at: Number.NEGATIVE_INFINITY, faults: 0 };
  const check = async (): Promise<NotReady | null> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("the probe took too long")), probeTimeoutMs);
    const [at, faults] = [performance.now(), faultCounters.database.value];
    const write = at - written.at > writeProbeValidMs || faults !== written.faults;
    try {
      await Promise.race([probe({ write }), late]);
      if (write) written = { at, faults };
      return null;
    } catch (error) {
      written.at = Number.NEGATIVE_INFINITY;
      const reason =
        databaseFault(error) ?? (error instanceof SecondNodeError ? "second server" : "no answer");
      return { reason, error };
    } finally {
      clearTimeout(timer);
      current = null;
    }
  };
  return () => (current ??= check());
}
