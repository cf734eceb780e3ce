import { existsSync, readdirSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { backupFinishedKey, crashedKey } from "../../db/portable/tables.ts";
import { installedAt } from "../../db/migrate.ts";
import { readState } from "../../db/server-state.ts";
import type { Deps } from "../../deps.ts";
import {
  commandSeconds,
  processMetrics,
  type ReadMetric,
  readingRegistry,
  requestCount,
  requestFailures,
  requestSeconds,
} from "../../observe/metrics.ts";
import { AppError } from "../errors/app-error.ts";
import { eventLoopLoad } from "./event-loop.ts";
import { addressesIn } from "../proxies.ts";
import { equalInConstantTime } from "../session/secrets.ts";

type MetricDeps = Pick<Deps, "settings" | "database" | "sockets" | "rateLimiter" | "nodes">;

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const apiPrefix = "/api/v1";

export function serveMetrics(app: FastifyInstance, deps: MetricDeps, extra: readonly ReadMetric[]): void {
  countRequests(app);
  const registry = readingRegistry([
    ...processFigures(app, deps),
    ...databaseFigures(app, deps),
    ...loadFigures(deps),
    ...busFigures(deps),
    ...extra,
  ]);
  app.get(
    "/metrics",
    { schema: { hide: true }, config: { price: false as const } },
    async (request, reply) => {
      requireMayRead(deps.settings, request.raw);
      reply.type(registry.contentType);
      return `${await processMetrics.metrics()}\n${await registry.metrics()}`;
    },
  );
}

const isThisMachine = addressesIn("loopback");

/** Without a token only this machine asks, and directly: what its proxy passed on may come from the public. */
function requireMayRead(
  { metricsToken: token }: Deps["settings"],
  { headers, socket }: IncomingMessage,
): void {
  const may =
    token === null
      ? isThisMachine(socket.remoteAddress ?? "", 0) &&
        headers["x-forwarded-for"] === undefined &&
        headers.forwarded === undefined
      : equalInConstantTime(headers.authorization ?? "", `Bearer ${token}`);
  if (!may) throw new AppError(404, "not_found");
}

const routeGroups = ["boards", "spaces", "users", "admin", "files", "other"] as const;

function routeGroupOf(url: string): (typeof routeGroups)[number] {
  const [, api, files] = /\/(?:api\/v1\/([a-z-]+)|(web)\/)/.exec(url) ?? [];
  if (files !== undefined) return "files";
  return routeGroups.find((group) => group === api || group === `${api}s`) ?? "other";
}

function countRequests(app: FastifyInstance): void {
  // Prometheus sees no growth of a series that begins with its first failure.
  for (const routes of routeGroups)
    for (const change of ["yes", "no"]) requestFailures.inc({ routes, change }, 0);
  app.addHook("onResponse", ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const seconds = elapsedTime / 1000;
    const known = knownMethods.has(method) ? method : "other";
    requestCount.inc({ method: known, status: `${Math.floor(statusCode / 100)}xx` });
    requestSeconds.observe(seconds);
    const reads = method === "GET" || method === "HEAD";
    if (statusCode === 500)
      requestFailures.inc({ routes: routeGroupOf(routeOptions.url ?? ""), change: reads ? "no" : "yes" });
    // The route's pattern, not the address: the number of patterns is fixed.
    const route = routeOptions.url ?? "";
    const start = route.indexOf(`${apiPrefix}/boards`);
    if (start !== -1 && !reads)
      commandSeconds.observe({ command: `${known} ${route.slice(start + apiPrefix.length)}` }, seconds);
    done();
  });
}

const metric = (name: string, help: string, read: ReadMetric["read"]): ReadMetric => ({ name, help, read });

/** Computed once: a value that differs by a millisecond each time would be a restart for Prometheus. */
const startedAt = Date.now() / 1000 - process.uptime();

function processFigures(app: FastifyInstance, { settings, sockets, database }: MetricDeps): ReadMetric[] {
  return [
    metric("process_cpu_seconds_total", "CPU time", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
    metric("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss()),
    metric("process_start_time_seconds", "When the process started", () => startedAt),
    metric("process_open_fds", "Open files, connections included; 0 where /proc is missing", () =>
      existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0,
    ),
    metric("process_max_fds", "How many files the process may open; 0 where /proc is missing", maxOpenFiles),
    metric("nodejs_heap_size_used_bytes", "Heap in use", () => process.memoryUsage().heapUsed),
    {
      ...metric("retro_info", "1, with the build (version, day, commit)", () => [[settings.build, 1]]),
      label: "version",
    },
    // PostgreSQL's disk is another machine's.
    ...(database.engine === "sqlite"
      ? [
          metric("retro_disk_free_bytes", "Free space of the disk with the data", () =>
            freeBytes(settings.dataDir),
          ),
        ]
      : []),
    metric("retro_open_connections", "Open TCP connections, websockets included", () => openConnections(app)),
    metric("retro_websocket_connections", "Open websocket connections", () => sockets.connectionCount()),
    metric("retro_open_boards", "Boards with a connection to this process", () => sockets.openBoards()),
  ];
}

/** NaN while the disk is away: the other metrics are wanted most then. */
function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.NaN,
  );
}

function maxOpenFiles(): number {
  if (!existsSync("/proc/self/limits")) return 0;
  const limits = readFileSync("/proc/self/limits", "utf8");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
}

function databaseFigures(app: FastifyInstance, { database }: MetricDeps): ReadMetric[] {
  const storedTime = (name: string, what: string, read: () => Promise<number>): ReadMetric => {
    let found = 0;
    const look = () =>
      read().then(
        (value) => void (found = value),
        () => undefined,
      );
    // Otherwise the first answer would say "never". The start does not wait for a database that hangs.
    app.addHook("onReady", async () => void look());
    return metric(name, `${what}, as the request before found it; 0: never`, () => {
      // The answer does not wait: while the database is away, the other metrics are wanted most.
      void look();
      return found / 1000;
    });
  };
  const noted = (key: string) => async () => Number((await readState(database.db, key)) ?? 0);
  return [
    storedTime(
      "retro_backup_finished_timestamp_seconds",
      "When the last backup was complete",
      noted(backupFinishedKey),
    ),
    storedTime(
      "retro_crash_timestamp_seconds",
      "When a server last stopped because of a bug",
      noted(crashedKey),
    ),
    storedTime("retro_installed_timestamp_seconds", "When the database was made", () =>
      installedAt(database.db),
    ),
    metric(
      "retro_turns_waiting",
      "Changes that wait for earlier ones on their board",
      () => database.turns.length,
    ),
    metric("retro_transactions_waiting", "Transactions that wait", () => database.waits().transactions),
    {
      ...metric(
        "retro_database_connections",
        "Connections to PostgreSQL by state, and queries that wait for one",
        () => Object.entries(database.waits().connections ?? {}),
      ),
      label: "state",
    },
  ];
}

function loadFigures({ rateLimiter }: MetricDeps): ReadMetric[] {
  return [
    {
      ...metric("retro_refused_total", "Calls refused because of a limit", () => rateLimiter.refusals),
      label: "limit",
    },
    metric(
      "retro_event_loop_lag_seconds",
      "Mean delay of the event loop",
      () => eventLoopLoad().lagMs / 1000,
    ),
    metric(
      "retro_requests_waiting",
      "Requests that wait for their turn",
      () => rateLimiter.requestSlots.waiting,
    ),
    metric(
      "retro_heavy_requests_waiting",
      "Reads of larger boards and imports that wait",
      () => rateLimiter.heavySlots.waiting,
    ),
    metric("retro_disk_low", "1 while new boards, imports and uploads are refused for want of disk", () =>
      Number(rateLimiter.diskLow),
    ),
    metric("retro_unread_bytes", "Bytes of responses that clients have not read", () =>
      rateLimiter.inUse("unreadBytes"),
    ),
  ];
}

function busFigures({ nodes }: MetricDeps): ReadMetric[] {
  return [
    metric(
      "retro_bus_connected",
      "1 while the bus between servers works, or a single server needs none",
      () => Number(nodes.connected),
    ),
    metric("retro_other_servers", "Other servers on the same bus", () => nodes.others),
    metric("retro_bus_losses_total", "Lost connections to the bus", () => nodes.state()?.losses ?? 0),
    {
      ...metric(
        "retro_bus_messages_total",
        "Messages published, received, failed to publish, and writes that were refused",
        () => {
          const { published = 0, received = 0, failed = 0, refused = 0 } = nodes.state() ?? {};
          return Object.entries({ published, received, failed, refused });
        },
      ),
      label: "what",
    },
  ];
}

function openConnections(app: FastifyInstance): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  return promise;
}
