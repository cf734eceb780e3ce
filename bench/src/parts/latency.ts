import { randomUUID } from "node:crypto";
import { HttpClient } from "../http-client.ts";
import { medianRow, type Part, percentile, roundsOf, wait } from "../measurement.ts";
import { ParticipantPool } from "../participant-pool.ts";
import { ServerProcess } from "../server-process.ts";
import { systems } from "../retro-client.ts";
import type { SystemName } from "../system-under-test.ts";

const sizes = [2, 20, 100] as const;
const intervalMs = 100;

interface Run {
  p50: number;
  p95: number;
  p99: number;
  /** Seconds of CPU per 1,000 creates. */
  cpu: number;
}

/** Aim and peer of each figure, by the number of clients. */
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

/** Measures how long a create takes to reach another client, and how much CPU the server uses. */
export const measureLatency: Part = async (options) => {
  await using retro = await ServerProcess.start("retro");
  await using floor = await ServerProcess.start("floor");
  const servers = { retro, floor };
  const length = options.quick ? { creates: 100, baselineMs: 2000 } : { creates: 200, baselineMs: 5000 };
  const runs = sizes.map((size) => ({ size, retro: [] as Run[], floor: [] as Run[] }));
  for (const name of ["retro", "floor"] as const)
    await measureRun(servers[name], { name, size: 2, creates: 100, baselineMs: 1000 });
  for (let round = 0; round < roundsOf(options, 5); round += 1)
    for (const { size, ...results } of runs)
      for (const name of ["retro", "floor"] as const) {
        const run = await measureRun(servers[name], { name, size, ...length });
        results[name].push(run);
        console.error(`round ${round + 1}, ${size} clients, ${name}: p50 ${run.p50.toFixed(2)} ms`);
      }
  return runs.flatMap((sized) =>
    (["p50", "p95", "p99", "cpu"] as const).map((field) => {
      const [aim = "", peer = ""] = aims[sized.size]?.[field] ?? [];
      const [what, end, unit] =
        field === "cpu"
          ? ["server CPU per 1,000 creates", "", "s"]
          : ["create → another's receipt", `, ${field}`, "ms"];
      const label = `${what}, ${sized.size} clients${end}`;
      return medianRow(sized.retro, label, unit, (run) => run[field], { floor: sized.floor, aim, peer });
    }),
  );
};

interface RunSettings {
  name: SystemName;
  /** How many clients are on the board. */
  size: number;
  creates: number;
  baselineMs: number;
}

/** One stream on a fresh board: joins, a wait of 3 s, an idle baseline, the creates, 2 s to drain. */
async function measureRun(
  server: ServerProcess,
  { name, size, creates, baselineMs }: RunSettings,
): Promise<Run> {
  const system = systems[name];
  using http = new HttpClient(server.url);
  await using pool = new ParticipantPool();
  const board = await system.createBoard(http);
  const sender = await (await system.createVisitor(http)).join(board);
  const receiver = await (await system.createVisitor(http)).join(board);
  await pool.run("prepare", { system: name, url: server.url }, 0, size - 2);
  await pool.run("join", [board]);
  await sender.addSticker(0, randomUUID(), "The columns are known after this.");
  await wait(3000);
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
  };
}
