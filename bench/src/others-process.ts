import { floor } from "./floor-target.ts";
import { Http } from "./http.ts";
import { ours } from "./ours.ts";
import { wait } from "./row.ts";
import type { Member, Target, TargetName } from "./target.ts";

export type Order =
  | { do: "prepare"; target: TargetName; url: string; count: number }
  | { do: "join"; boards: string[]; rate: number }
  | { do: "heard" };
export interface Report {
  /** How long it took. */
  ms: number;
  /** Each join's own time, of `join`. */
  joins: number[];
  /** Bytes heard on websockets, all together. */
  heard: number;
}

const targets: Record<TargetName, Target> = { ours, floor };
const prepared: Awaited<ReturnType<Target["come"]>>[] = [];
const members: Member[] = [];
const atOnce = 16;

async function prepare(order: Extract<Order, { do: "prepare" }>): Promise<void> {
  const http = new Http(order.url);
  let left = order.count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      prepared.push(await targets[order.target].come(http));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function join({ boards, rate }: Extract<Order, { do: "join" }>): Promise<number[]> {
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

async function obey(order: Order): Promise<Report> {
  const from = performance.now();
  let joins: number[] = [];
  if (order.do === "prepare") await prepare(order);
  else if (order.do === "join") joins = await join(order);
  const heard = members.reduce((sum, member) => sum + member.heard(), 0);
  return { ms: performance.now() - from, joins, heard };
}

process.on("message", (order: Order) => {
  obey(order).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ error: String(error instanceof Error ? error.stack : error) }),
  );
});
process.on("disconnect", () => process.exit());
