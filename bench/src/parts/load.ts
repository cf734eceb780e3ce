import { randomUUID } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { fillBoard } from "../fill.ts";
import type { Filled } from "../fill.ts";
import { floor } from "../floor-target.ts";
import { Http } from "../http.ts";
import { channelsOf, PusherSocket } from "../ours.ts";
import type { Effort, Row } from "../row.ts";
import { median, percentile } from "../row.ts";
import { Server } from "../server.ts";
import type { Visitor } from "../visitor.ts";

const stickers = 500;
const unmeasured = 5;
const browser = { "accept-encoding": "gzip, deflate, br, zstd" };

interface Load {
  ms: number;
  bytes: number;
  /** Of them, bodies of answers. */
  bodies?: number;
  /** Until the items alone were parsed. */
  items?: number;
}

/** A returning visitor opens a board of 500 stickers: from connecting to everything its first view needs, parsed. */
export async function load({ quick }: Effort): Promise<Row[]> {
  const measured = quick ? 10 : 30;
  const servers = [await Server.start("ours"), await Server.start("floor")] as const;
  const [http, bareHttp] = [new Http(servers[0].url), new Http(servers[1].url)];
  try {
    const board = await fillBoard(http, { stickers, authors: 19 });
    const bareBoard = await fillFloor(bareHttp, board.titles);
    const visitor = board.authors[7] as Visitor;
    const mine: Load[] = [];
    const bare: Load[] = [];
    for (let i = 0; i < unmeasured + measured; i += 1) {
      mine.push(await loadOnce(http, visitor, board));
      bare.push(await loadFloor(bareHttp, bareBoard));
    }
    const weight = await itemWeight(http, visitor, board);
    return rowsOf(mine.slice(unmeasured), bare.slice(unmeasured), weight);
  } finally {
    http.close();
    bareHttp.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** What the web app does on opening a board, all at once: the calls, and the websocket with its channels. */
async function loadOnce(http: Http, visitor: Visitor, board: Filled): Promise<Load> {
  const path = `/api/v1/boards/${board.id}`;
  const before = http.received;
  const bodiesBefore = http.bodies;
  const from = performance.now();
  const socket = new PusherSocket(http.url);
  const get = <T>(at: string) => visitor.json<T>("GET", at, undefined, browser);
  const getTree = async () => {
    const tree = await get<unknown[]>(`${path}/items`);
    if (tree.length === 0) throw new Error("the board is empty");
    return performance.now() - from;
  };
  const listen = async () => {
    await socket.connected();
    const names = channelsOf(board.id, visitor.user.id);
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
  const bytes = http.received - before + socket.heard;
  const bodies = http.bodies - bodiesBefore;
  socket.close();
  return { ms, items, bytes, bodies };
}

async function itemWeight(http: Http, visitor: Visitor, board: Filled): Promise<number> {
  const before = http.received;
  await visitor.json("GET", `/api/v1/boards/${board.id}/items`, undefined, browser);
  return http.received - before;
}

async function fillFloor(http: Http, titles: readonly string[]): Promise<string> {
  const board = await floor.newBoard(http);
  const author = await (await floor.come(http)).join(board);
  for (const [i, title] of titles.entries()) await author.create(i, randomUUID(), title);
  author.close();
  return board;
}

async function loadFloor(http: Http, board: string): Promise<Load> {
  const before = http.received;
  const from = performance.now();
  const get = async () => {
    const { body } = await http.send("GET", `/items/${board}`, browser);
    const rows = JSON.parse(brotliDecompressSync(body).toString()) as unknown[];
    if (rows.length !== stickers) throw new Error(`the floor gave ${rows.length} stickers`);
  };
  const visitor = await floor.come(http);
  const [member] = await Promise.all([visitor.join(board), get()]);
  const ms = performance.now() - from;
  const bytes = http.received - before + member.heard();
  member.close();
  return { ms, bytes };
}

function rowsOf(mine: Load[], bare: Load[], weight: number): Row[] {
  const of = (loads: Load[], field: keyof Load) => loads.map((one) => one[field] ?? Number.NaN);
  const times = of(mine, "ms");
  const bareTimes = of(bare, "ms");
  const kb = (bytes: number) => bytes / 1000;
  return [
    {
      what: "load a board of 500, median",
      unit: "ms",
      ours: median(times),
      floor: median(bareTimes),
      aim: "≤ 15 ms",
      peer: "139 ms",
      detail: { mine, bare },
    },
    {
      what: "load a board of 500, p95",
      unit: "ms",
      ours: percentile(times, 0.95),
      floor: percentile(bareTimes, 0.95),
    },
    { what: "of it, until the items are parsed", unit: "ms", ours: median(of(mine, "items")) },
    {
      what: "load a board of 500, on the wire",
      unit: "kB",
      ours: kb(median(of(mine, "bytes"))),
      floor: kb(median(of(bare, "bytes"))),
      aim: "≤ 40 kB",
      peer: "172 kB",
    },
    { what: "of it, the answers' bodies", unit: "kB", ours: kb(median(of(mine, "bodies"))) },
    { what: "of it, the items' answer", unit: "kB", ours: kb(weight) },
  ];
}
