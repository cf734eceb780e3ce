import { floorSystem } from "./floor-client.ts";
import { HttpClient } from "./http-client.ts";
import { retroSystem } from "./retro-client.ts";
import { wait } from "./measurement.ts";
import type { Participant, SystemUnderTest, SystemName } from "./system-under-test.ts";

export type PoolCommand =
  | { do: "prepare"; target: SystemName; url: string; count: number }
  | { do: "join"; boards: string[]; rate: number }
  | { do: "receivedBytes" };
export interface PoolReport {
  /** Milliseconds that the order took. */
  ms: number;
  /** Milliseconds of each join. */
  joins: number[];
  /** Bytes received on all websockets. */
  receivedBytes: number;
}

const targets: Record<SystemName, SystemUnderTest> = { retro: retroSystem, floor: floorSystem };
const prepared: Awaited<ReturnType<SystemUnderTest["createVisitor"]>>[] = [];
const members: Participant[] = [];
const concurrency = 16;

async function prepare(command: Extract<PoolCommand, { do: "prepare" }>): Promise<void> {
  const http = new HttpClient(command.url);
  let left = command.count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      prepared.push(await targets[command.target].createVisitor(http));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function join({ boards, rate }: Extract<PoolCommand, { do: "join" }>): Promise<number[]> {
  const startedAt = performance.now();
  const visitors = prepared.splice(0);
  const took: number[] = [];
  await Promise.all(
    visitors.map(async (visitor, i) => {
      if (rate > 0) await wait((i * 1000) / rate - (performance.now() - startedAt));
      const from = performance.now();
      members.push(await visitor.join(boards[i % boards.length] ?? ""));
      took.push(performance.now() - from);
    }),
  );
  return took;
}

async function runCommand(command: PoolCommand): Promise<PoolReport> {
  const from = performance.now();
  let joins: number[] = [];
  if (command.do === "prepare") await prepare(command);
  else if (command.do === "join") joins = await join(command);
  const receivedBytes = members.reduce((sum, member) => sum + member.receivedBytes(), 0);
  return { ms: performance.now() - from, joins, receivedBytes };
}

process.on("message", (order: PoolCommand) => {
  runCommand(order).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.on("disconnect", () => process.exit());
