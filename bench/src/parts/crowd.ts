import { HttpClient } from "../http-client.ts";
import { type Part, percentile, wait } from "../measurement.ts";
import { ParticipantPool } from "../participant-pool.ts";
import { retroSystem } from "../retro-client.ts";
import { ServerProcess } from "../server-process.ts";

/** A thousand users open one board at once. */
export const measureMassJoin: Part = async ({ quick }) => {
  const people = quick ? 200 : 1000;
  await using server = await ServerProcess.start("retro");
  await using pool = new ParticipantPool();
  using http = new HttpClient(server.url);
  const board = await retroSystem.createBoard(http);
  const first = await (await retroSystem.createVisitor(http)).join(board);
  await pool.run("prepare", { system: "retro", url: server.url }, 0, people - 1);
  await wait(500);
  const from = { at: performance.now(), bytes: first.receivedBytes(), cpu: server.cpu() };
  const joins = await pool.run("join", [board]);
  const seconds = (performance.now() - from.at) / 1000;
  await wait(1000);
  const cpu = server.cpu() - from.cpu;
  const each = (first.receivedBytes() - from.bytes) / (people - 1);
  const megabytes = ((await pool.run("receivedBytes")) + first.receivedBytes()) / 1e6;
  first.close();
  const who = people.toLocaleString("en");
  return [
    { label: `${who} join one board, all in`, unit: "s", value: seconds, aim: "≤ 20 s", peer: "not reached" },
    { label: "a join among them, p95", unit: "s", value: percentile(joins, 0.95) / 1000 },
    { label: "a join costs every other", unit: "B", value: each, aim: "< 300 B", peer: "the whole list" },
    { label: `sent on websockets for all ${who}`, unit: "MB", value: megabytes, peer: "80 GB for 800" },
    { label: "server CPU for it", unit: "s", value: cpu },
    { label: "RSS then, peak", unit: "MB", value: server.memory().peak },
  ];
};
