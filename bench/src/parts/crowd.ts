import { HttpClient } from "../http-client.ts";
import { ParticipantPool } from "../participant-pool.ts";
import { retroSystem } from "../retro-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { percentile, wait } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";

/** A thousand users open one board at once. */
export async function measureMassJoin({ quick }: BenchOptions): Promise<Measurement[]> {
  const people = quick ? 200 : 1000;
  const server = await ServerProcess.start("retro");
  const pool = new ParticipantPool();
  const http = new HttpClient(server.url);
  try {
    const board = await retroSystem.createBoard(http);
    const first = await (await retroSystem.createVisitor(http)).join(board);
    await pool.prepare("retro", server.url, people - 1);
    await wait(500);
    const before = first.receivedBytes();
    const cpu = server.cpu();
    const { ms, joins } = await pool.join([board]);
    await wait(1000);
    const used = server.cpu() - cpu;
    const each = (first.receivedBytes() - before) / (people - 1);
    const { receivedBytes } = await pool.receivedBytes();
    first.close();
    const who = people.toLocaleString("en");
    return [
      {
        label: `${who} join one board, all in`,
        unit: "s",
        value: ms / 1000,
        aim: "≤ 20 s",
        peer: "not reached",
      },
      { label: "a join among them, p95", unit: "s", value: percentile(joins, 0.95) / 1000 },
      { label: "a join costs every other", unit: "B", value: each, aim: "< 300 B", peer: "the whole list" },
      {
        label: `sent on websockets for all ${who}`,
        unit: "MB",
        value: (receivedBytes + first.receivedBytes()) / 1e6,
        peer: "80 GB for 800",
      },
      { label: "server CPU for it", unit: "s", value: used },
      { label: "RSS then, peak", unit: "MB", value: server.memory().peak },
    ];
  } finally {
    http.close();
    await pool.stop();
    await server.stopAndDelete();
  }
}
