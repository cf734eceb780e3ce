import { Http } from "../http.ts";
import { Others } from "../others.ts";
import { ours } from "../ours.ts";
import type { Effort, Row } from "../row.ts";
import { percentile, wait } from "../row.ts";
import { Server } from "../server.ts";

/** A thousand people open one board at once: how long until all are in, and what each join costs every other. */
export async function crowd({ quick }: Effort): Promise<Row[]> {
  const people = quick ? 200 : 1000;
  const server = await Server.start("ours");
  const others = new Others();
  const http = new Http(server.url);
  try {
    const board = await ours.newBoard(http);
    const first = await (await ours.come(http)).join(board);
    await others.prepare("ours", server.url, people - 1);
    await wait(500);
    const before = first.heard();
    const cpu = server.cpu();
    const { ms, joins } = await others.join([board]);
    await wait(1000);
    const used = server.cpu() - cpu;
    const each = (first.heard() - before) / (people - 1);
    const { heard } = await others.heard();
    first.close();
    const who = people.toLocaleString("en");
    return [
      {
        what: `${who} join one board, all in`,
        unit: "s",
        ours: ms / 1000,
        aim: "≤ 20 s",
        peer: "not reached",
      },
      { what: "a join among them, p95", unit: "s", ours: percentile(joins, 0.95) / 1000 },
      { what: "a join costs every other", unit: "B", ours: each, aim: "< 300 B", peer: "the whole list" },
      {
        what: `sent on websockets for all ${who}`,
        unit: "MB",
        ours: (heard + first.heard()) / 1e6,
        peer: "80 GB for 800",
      },
      { what: "server CPU for it", unit: "s", ours: used },
      { what: "RSS then, peak", unit: "MB", ours: server.memory().peak },
    ];
  } finally {
    http.close();
    await others.end();
    await server.stop();
  }
}
