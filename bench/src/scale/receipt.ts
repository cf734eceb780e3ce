import type { BenchOptions, Measurement } from "../measurement.ts";
import { median } from "../measurement.ts";
import { createPostgresDatabase } from "../postgres-database.ts";
import { ServerProcess } from "../server-process.ts";
import { roundsOf } from "./load-run.ts";
import { measureRun, type Run } from "../parts/latency.ts";

const redisUrl = process.env["BENCH_REDIS_URL"] ?? "redis://127.0.0.1:6379";
const floor = "PostgreSQL floor";
const oneNode = "one node on PostgreSQL";
const twoNodes = "two nodes over Redis";

/** The time from a create to its arrival, on the floor, on one node and over Redis, in turn. */
export async function measureReceipt(options: BenchOptions): Promise<Measurement[]> {
  const { quick } = options;
  const databases = [
    await createPostgresDatabase(),
    await createPostgresDatabase(),
    await createPostgresDatabase(),
  ];
  const [first, second, third] = databases;
  if (!first || !second || !third) return [];
  const secret = { APP_SECRET: "the bench's own secret, of many characters" };
  const shared = { DATABASE_URL: third.url, REDIS_URL: redisUrl, ...secret };
  const servers: ServerProcess[] = [];
  const start = async (name: "retro" | "floor", env: Record<string, string>): Promise<ServerProcess> => {
    const server = await ServerProcess.start(name, env);
    servers.push(server);
    return server;
  };
  try {
    const systems = [
      { label: floor, name: "floor", from: await start("floor", { DATABASE_URL: first.url }) },
      { label: oneNode, name: "retro", from: await start("retro", { DATABASE_URL: second.url, ...secret }) },
      {
        label: twoNodes,
        name: "retro",
        from: await start("retro", shared),
        to: await start("retro", shared),
      },
    ] as const;
    const runs = new Map<string, Run[]>();
    for (let round = 0; round <= roundsOf(options, 5); round += 1)
      for (const system of systems) {
        const to = "to" in system ? system.to : system.from;
        const run = await measureRun(system.from, system.name, 2, quick ? 100 : 200, 1000, to);
        // The first round only warms up.
        if (round > 0) runs.set(system.label, [...(runs.get(system.label) ?? []), run]);
        console.error(`round ${round}, ${system.label}: p50 ${run.p50.toFixed(2)} ms`);
      }
    return (["p50", "p95"] as const).flatMap((field) => {
      const of = (label: string) => median((runs.get(label) ?? []).map((run) => run[field]));
      const row = (label: string, base: string, aim: string) => ({
        label: `create → another's receipt, ${label} (ratio to ${base}), ${field}`,
        unit: "ms",
        value: of(label),
        floor: of(base),
        ...(field === "p50" && { aim }),
        detail: runs.get(label),
      });
      return [row(oneNode, floor, "≤ 1.5x"), row(twoNodes, oneNode, "≤ 1.3x")];
    });
  } finally {
    for (const server of servers) await server.stopAndDelete();
    for (const database of databases) await database?.drop();
  }
}
