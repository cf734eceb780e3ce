import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

interface Options {
  ping: () => Promise<void>;
  isStopping: () => boolean;
}

/** Probes for whoever runs the server, and figures for Prometheus: counts alone, no text of anybody. */
export function reportHealth(app: FastifyInstance, { ping, isStopping }: Options): void {
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
  app.get("/health/ready", hidden, async (request) => {
    if (isStopping()) throw new AppError(503, "not_ready");
    try {
      await ping();
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      throw new AppError(503, "not_ready");
    }
    return { data: { status: "ready" } };
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
        "Open connections, realtime ones included",
        await connections(),
      ),
      metric("http_request_duration_seconds_sum", "counter", "Time spent answering", seconds),
      `# HELP http_requests_total Requests answered\n# TYPE http_requests_total counter\n${counts.join("\n")}`,
      "",
    ].join("\n");
  });
}

function metric(name: string, type: "counter" | "gauge", help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}`;
}
