import type { ServerHealth } from "@retro/contract/server-health";

export const healthyServer: ServerHealth = {
  version: "1.1.0",
  node: "24.0.0",
  now: "2026-01-15T12:00:00.000Z",
  started_at: "2026-01-01T00:00:00.000Z",
  memory_bytes: 1,
  cpu: 0,
  event_loop_delay_ms: 0,
  database: { engine: "sqlite", latency_ms: 1, fault: null, size_bytes: 1, waiting: 0, connections: null },
  migrations: { count: 1, newest: "0001-first", newest_at: "2026-01-01T00:00:00.000Z", newer: false },
  backup_finished_at: null,
  commands: { backup: "npm run backup --", disk: "npm run admin -- disk" },
  connections: { tcp: 1, websockets: 1, open_boards: 1 },
  bus: null,
  disk: null,
  refusals: [],
  problems: [],
};
