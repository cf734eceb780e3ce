import { randomUUID } from "node:crypto";
import { floorSystem } from "./floor/floor-client.ts";
import { HttpClient } from "./http-client.ts";
import { retroSystem } from "./retro-client.ts";
import { wait } from "./measurement.ts";
import type { BenchVisitor, Participant, SystemUnderTest, SystemName } from "./system-under-test.ts";

export type PoolCommand =
  | { do: "createBoards"; target: SystemName; url: string; count: number; addresses: string[] }
  | { do: "prepare"; target: SystemName; url: string; count: number; addresses?: string[] }
  | { do: "join"; boards: string[]; rate: number }
  | { do: "stream"; perSecond: number; seconds: number }
  | { do: "rejoin"; since: number }
  | { do: "takeReceipts" }
  | { do: "receivedBytes" };

export interface PoolReport {
  ms: number;
  joins: number[];
  receivedBytes: number;
  boards: string[];
  /** Stickers of others that arrived since the last stream began or the last report about them. */
  receipts: number;
  stream: StreamReport | null;
}

export interface StreamReport {
  sent: number;
  /** Creates without a success, by what the server answered. */
  failures: Record<string, number>;
  /** Arrivals of acknowledged stickers that did not happen. */
  lost: number;
  /** Milliseconds from each create to each arrival at another client of this process. */
  latencies: number[];
}

const targets: Record<SystemName, SystemUnderTest> = { retro: retroSystem, floor: floorSystem };
let prepared: BenchVisitor[] = [];
const members: { participant: Participant; visitor: BenchVisitor; board: string }[] = [];
const peoplePerBoard = new Map<string, number>();
const concurrency = 16;
const drainMs = 15_000;
let receipts = 0;
let onReceipt: (id: string, at: number) => void = () => undefined;

function httpClients(url: string, addresses: readonly string[] = []): HttpClient[] {
  if (addresses.length === 0) return [new HttpClient(url)];
  return addresses.map((address) => new HttpClient(url, address));
}

async function runMany(
  count: number,
  task: (i: number) => Promise<void>,
  atOnce = concurrency,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const i = next;
      next += 1;
      await task(i);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function createBoards({
  target,
  url,
  count,
  addresses,
}: Extract<PoolCommand, { do: "createBoards" }>): Promise<string[]> {
  const clients = httpClients(url, addresses);
  const boards: string[] = [];
  await runMany(count, async (i) => {
    boards.push(await targets[target].createBoard(clients[i % clients.length] as HttpClient));
  });
  for (const client of clients) client.close();
  return boards;
}

async function prepare({ target, url, count, addresses }: Extract<PoolCommand, { do: "prepare" }>) {
  const clients = httpClients(url, addresses);
  await runMany(count, async (i) => {
    prepared.push(await targets[target].createVisitor(clients[i % clients.length] as HttpClient));
  });
}

async function join({ boards, rate }: Extract<PoolCommand, { do: "join" }>): Promise<number[]> {
  const startedAt = performance.now();
  const visitors = prepared;
  prepared = [];
  const took: number[] = [];
  await Promise.all(
    visitors.map(async (visitor, i) => {
      if (rate > 0) await wait((i * 1000) / rate - (performance.now() - startedAt));
      const from = performance.now();
      const board = boards[i % boards.length] ?? "";
      const participant = await visitor.join(board);
      listen(participant);
      members.push({ participant, visitor, board });
      peoplePerBoard.set(board, (peoplePerBoard.get(board) ?? 0) + 1);
      took.push(performance.now() - from);
    }),
  );
  return took;
}

function listen(participant: Participant): void {
  participant.onStickerAdded((id, at) => {
    receipts += 1;
    onReceipt(id, at);
  });
}

/** All members connect again at once and fetch what they missed, as browsers do after a restart. */
function rejoin({ since }: Extract<PoolCommand, { do: "rejoin" }>): Promise<number[]> {
  return Promise.all(
    members.map(async (member) => {
      const from = performance.now();
      member.participant = await member.visitor.join(member.board);
      listen(member.participant);
      await member.visitor.catchUp(member.board, since);
      return performance.now() - from;
    }),
  );
}

/** The members add stickers in turn, at a steady pace: a slow answer does not make the next create later. */
async function stream({ perSecond, seconds }: Extract<PoolCommand, { do: "stream" }>): Promise<StreamReport> {
  receipts = 0;
  const report: StreamReport = { sent: 0, failures: {}, lost: 0, latencies: [] };
  const sentAt = new Map<string, number>();
  onReceipt = (id, at) => {
    const sent = sentAt.get(id);
    if (sent !== undefined) report.latencies.push(at - sent);
  };
  let expected = 0;
  const total = Math.round(perSecond * seconds);
  const answers = new Set<Promise<void>>();
  const add = async (i: number): Promise<void> => {
    const { participant, board } = members[i % members.length] as (typeof members)[0];
    const id = randomUUID();
    sentAt.set(id, performance.now());
    try {
      await participant.addSticker(i, id, `${i} `.padEnd(100, "a sticker of words "));
      expected += (peoplePerBoard.get(board) ?? 1) - 1;
    } catch (error) {
      const reason = String(error).slice(0, 100);
      report.failures[reason] = (report.failures[reason] ?? 0) + 1;
    }
  };
  const startedAt = performance.now();
  while (report.sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1000) * perSecond));
    for (; report.sent < due; report.sent += 1) {
      const answer = add(report.sent).finally(() => answers.delete(answer));
      answers.add(answer);
    }
    await wait(1);
  }
  const giveUpAt = performance.now() + drainMs;
  while (performance.now() < giveUpAt && (answers.size > 0 || report.latencies.length < expected))
    await wait(20);
  if (answers.size > 0) report.failures["no answer"] = answers.size;
  report.lost = expected - report.latencies.length;
  onReceipt = () => undefined;
  return report;
}

async function runCommand(command: PoolCommand): Promise<PoolReport> {
  const from = performance.now();
  const report: Omit<PoolReport, "ms" | "receivedBytes"> = {
    joins: [],
    boards: [],
    receipts: 0,
    stream: null,
  };
  if (command.do === "createBoards") report.boards = await createBoards(command);
  else if (command.do === "prepare") await prepare(command);
  else if (command.do === "join") report.joins = await join(command);
  else if (command.do === "rejoin") report.joins = await rejoin(command);
  else if (command.do === "stream") report.stream = await stream(command);
  else if (command.do === "takeReceipts") {
    report.receipts = receipts;
    receipts = 0;
  }
  const receivedBytes = members.reduce((sum, { participant }) => sum + participant.receivedBytes(), 0);
  return { ...report, ms: performance.now() - from, receivedBytes };
}

process.on("message", (order: PoolCommand) => {
  runCommand(order).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.on("disconnect", () => process.exit());
