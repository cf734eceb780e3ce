import { channelsOf, PusherSocket } from "../ours.ts";
import { fillBoard } from "../fill.ts";
import type { Filled } from "../fill.ts";
import { Http } from "../http.ts";
import type { Effort, Row } from "../row.ts";
import { median, percentile } from "../row.ts";
import { Server } from "../server.ts";
import type { Visitor } from "../visitor.ts";

const stickers = 500;
const unmeasured = 5;
const browser = { "accept-encoding": "gzip, deflate, br, zstd" };

/** A returning visitor opens a board of 500 stickers: from connecting to everything its first view needs, parsed. */
export async function load({ quick }: Effort): Promise<Row[]> {
  const measured = quick ? 10 : 30;
  const server = await Server.start("ours");
  const http = new Http(server.url);
  try {
    const board = await fillBoard(http, { stickers, authors: 19 });
    const visitor = board.authors[7] as Visitor;
    const runs = [];
    for (let i = 0; i < unmeasured + measured; i += 1) runs.push(await loadOnce(http, visitor, board));
    const kept = runs.slice(unmeasured);
    const times = kept.map((run) => run.ms);
    const bytes = median(kept.map((run) => run.bytes)) / 1000;
    const items = kept.map((run) => run.items);
    return [
      {
        what: "load a board of 500, median",
        unit: "ms",
        ours: median(times),
        aim: "≤ 15 ms",
        peer: "139 ms",
        detail: times,
      },
      { what: "load a board of 500, p95", unit: "ms", ours: percentile(times, 0.95) },
      { what: "of it, until the items are parsed", unit: "ms", ours: median(items), detail: items },
      { what: "load a board of 500, on the wire", unit: "kB", ours: bytes, aim: "≤ 40 kB", peer: "172 kB" },
    ];
  } finally {
    http.close();
    await server.stop();
  }
}

/** What the web app does on opening a board, all at once: the calls, and the websocket with its channels. */
async function loadOnce(http: Http, visitor: Visitor, board: Filled) {
  const path = `/api/v1/boards/${board.id}`;
  const before = http.received;
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
  socket.close();
  return { ms, items, bytes };
}
