import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Board } from "@retro/contract/entities";
import { HttpClient } from "../http-client.ts";
import { PusherSocket, boardChannels, fetchColumnIds } from "../retro-client.ts";
import type { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";
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

const sessionCount = 8;
const otherUserCount = 20;
const callIntervalMs = 400;

/** One visitor with 8 sessions attacks while 20 others, each at a different address, use another board. */
export async function runAttack(
  server: ServerProcess,
  {
    kind,
    spaceKey = "",
    attackMs,
    recoveryMs,
  }: { kind: AttackKind; spaceKey?: string; attackMs: number; recoveryMs: number },
): Promise<AttackResult> {
  const attacker = fork(new URL("attacker-process.ts", import.meta.url), [
    server.url,
    "127.0.0.2",
    String(sessionCount),
    kind,
    spaceKey,
  ]);
  await once(attacker, "message");
  const { board, columns, users } = await createOtherUsers(server);
  const result: AttackResult = {
    before: [],
    latencies: [],
    failed: 0,
    limited: 0,
    counts: new Map(),
    memory: { before: server.memory().now, peak: 0, after: 0 },
    diskMb: -measureFolderMb(server.folder),
  };
  const end = new AbortController();
  let isAttacking = false;
  const recordLatency = (ms: number) => (isAttacking ? result.latencies : result.before).push(ms);
  const activities = users.map((user, i) =>
    simulateUser(user, {
      board,
      columns,
      result,
      recordLatency,
      startMs: (i * callIntervalMs) / otherUserCount,
      signal: end.signal,
    }),
  );
  await wait(attackMs / 4);
  isAttacking = true;
  const ended = once(attacker, "message") as Promise<[[string, number][]]>;
  attacker.send("begin");
  const memoryWatch = recordPeakMemory(server, result, end.signal);
  await wait(attackMs);
  end.abort();
  attacker.send("end");
  await Promise.all([...activities, memoryWatch]);
  const counts = await Promise.race([ended, wait(20_000, null)]);
  for (const [kind, count] of counts?.[0] ?? []) result.counts.set(kind, count);
  attacker.kill("SIGKILL");
  result.diskMb += measureFolderMb(server.folder);
  await wait(recoveryMs);
  const { now, workers } = server.memory();
  result.memory.after = now + workers;
  return result;
}

async function createOtherUsers(
  server: ServerProcess,
): Promise<{ board: string; columns: string[]; users: Visitor[] }> {
  const host = await Visitor.createAnonymous(new HttpClient(server.url, "127.0.1.1"));
  const board = (await host.callApi<Board>("POST", "/api/v1/boards", { title: "Others" })).id;
  const columns = await fetchColumnIds(host, board);
  const users = await Promise.all(
    Array.from({ length: otherUserCount }, async (_, i) => {
      const address = `127.0.1.${i + 2}`;
      const user = await Visitor.createAnonymous(new HttpClient(server.url, address));
      const socket = await new PusherSocket(server.url, address).waitUntilConnected();
      for (const channel of boardChannels(board, user.user.id)) await socket.join(user, channel);
      return user;
    }),
  );
  return { board, columns, users };
}

async function recordPeakMemory(
  server: ServerProcess,
  { memory }: AttackResult,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { now, workers } = server.memory();
    memory.peak = Math.max(memory.peak, now + workers);
    await wait(100);
  }
}

interface UserActivity {
  board: string;
  columns: string[];
  result: AttackResult;
  recordLatency: (ms: number) => void;
  startMs: number;
  signal: AbortSignal;
}

/** Writes, votes, reads and catches up at a fixed pace: a slow answer does not delay the next call. */
async function simulateUser(
  user: Visitor,
  { board, columns, result, recordLatency, startMs, signal }: UserActivity,
): Promise<void> {
  const at = `/api/v1/boards/${board}`;
  let last = "";
  const calls: (() => [string, string, unknown?])[] = [
    () => {
      last = randomUUID();
      return ["POST", `${at}/items`, { id: last, title: "What went well", parent_id: columns[0] }];
    },
    () => ["POST", `${at}/items/${last}/vote`],
    () => ["GET", `${at}/changes?since=1`],
    () => ["GET", at],
    () => ["GET", `${at}/items`],
  ];
  const recordCall = async (send: () => Promise<{ status: number }>): Promise<void> => {
    const sentAt = performance.now();
    try {
      const { status } = await send();
      recordLatency(performance.now() - sentAt);
      if (status >= 500) result.failed += 1;
      else if (status === 429) result.limited += 1;
    } catch {
      result.failed += 1;
    }
  };
  await wait(startMs);
  const pending = new Set<Promise<void>>();
  for (let i = 0; !signal.aborted; i += 1) {
    const [method, path, body] = (calls[i % calls.length] as (typeof calls)[0])();
    const call = recordCall(() => user.send(method, path, body)).finally(() => pending.delete(call));
    pending.add(call);
    await wait(callIntervalMs);
  }
  await Promise.all(pending);
}

function measureFolderMb(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
  return bytes / 1e6;
}
