import { randomUUID } from "node:crypto";
import type { Board, Item } from "@retro/contract/entities";
import { HttpClient } from "../http-client.ts";
import { createDatabase } from "../database-check.ts";
import { fetchColumnIds } from "../retro-client.ts";
import { type BenchOptions, type Measurement, percentile } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const voters = 40;

export async function measureBusyNeighbour({ quick }: BenchOptions): Promise<Measurement[]> {
  const adds = quick ? 50 : 200;
  const database = await createDatabase();
  const server = await ServerProcess.start("retro", { DATABASE_URL: database.databaseUrl });
  try {
    // The writer does not share connections with the voters: the bench measures the server's queue, not the
    // client's.
    const [http, quiet] = [new HttpClient(server.url), new HttpClient(server.url)];
    const writer = await Visitor.createAnonymous(quiet);
    const { id } = await writer.callApi<Board>("POST", "/api/v1/boards", { title: "Quiet" });
    const columns = await fetchColumnIds(writer, id);
    const add = async () => {
      const from = performance.now();
      const body = { id: randomUUID(), title: "Sticker", parent_id: columns[0] };
      await writer.callApi<Item>("POST", `/api/v1/boards/${id}/items`, body);
      return performance.now() - from;
    };
    const measure = async () => {
      const times: number[] = [];
      while (times.length < adds) times.push(await add());
      return times;
    };
    await measure();
    const alone = await measure();
    const crowd = await createVoters(http);
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
    const row = (share: number, aim?: string): Measurement => ({
      label: `a create on a quiet board beside ${voters} voters of another (ratio to alone), p${share * 100}`,
      unit: "ms",
      value: percentile(beside, share),
      floor: percentile(alone, share),
      ...(aim !== undefined && { aim }),
      detail: { alone, beside },
    });
    return [row(0.5), row(0.95, "< 2x"), { label: "votes meanwhile", unit: "", value: votes }];
  } finally {
    await server.stopAndDelete();
    await database.drop();
  }
}

async function createVoters(http: HttpClient): Promise<(() => Promise<void>)[]> {
  const host = await Visitor.createAnonymous(http);
  const { id } = await host.callApi<Board>("POST", "/api/v1/boards", { title: "Busy" });
  const parent_id = (await fetchColumnIds(host, id))[0];
  const items = `/api/v1/boards/${id}/items`;
  const sticker = await host.callApi<Item>("POST", items, { title: "Vote for me", parent_id });
  const crowd: (() => Promise<void>)[] = [];
  for (let i = 0; i < voters; i += 1) {
    const visitor = await Visitor.createAnonymous(http);
    let voted = false;
    crowd.push(async () => {
      voted = !voted;
      await visitor.callApi<unknown>(voted ? "POST" : "DELETE", `${items}/${sticker.id}/vote`);
    });
  }
  return crowd;
}
