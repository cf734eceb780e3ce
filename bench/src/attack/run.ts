import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Board } from "@retro/contract/entities";
import { Http } from "../http.ts";
import { PusherSocket, channelsOf, columnsOf } from "../ours.ts";
import type { Server } from "../server.ts";
import { Visitor } from "../visitor.ts";
import type { Tally } from "./visitor.ts";

export interface AttackResult {
  /** Milliseconds of each call of the others, before the attack and during it. */
  before: number[];
  latencies: number[];
  /** Calls of the others that were answered with 5xx, or not at all. */
  failed: number;
  /** Calls of the others that a limit refused. */
  limited: number;
  tally: Tally;
  /** MB of 10^6 bytes: resident memory before, its peak during the attack, and at the end of the calm after it. */
  memory: { before: number; peak: number; after: number };
  /** MB of 10^6 bytes that the data folder grew by. */
  diskMb: number;
}

const sessions = 8;
const others = 20;
/** Milliseconds between two calls of each other visitor. */
const everyMs = 400;

/**
 * One visitor with 8 sessions at 127.0.0.2 runs every kind of call while 20 others, each at a different address, use
 * another board.
 * @param server freshly started, with the easiest captcha
 */
export async function attackServer(
  server: Server,
  { attackMs, calmMs }: { attackMs: number; calmMs: number },
): Promise<AttackResult> {
  const hostile = fork(new URL("hostile-process.ts", import.meta.url), [
    server.url,
    "127.0.0.2",
    String(sessions),
  ]);
  await once(hostile, "message");
  const host = await Visitor.come(new Http(server.url, "127.0.1.1"));
  const board = (await host.json<Board>("POST", "/api/v1/boards", { title: "Others" })).id;
  const columns = await columnsOf(host, board);
  const users = await Promise.all(
    Array.from({ length: others }, async (_, i) => {
      const address = `127.0.1.${i + 2}`;
      const user = await Visitor.come(new Http(server.url, address));
      const socket = await new PusherSocket(server.url, address).connected();
      for (const channel of channelsOf(board, user.user.id)) await socket.join(user, channel);
      return user;
    }),
  );

  const result: AttackResult = {
    before: [],
    latencies: [],
    failed: 0,
    limited: 0,
    tally: new Map(),
    memory: { before: server.memory().now, peak: 0, after: 0 },
    diskMb: -folderMb(server.folder),
  };
  const end = new AbortController();
  let attacked = false;
  const note = (ms: number) => (attacked ? result.latencies : result.before).push(ms);
  const use = users.map((user, i) =>
    useBoard(user, { board, columns, result, note, startMs: (i * everyMs) / others, signal: end.signal }),
  );
  await wait(attackMs / 4);
  attacked = true;
  const ended = once(hostile, "message") as Promise<[[string, number][]]>;
  hostile.send("begin");
  const watch = (async () => {
    while (!end.signal.aborted) {
      result.memory.peak = Math.max(result.memory.peak, server.memory().now);
      await wait(100);
    }
  })();
  await wait(attackMs);
  end.abort();
  hostile.send("end");
  await Promise.all([...use, watch]);
  const told = await Promise.race([ended, wait(20_000, null)]);
  for (const [kind, count] of told?.[0] ?? []) result.tally.set(kind, count);
  hostile.kill("SIGKILL");
  result.diskMb += folderMb(server.folder);
  await wait(calmMs);
  result.memory.after = server.memory().now;
  return result;
}

interface Use {
  board: string;
  columns: string[];
  result: AttackResult;
  note: (ms: number) => void;
  startMs: number;
  signal: AbortSignal;
}

/** Writes, votes, reads and catches up in turn, at a fixed pace: a slow answer does not make the next call later. */
async function useBoard(
  user: Visitor,
  { board, columns, result, note, startMs, signal }: Use,
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
  const timed = async (send: () => Promise<{ status: number }>): Promise<void> => {
    const sentAt = performance.now();
    try {
      const { status } = await send();
      note(performance.now() - sentAt);
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
    const call = timed(() => user.send(method, path, body)).finally(() => pending.delete(call));
    pending.add(call);
    await wait(everyMs);
  }
  await Promise.all(pending);
}

function folderMb(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
  return bytes / 1e6;
}
