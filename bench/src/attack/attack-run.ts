import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { HttpClient } from "../http-client.ts";
import { sumOf, wait } from "../measurement.ts";
import { createBoard, joinBoard, type NewBoard } from "../retro-client.ts";
import type { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";
import type { AttackerSettings } from "./attacker-process.ts";
import type { AttackKind, CallCounts } from "./attacker-session.ts";

export interface AttackResult {
  /** Milliseconds of each call of the others, before the attack and during it. */
  before: number[];
  latencies: number[];
  /** Calls of the others with an answer 5xx, or without an answer. */
  failed: number;
  limited: number;
  counts: CallCounts;
  /** MB (10^6 bytes) of the server and its workers: before, at its peak, at the end of the calm after it. */
  memory: { before: number; peak: number; after: number };
  /** MB of 10^6 bytes that the data folder grew by. */
  diskMb: number;
}

interface AttackSettings {
  kind: AttackKind;
  attackMs: number;
  recoveryMs: number;
}

const sessionCount = 8;
const otherUserCount = 20;
const callIntervalMs = 400;

/** One visitor with 8 sessions attacks while 20 others, each at a different address, use another board. */
export async function runAttack(
  server: ServerProcess,
  { kind, attackMs, recoveryMs }: AttackSettings,
): Promise<AttackResult> {
  const settings: AttackerSettings = { url: server.url, address: "127.0.0.2", sessionCount, kind };
  const attacker = fork(new URL("attacker-process.ts", import.meta.url), [JSON.stringify(settings)]);
  await once(attacker, "message");
  const host = await Visitor.createAnonymous(new HttpClient(server.url, "127.0.1.1"));
  const board = await createBoard(host, "Others");
  const users = await Promise.all(
    Array.from({ length: otherUserCount }, (_, i) => joinOther(server, board, i)),
  );
  const memoryMb = () => server.memory().now + server.memory().workers;
  const result: AttackResult = {
    before: [],
    latencies: [],
    failed: 0,
    limited: 0,
    counts: {},
    memory: { before: memoryMb(), peak: 0, after: 0 },
    diskMb: -folderMb(server.folder),
  };
  const end = new AbortController();
  let latencies = result.before;
  const recordCall = async (call: Promise<{ status: number }>): Promise<void> => {
    const sentAt = performance.now();
    try {
      const { status } = await call;
      latencies.push(performance.now() - sentAt);
      if (status >= 500) result.failed += 1;
      else if (status === 429) result.limited += 1;
    } catch {
      result.failed += 1;
    }
  };
  const activities = users.map(async (user, i) => {
    await wait((i * callIntervalMs) / otherUserCount);
    await useBoard(user, board, recordCall, end.signal);
  });
  await wait(attackMs / 4);
  latencies = result.latencies;
  const ended = once(attacker, "message") as Promise<[CallCounts]>;
  attacker.send("begin");
  const memoryWatch = (async () => {
    while (!end.signal.aborted) {
      result.memory.peak = Math.max(result.memory.peak, memoryMb());
      await wait(100);
    }
  })();
  await wait(attackMs);
  end.abort();
  attacker.send("end");
  await Promise.all([...activities, memoryWatch]);
  result.counts = (await Promise.race([ended, wait(20_000)]))?.[0] ?? {};
  attacker.kill("SIGKILL");
  result.diskMb += folderMb(server.folder);
  await wait(recoveryMs);
  result.memory.after = memoryMb();
  return result;
}

async function joinOther(server: ServerProcess, board: NewBoard, i: number): Promise<Visitor> {
  const visitor = await Visitor.createAnonymous(new HttpClient(server.url, `127.0.1.${i + 2}`));
  await joinBoard(visitor, board.id);
  return visitor;
}

/** Writes, votes, reads and catches up at a fixed pace: a slow answer does not delay the next call. */
async function useBoard(
  user: Visitor,
  { path, columns }: NewBoard,
  recordCall: (call: Promise<{ status: number }>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const calls: Promise<void>[] = [];
  const send = async (method: string, below: string, body?: object) => {
    if (signal.aborted) return;
    calls.push(recordCall(user.send(method, path + below, body)));
    await wait(callIntervalMs);
  };
  while (!signal.aborted) {
    const id = randomUUID();
    await send("POST", "/items", { id, title: "What went well", parent_id: columns[0] });
    await send("POST", `/items/${id}/vote`);
    await send("GET", "/changes?since=1");
    await send("GET", "");
    await send("GET", "/items");
  }
  await Promise.all(calls);
}

const folderMb = (folder: string) =>
  sumOf(readdirSync(folder).map((name) => statSync(join(folder, name)).size)) / 1e6;
