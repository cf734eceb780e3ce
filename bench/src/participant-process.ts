import { randomUUID } from "node:crypto";
import { HttpClient } from "./http-client.ts";
import { sumOf, wait } from "./measurement.ts";
import { systems } from "./retro-client.ts";
import type { BenchVisitor, Participant, SystemName } from "./system-under-test.ts";

/** Where visitors and boards are made: a system, its address, and the addresses of the visitors. */
export interface Place {
  system: SystemName;
  url: string;
  addresses?: readonly string[];
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

const prepared: BenchVisitor[] = [];
const members: { participant: Participant; board: string }[] = [];
const peoplePerBoard = new Map<string, number>();
const concurrency = 16;
const drainMs = 15_000;
let receipts = 0;
let onReceipt: (id: string, at: number) => void = () => undefined;

export type Commands = typeof commands;
export type Answer = { result: unknown } | { error: string };

const commands = {
  /** Creates boards, and visitors who then join. @returns the ids of the boards */
  async prepare({ system, url, addresses }: Place, boards: number, visitors: number): Promise<string[]> {
    const clients = addresses?.map((address) => new HttpClient(url, address)) ?? [new HttpClient(url)];
    const clientOf = (i: number) => clients[i % clients.length] as HttpClient;
    const ids: string[] = [];
    await runMany(boards, async (i) => void ids.push(await systems[system].createBoard(clientOf(i))));
    await runMany(
      visitors,
      async (i) => void prepared.push(await systems[system].createVisitor(clientOf(i))),
    );
    return ids;
  },

  /**
   * The created visitors join the boards in turn, at a number per second (0: all at once).
   * @returns milliseconds of each join
   */
  join(boards: readonly string[], rate = 0): Promise<number[]> {
    const startedAt = performance.now();
    return Promise.all(
      prepared.splice(0).map(async (visitor, i) => {
        if (rate > 0) await wait((i * 1000) / rate - (performance.now() - startedAt));
        const from = performance.now();
        const board = boards[i % boards.length] ?? "";
        const participant = await visitor.join(board);
        participant.onStickerAdded((id, at) => {
          receipts += 1;
          onReceipt(id, at);
        });
        members.push({ participant, board });
        peoplePerBoard.set(board, (peoplePerBoard.get(board) ?? 0) + 1);
        return performance.now() - from;
      }),
    );
  },

  stream,

  /** @returns how many stickers of others arrived since the last stream or call */
  async takeReceipts(): Promise<number> {
    const taken = receipts;
    receipts = 0;
    return taken;
  },

  async receivedBytes(): Promise<number> {
    return sumOf(members.map(({ participant }) => participant.receivedBytes()));
  },
};

async function runMany(count: number, task: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const i = next;
      next += 1;
      await task(i);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** The members add stickers in turn, at a steady pace: a slow answer does not make the next create later. */
async function stream(perSecond: number, seconds: number): Promise<StreamReport> {
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

process.on("message", ({ name, args }: { name: keyof Commands; args: unknown[] }) => {
  const command = commands[name] as (...args: unknown[]) => Promise<unknown>;
  command(...args).then(
    (result) => process.send?.({ result } satisfies Answer),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.on("disconnect", () => process.exit());
