import type { CDPSession, Page } from "playwright-core";
import type { FilledBoard } from "./seed/filled-board.ts";
import type { HttpClient } from "./http-client.ts";
import { wait } from "./measurement.ts";
import { Visitor } from "./visitor.ts";

/** Creates so many visitors that none of them reaches the limit on writes. */
export function createWriters(http: HttpClient): Promise<Visitor[]> {
  return Promise.all(Array.from({ length: 5 }, () => Visitor.createAnonymous(http)));
}

/** Heap in use, after garbage collection, before and after others change stickers. */
export async function measureHeapGrowth(
  page: Page,
  others: readonly Visitor[],
  filled: FilledBoard,
  count: number,
): Promise<[before: number, after: number]> {
  const session = await page.context().newCDPSession(page);
  const stickers = filled.ids.length;
  const change = async (from: number, times: number) => {
    for (let i = from; i < from + times; i += 1) {
      const id = filled.ids[i % stickers];
      const title = `change ${i % 10} `.padEnd(100, "of words ").trimEnd();
      const other = others[i % others.length] as Visitor;
      await other.callApi("PUT", `/api/v1/boards/${filled.id}/items/${id}`, { title });
    }
    await wait(1500);
  };
  // Changes every sticker once before the first measurement: what the page compiles or caches once is no
  // leak, and React keeps the previous render of everything that it has rendered twice.
  await change(0, stickers);
  const before = await measureHeap(session);
  await change(stickers, count);
  return [before, await measureHeap(session)];
}

async function measureHeap(session: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i += 1) await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}
