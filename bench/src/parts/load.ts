import { randomUUID } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { createFilledBoard } from "../seed/filled-board.ts";
import type { FilledBoard } from "../seed/filled-board.ts";
import { floorSystem } from "../floor/floor-client.ts";
import { HttpClient } from "../http-client.ts";
import { boardChannels, PusherSocket } from "../retro-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median, percentile } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import type { Visitor } from "../visitor.ts";

const stickers = 500;
const warmUpLoads = 5;
const browserHeaders = { "accept-encoding": "gzip, deflate, br, zstd" };

interface LoadResult {
  ms: number;
  bytes: number;
  /** The part of the bytes that is bodies of answers. */
  bodies?: number;
  /** Milliseconds until the items were parsed. */
  items?: number;
}

export async function measureBoardLoad({ quick }: BenchOptions): Promise<Measurement[]> {
  const measured = quick ? 10 : 30;
  const servers = [await ServerProcess.start("retro"), await ServerProcess.start("floor")] as const;
  const [http, bareHttp] = [new HttpClient(servers[0].url), new HttpClient(servers[1].url)];
  try {
    const board = await createFilledBoard(http, { stickers, authors: 19 });
    const bareBoard = await createFloorBoard(bareHttp, board.titles);
    const visitor = board.authors[7] as Visitor;
    const mine: LoadResult[] = [];
    const bare: LoadResult[] = [];
    for (let i = 0; i < warmUpLoads + measured; i += 1) {
      mine.push(await loadBoard(http, visitor, board));
      bare.push(await loadFloorBoard(bareHttp, bareBoard));
    }
    const weight = await measureItemBytes(http, visitor, board);
    return toMeasurements(mine.slice(warmUpLoads), bare.slice(warmUpLoads), weight);
  } finally {
    http.close();
    bareHttp.close();
    await Promise.all(servers.map((server) => server.stopAndDelete()));
  }
}

/** Opens a board as the web app does: all calls and the websocket with its channels at once. */
async function loadBoard(http: HttpClient, visitor: Visitor, board: FilledBoard): Promise<LoadResult> {
  const path = `/api/v1/boards/${board.id}`;
  const before = http.receivedBytes;
  const bodiesBefore = http.bodyBytes;
  const from = performance.now();
  const socket = new PusherSocket(http.url);
  const get = <T>(at: string) => visitor.callApi<T>("GET", at, undefined, browserHeaders);
  const getTree = async () => {
    const tree = await get<unknown[]>(`${path}/items`);
    if (tree.length === 0) throw new Error("the board is empty");
    return performance.now() - from;
  };
  const listen = async () => {
    await socket.waitUntilConnected();
    const names = boardChannels(board.id, visitor.user.id);
    await Promise.all(names.map((name) => socket.join(visitor, name)));
  };
  const [items] = await Promise.all([
    getTree(),
    get(path),
    get(`${path}/items/votes`),
    get(`${path}/users-options`),
    listen(),
  ]);
  const ms = performance.now() - from;
  const bytes = http.receivedBytes - before + socket.receivedBytes;
  const bodies = http.bodyBytes - bodiesBefore;
  socket.close();
  return { ms, items, bytes, bodies };
}

async function measureItemBytes(http: HttpClient, visitor: Visitor, board: FilledBoard): Promise<number> {
  const before = http.receivedBytes;
  await visitor.callApi("GET", `/api/v1/boards/${board.id}/items`, undefined, browserHeaders);
  return http.receivedBytes - before;
}

async function createFloorBoard(http: HttpClient, titles: readonly string[]): Promise<string> {
  const board = await floorSystem.createBoard(http);
  const author = await (await floorSystem.createVisitor(http)).join(board);
  for (const [i, title] of titles.entries()) await author.addSticker(i, randomUUID(), title);
  author.close();
  return board;
}

async function loadFloorBoard(http: HttpClient, board: string): Promise<LoadResult> {
  const before = http.receivedBytes;
  const from = performance.now();
  const get = async () => {
    const { body } = await http.send("GET", `/items/${board}`, browserHeaders);
    const rows = JSON.parse(brotliDecompressSync(body).toString()) as unknown[];
    if (rows.length !== stickers) throw new Error(`the floor gave ${rows.length} stickers`);
  };
  const visitor = await floorSystem.createVisitor(http);
  const [member] = await Promise.all([visitor.join(board), get()]);
  const ms = performance.now() - from;
  const bytes = http.receivedBytes - before + member.receivedBytes();
  member.close();
  return { ms, bytes };
}

function toMeasurements(mine: LoadResult[], bare: LoadResult[], weight: number): Measurement[] {
  const of = (loads: LoadResult[], field: keyof LoadResult) => loads.map((one) => one[field] ?? Number.NaN);
  const times = of(mine, "ms");
  const bareTimes = of(bare, "ms");
  const kb = (bytes: number) => bytes / 1000;
  return [
    {
      label: "load a board of 500, median",
      unit: "ms",
      value: median(times),
      floor: median(bareTimes),
      aim: "≤ 15 ms",
      peer: "139 ms",
      detail: { mine, bare },
    },
    {
      label: "load a board of 500, p95",
      unit: "ms",
      value: percentile(times, 0.95),
      floor: percentile(bareTimes, 0.95),
    },
    { label: "of it, until the items are parsed", unit: "ms", value: median(of(mine, "items")) },
    {
      label: "load a board of 500, on the wire",
      unit: "kB",
      value: kb(median(of(mine, "bytes"))),
      floor: kb(median(of(bare, "bytes"))),
      aim: "≤ 40 kB",
      peer: "172 kB",
    },
    { label: "of it, the answers' bodies", unit: "kB", value: kb(median(of(mine, "bodies"))) },
    { label: "of it, the items' answer", unit: "kB", value: kb(weight) },
  ];
}
