import { randomUUID } from "node:crypto";
import type { Board, Item } from "@retro/contract/entities";
import { Http } from "../http.ts";
import { createDatabase } from "../inspect-database.ts";
import { columnsOf } from "../ours.ts";
import { type Effort, type Row, percentile } from "../row.ts";
import { Server } from "../server.ts";
import { Visitor } from "../visitor.ts";

const voters = 40;

/** One board's voters against another board's writer, on PostgreSQL. */
export async function stalls({ quick }: Effort): Promise<Row[]> {
  const adds = quick ? 50 : 200;
  const database = await createDatabase();
  const server = await Server.start("ours", { DATABASE_URL: database.databaseUrl });
  try {
    // The writer does not share connections with the voters: the bench measures the server's queue, not the client's.
    const [http, quiet] = [new Http(server.url), new Http(server.url)];
    const writer = await Visitor.come(quiet);
    const { id } = await writer.json<Board>("POST", "/api/v1/boards", { title: "Quiet" });
    const columns = await columnsOf(writer, id);
    const add = async () => {
      const from = performance.now();
      const body = { id: randomUUID(), title: "Sticker", parent_id: columns[0] };
      await writer.json<Item>("POST", `/api/v1/boards/${id}/items`, body);
      return performance.now() - from;
    };
    const measure = async () => {
      const times: number[] = [];
      while (times.length < adds) times.push(await add());
      return times;
    };
    await measure();
    const alone = await measure();
    const crowd = await crowdOf(http);
    const voting = { over: false };
    let votes = 0;
    const running = crowd.map(async (vote) => {
      while (!voting.over) {
        await vote();
        votes += 1;
      }
    });
    const beside = await measure();
    voting.over = true;
    await Promise.all(running);
    http.close();
    quiet.close();
    const row = (what: string, times: readonly number[], share: number): Row => ({
      what: `a create on a quiet board, ${what}, p${share * 100}`,
      unit: "ms",
      ours: percentile(times, share),
      detail: times,
    });
    return [
      row("alone", alone, 0.5),
      row("alone", alone, 0.95),
      row(`beside ${voters} voters of another`, beside, 0.5),
      row(`beside ${voters} voters of another`, beside, 0.95),
      { what: "votes meanwhile", unit: "", ours: votes },
    ];
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** Visitors of one board; each call gives one's vote to its sticker, or takes it back. */
async function crowdOf(http: Http): Promise<(() => Promise<void>)[]> {
  const host = await Visitor.come(http);
  const { id } = await host.json<Board>("POST", "/api/v1/boards", { title: "Busy" });
  const parent_id = (await columnsOf(host, id))[0];
  const items = `/api/v1/boards/${id}/items`;
  const sticker = await host.json<Item>("POST", items, { title: "Vote for me", parent_id });
  const crowd: (() => Promise<void>)[] = [];
  for (let i = 0; i < voters; i += 1) {
    const visitor = await Visitor.come(http);
    let voted = false;
    crowd.push(async () => {
      voted = !voted;
      await visitor.json<unknown>(voted ? "POST" : "DELETE", `${items}/${sticker.id}/vote`);
    });
  }
  return crowd;
}
