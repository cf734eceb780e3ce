import { randomUUID } from "node:crypto";
import { floorSystem } from "../floor/floor-client.ts";
import { HttpClient } from "../http-client.ts";
import { ParticipantPool } from "../participant-pool.ts";
import { retroSystem } from "../retro-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median, percentile, wait } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import type { SystemUnderTest, SystemName } from "../system-under-test.ts";

const sizes = [2, 20, 100] as const;
const intervalMs = 100;
const targets: Record<SystemName, SystemUnderTest> = { retro: retroSystem, floor: floorSystem };
const names = ["retro", "floor"] as const;

export interface Run {
  p50: number;
  p95: number;
  p99: number;
  /** Seconds of CPU per 1,000 creates. */
  cpu: number;
  /** Seconds of CPU per second while idle. */
  idle: number;
}

/** Measures how long a create takes to reach another client, and how much CPU the server uses. */
export async function measureLatency({ quick }: BenchOptions): Promise<Measurement[]> {
  const servers = { retro: await ServerProcess.start("retro"), floor: await ServerProcess.start("floor") };
  const runs = new Map<string, Run[]>();
  try {
    for (const name of names) await measureRun(servers[name], name, 2, 100, 1000);
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      for (const size of sizes) {
        for (const name of names) {
          const run = await measureRun(servers[name], name, size, quick ? 100 : 200, quick ? 2000 : 5000);
          const key = `${name} ${size}`;
          runs.set(key, [...(runs.get(key) ?? []), run]);
          console.error(`round ${round + 1}, ${size} clients, ${name}: p50 ${run.p50.toFixed(2)} ms`);
        }
      }
    }
  } finally {
    await Promise.all([servers.retro.stopAndDelete(), servers.floor.stopAndDelete()]);
  }
  return toMeasurements(runs);
}

/** One stream on a fresh board: joins, a wait of 3 s, an idle baseline, the creates, 2 s to drain. */
export async function measureRun(
  server: ServerProcess,
  name: SystemName,
  size: number,
  creates: number,
  baselineMs: number,
  receiving: ServerProcess = server,
): Promise<Run> {
  const target = targets[name];
  const http = new HttpClient(server.url);
  const receivingHttp = new HttpClient(receiving.url);
  const pool = new ParticipantPool();
  try {
    const board = await target.createBoard(http);
    const sender = await (await target.createVisitor(http)).join(board);
    const receiver = await (await target.createVisitor(receivingHttp)).join(board);
    await pool.prepare(name, server.url, size - 2);
    await pool.join([board]);
    await sender.addSticker(0, randomUUID(), "The columns are known after this.");
    await wait(3000);
    const idleFrom = server.cpu();
    await wait(baselineMs);
    const from = server.cpu();
    const sentAt = new Map<string, number>();
    const took: number[] = [];
    receiver.onStickerAdded((id, at) => {
      const sent = sentAt.get(id);
      if (sent !== undefined) took.push(at - sent);
    });
    const startedAt = performance.now();
    const answers: Promise<void>[] = [];
    for (let i = 0; i < creates; i += 1) {
      await wait(startedAt + i * intervalMs - performance.now());
      const id = randomUUID();
      sentAt.set(id, performance.now());
      answers.push(sender.addSticker(i, id, `${i} `.padEnd(100, "a sticker of words ")));
    }
    await Promise.all(answers);
    await wait(2000);
    if (took.length !== creates) throw new Error(`${name}: received ${took.length} of ${creates}`);
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
    receivingHttp.close();
    await pool.stop();
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

function toMeasurements(runs: ReadonlyMap<string, Run[]>): Measurement[] {
  return sizes.flatMap((size) =>
    (["p50", "p95", "p99", "cpu"] as const).map((field) => {
      const of = (name: SystemName) => median((runs.get(`${name} ${size}`) ?? []).map((run) => run[field]));
      const [aim, peer] = aims[size]?.[field] ?? [];
      return {
        label:
          field === "cpu"
            ? `server CPU per 1,000 creates, ${size} clients`
            : `create → another's receipt, ${size} clients, ${field}`,
        unit: field === "cpu" ? "s" : "ms",
        value: of("retro"),
        floor: of("floor"),
        ...(aim === undefined ? {} : { aim }),
        ...(peer === undefined ? {} : { peer }),
        detail: names.map((name) => ({ name, runs: runs.get(`${name} ${size}`) })),
      };
    }),
  );
}
