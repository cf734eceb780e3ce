import { randomUUID } from "node:crypto";
import type { TreeItem } from "@retro/contract/entities";
import { Http } from "../http.ts";
import { ours } from "../ours.ts";
import type { Effort, Row } from "../row.ts";
import { wait } from "../row.ts";
import { Server } from "../server.ts";
import { Visitor } from "../visitor.ts";

interface Tally {
  acknowledged: number;
  lost: number;
  /** Heard by another and then gone. */
  unheard: number;
}

const cases = [
  { what: "10/s, 8 s after a start", perSecond: 10, kills: 20, settleMs: 8000, peer: "2 of 1,110" },
  { what: "50/s, 8 s after a start", perSecond: 50, kills: 12, settleMs: 8000, peer: "5 of 3,359" },
  { what: "50/s, 2–3 s after a start", perSecond: 50, kills: 12, settleMs: 0, peer: "up to 31 a kill" },
];

/** kill -9 in the middle of a stream: what was acknowledged over HTTP, and what a restarted server knows of it. */
export async function crash({ quick }: Effort): Promise<Row[]> {
  const rows: Row[] = [];
  const server = await Server.start("ours");
  try {
    for (const { what, perSecond, kills, settleMs, peer } of cases) {
      const sum: Tally = { acknowledged: 0, lost: 0, unheard: 0 };
      const count = quick ? 2 : kills;
      for (let i = 0; i < count; i += 1) {
        const one = await killOnce(server, perSecond, quick ? Math.min(settleMs, 1000) : settleMs);
        sum.acknowledged += one.acknowledged;
        sum.lost += one.lost;
        sum.unheard += one.unheard;
      }
      const name = `lost by kill -9, ${what}`;
      const unit = `of ${sum.acknowledged} in ${count} kills`;
      rows.push({ what: name, unit, ours: sum.lost, aim: "0", peer, detail: sum });
      rows.push({ what: "heard by another, then gone", unit: "stickers", ours: sum.unheard, aim: "0" });
    }
  } finally {
    await server.stop();
  }
  return rows;
}

/** `settleMs` after the server's start: a new board, a stream, the kill at a random moment, a restart, a comparison. */
async function killOnce(server: Server, perSecond: number, settleMs: number): Promise<Tally> {
  await wait(settleMs);
  const http = new Http(server.url);
  const board = await ours.newBoard(http);
  const sender = await (await ours.come(http)).join(board);
  const receiver = await (await ours.come(http)).join(board);
  const heard = new Set<string>();
  receiver.onCreated((id) => heard.add(id));
  const acknowledged = new Set<string>();
  let refused = 0;
  const streamMs = (settleMs > 0 ? 5000 : 1500) + Math.random() * 1000;
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  const killing = wait(streamMs).then(() => server.kill());
  for (let i = 0; performance.now() - startedAt < streamMs; i += 1) {
    const id = randomUUID();
    const sent = sender.create(i, id, `Sticker ${i} `.padEnd(100, "of words "));
    // The kill takes answers that were on their way: those were never acknowledged.
    pending.push(
      sent.then(
        () => void acknowledged.add(id),
        () => void (refused += 1),
      ),
    );
    await wait(startedAt + ((i + 1) * 1000) / perSecond - performance.now());
  }
  await killing;
  await Promise.all(pending);
  if (acknowledged.size < refused) throw new Error(`${refused} creates refused, ${acknowledged.size} taken`);
  sender.close();
  receiver.close();
  http.close();
  await server.run();
  const again = new Http(server.url);
  const visitor = await Visitor.come(again);
  const tree = await visitor.json<TreeItem[]>("GET", `/api/v1/boards/${board}/items`);
  again.close();
  const known = new Set(idsOf(tree));
  const missing = (ids: Set<string>) => [...ids].filter((id) => !known.has(id)).length;
  return { acknowledged: acknowledged.size, lost: missing(acknowledged), unheard: missing(heard) };
}

function idsOf(tree: readonly TreeItem[]): string[] {
  return tree.flatMap((item) => [item.id, ...idsOf(item.children)]);
}
