import { randomUUID } from "node:crypto";
import { floor } from "../floor-target.ts";
import { Http } from "../http.ts";
import { Others } from "../others.ts";
import { ours } from "../ours.ts";
import type { Effort, Row } from "../row.ts";
import { median, percentile, wait } from "../row.ts";
import { Server } from "../server.ts";
import type { Target, TargetName } from "../target.ts";

const sizes = [2, 20, 100] as const;
const everyMs = 100;
const targets: Record<TargetName, Target> = { ours, floor };
const names = ["ours", "floor"] as const;

interface Run {
  p50: number;
  p95: number;
  p99: number;
  /** Seconds of CPU per 1,000 creates. */
  cpu: number;
  /** Seconds of CPU a second while nothing happens. */
  idle: number;
}

/** Create → another client's receipt, and the server's CPU around the same stream. */
export async function latency({ quick }: Effort): Promise<Row[]> {
  const servers = { ours: await Server.start("ours"), floor: await Server.start("floor") };
  const runs = new Map<string, Run[]>();
  try {
    for (const name of names) await oneRun(servers[name], name, 2, 100, 1000);
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      for (const size of sizes) {
        for (const name of names) {
          const run = await oneRun(servers[name], name, size, quick ? 100 : 200, quick ? 2000 : 5000);
          const key = `${name} ${size}`;
          runs.set(key, [...(runs.get(key) ?? []), run]);
          console.error(`round ${round + 1}, ${size} clients, ${name}: p50 ${run.p50.toFixed(2)} ms`);
        }
      }
    }
  } finally {
    await Promise.all([servers.ours.stop(), servers.floor.stop()]);
  }
  return rowsOf(runs);
}

/** One stream on a fresh board: joins, a wait of 3 s, an idle baseline, the creates, 2 s to drain. */
async function oneRun(
  server: Server,
  name: TargetName,
  size: number,
  creates: number,
  baselineMs: number,
): Promise<Run> {
  const target = targets[name];
  const http = new Http(server.url);
  const others = new Others();
  try {
    const board = await target.newBoard(http);
    const sender = await (await target.come(http)).join(board);
    const receiver = await (await target.come(http)).join(board);
    await others.prepare(name, server.url, size - 2);
    await others.join([board]);
    await sender.create(0, randomUUID(), "The columns are known after this.");
    await wait(3000);
    const idleFrom = server.cpu();
    await wait(baselineMs);
    const from = server.cpu();
    const sentAt = new Map<string, number>();
    const took: number[] = [];
    receiver.onCreated((id, at) => {
      const sent = sentAt.get(id);
      if (sent !== undefined) took.push(at - sent);
    });
    const startedAt = performance.now();
    const answers: Promise<void>[] = [];
    for (let i = 0; i < creates; i += 1) {
      await wait(startedAt + i * everyMs - performance.now());
      const id = randomUUID();
      sentAt.set(id, performance.now());
      answers.push(sender.create(i, id, `${i} `.padEnd(100, "a sticker of words ")));
    }
    await Promise.all(answers);
    await wait(2000);
    if (took.length !== creates) throw new Error(`${name}: heard ${took.length} of ${creates}`);
    const cpu = ((server.cpu() - from) / creates) * 1000;
    sender.close();
    receiver.close();
    return {
      p50: percentile(took, 0.5),
      p95: percentile(took, 0.95),
      p99: percentile(took, 0.99),
      cpu,
      idle: ((from - idleFrom) / baselineMs) * 1000,
    };
  } finally {
    http.close();
    await others.end();
  }
}

const aims: Record<number, Record<"p50" | "p95" | "p99" | "cpu", [aim: string, peer: string]>> = {
  2: {
    p50: ["≤ 3 ms", "9.4 ms"],
    p95: ["≤ 5 ms", "13.1 ms"],
    p99: ["≤ 7 ms", "14.7 ms"],
    cpu: ["≤ 2.0 s", "~7.1 s + PostgreSQL"],
  },
  100: {
    p50: ["≤ 4 ms", "11.0 ms"],
    p95: ["≤ 6 ms", "13.8 ms"],
    p99: ["≤ 8 ms", "15.8 ms"],
    cpu: ["≤ 3.5 s", "8.4 s + 3.3 s PostgreSQL"],
  },
};

function rowsOf(runs: ReadonlyMap<string, Run[]>): Row[] {
  return sizes.flatMap((size) =>
    (["p50", "p95", "p99", "cpu"] as const).map((field) => {
      const of = (name: TargetName) => median((runs.get(`${name} ${size}`) ?? []).map((run) => run[field]));
      const [aim, peer] = aims[size]?.[field] ?? [];
      return {
        what:
          field === "cpu"
            ? `server CPU per 1,000 creates, ${size} clients`
            : `create → another's receipt, ${size} clients, ${field}`,
        unit: field === "cpu" ? "s" : "ms",
        ours: of("ours"),
        floor: of("floor"),
        ...(aim === undefined ? {} : { aim }),
        ...(peer === undefined ? {} : { peer }),
        detail: names.map((name) => ({ name, runs: runs.get(`${name} ${size}`) })),
      };
    }),
  );
}
