import { statfs } from "node:fs/promises";
import type { Server } from "node:http";
import { promisify } from "node:util";
import type { ServerHealth } from "@retro/contract/server-health";
import { databaseFault } from "../../db/faults.ts";
import { newestKnownSchema } from "../../db/migrate.ts";
import { backupFinishedKey } from "../../db/portable/tables.ts";
import { readState } from "../../db/server-state.ts";
import type { Deps } from "../../deps.ts";
import { eventLoopLoad } from "../../http/observe/event-loop.ts";
import { recentProblems } from "../../observe/recent-problems.ts";
import { commandLine } from "../../operator-commands.ts";
import { readDatabaseSize, readMigrations } from "./health-store.ts";

const maxRefusals = 10;
const probeTimeoutMs = 3_000;

/** The state of this server. It holds counts, times and fixed texts, never a text or an id of a user. */
export async function readHealth(deps: Deps, server: Server): Promise<ServerHealth> {
  const { settings, rateLimiter, nodes, sockets, database } = deps;
  const { lagMs, cpu } = eventLoopLoad();
  const [tcp, databaseHealth, migrations, backupFinished, disk] = await Promise.all([
    promisify(server.getConnections.bind(server))(),
    readDatabase(deps),
    readMigrations(database.db),
    readState(database.db, backupFinishedKey),
    readDisk(deps),
  ]);
  const newest = migrations.at(-1);
  const bus = nodes.state();
  return {
    version: settings.build,
    node: process.versions.node,
    now: toIso(Date.now()),
    started_at: toIso(Date.now() - process.uptime() * 1000),
    memory_bytes: process.memoryUsage.rss(),
    cpu,
    event_loop_delay_ms: lagMs,
    database: databaseHealth,
    migrations: {
      count: migrations.length,
      newest: newest?.name ?? "",
      newest_at: newest?.timestamp ?? "",
      newer: (newest?.name ?? "") > newestKnownSchema(),
    },
    backup_finished_at: backupFinished && toIso(Number(backupFinished)),
    commands: {
      backup: commandLine("backup", "backup --"),
      disk: commandLine("admin disk", "admin -- disk"),
    },
    connections: { tcp, websockets: sockets.connectionCount(), open_boards: sockets.openBoards() },
    bus: bus && { connected: nodes.connected, other_servers: nodes.others, losses: bus.losses },
    disk,
    refusals: [...rateLimiter.refusals]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, maxRefusals)
      .map(([limit, count]) => ({ limit, count })),
    problems: recentProblems().map(({ lastAt, ...problem }) => ({ ...problem, last_at: toIso(lastAt) })),
  };
}

async function readDatabase({ database }: Deps): Promise<ServerHealth["database"]> {
  const { transactions, connections } = database.waits();
  const common = { engine: database.engine, waiting: transactions + database.turns.length, connections };
  const began = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the probe took too long")), probeTimeoutMs);
  try {
    await Promise.race([database.probe({ write: true }), late]);
    const latency_ms = performance.now() - began;
    return { ...common, latency_ms, fault: null, size_bytes: await readDatabaseSize(database) };
  } catch (error) {
    return { ...common, latency_ms: null, fault: databaseFault(error) ?? "no answer", size_bytes: null };
  } finally {
    clearTimeout(timer);
  }
}

async function readDisk({ database, settings, rateLimiter, log }: Deps): Promise<ServerHealth["disk"]> {
  if (database.engine !== "sqlite") return null;
  try {
    const { bavail, blocks, bsize } = await statfs(settings.dataDir);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize, low: rateLimiter.diskLow };
  } catch (error) {
    log.warn({ err: error }, "the free disk space is unknown");
    return null;
  }
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
