import { randomUUID } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { createFilledBoard } from "../filled-board.ts";
import { floorSystem } from "../floor/floor-client.ts";
import { HttpClient } from "../http-client.ts";
import { medianRow, type Part, percentile } from "../measurement.ts";
import { joinBoard } from "../retro-client.ts";
import { ServerProcess } from "../server-process.ts";
import { browserEncodings, type Visitor } from "../visitor.ts";

const stickers = 500;
const warmUpLoads = 5;

interface FloorLoad {
  ms: number;
  /** On the wire, headers included. */
  bytes: number;
}
interface BoardLoad extends FloorLoad {
  /** Milliseconds until the items were parsed. */
  items: number;
}

export const measureBoardLoad: Part = async ({ quick }) => {
  await using server = await ServerProcess.start("retro");
  await using floorServer = await ServerProcess.start("floor");
  using http = new HttpClient(server.url);
  using floorHttp = new HttpClient(floorServer.url);
  const board = await createFilledBoard(http, { stickers, authors: 19 });
  const floorBoard = await createFloorBoard(floorHttp, board.titles);
  const visitor = board.authors[7] as Visitor;
  const loads: BoardLoad[] = [];
  const floor: FloorLoad[] = [];
  for (let i = 0; i < warmUpLoads + (quick ? 10 : 30); i += 1) {
    loads.push(await loadBoard(http, visitor, board.id));
    floor.push(await loadFloorBoard(floorHttp, floorBoard));
  }
  for (const list of [loads, floor]) list.splice(0, warmUpLoads);
  const label = "load a board of 500";
  const p95 = (list: FloorLoad[]) => percentile(list.map(toMs), 0.95);
  return [
    medianRow<FloorLoad>(loads, `${label}, median`, "ms", toMs, { floor, aim: "≤ 15 ms", peer: "139 ms" }),
    { label: `${label}, p95`, unit: "ms", value: p95(loads), floor: p95(floor) },
    medianRow(loads, "of it, until the items are parsed", "ms", ({ items }) => items),
    medianRow<FloorLoad>(loads, `${label}, on the wire`, "kB", toKb, {
      floor,
      aim: "≤ 40 kB",
      peer: "172 kB",
    }),
  ];
};

const toMs = ({ ms }: FloorLoad) => ms;
const toKb = ({ bytes }: FloorLoad) => bytes / 1000;

/** Opens a board as the web app does: all calls and the websocket with its channels at once. */
async function loadBoard(http: HttpClient, visitor: Visitor, board: string): Promise<BoardLoad> {
  const path = `/api/v1/boards/${board}`;
  const before = http.receivedBytes;
  const from = performance.now();
  const get = <T>(at: string) => visitor.callApi<T>("GET", at, undefined, browserEncodings);
  const getTree = async () => {
    const tree = await get<unknown[]>(`${path}/items`);
    if (tree.length === 0) throw new Error("the board is empty");
    return performance.now() - from;
  };
  const [items, socket] = await Promise.all([
    getTree(),
    joinBoard(visitor, board),
    get(path),
    get(`${path}/items/votes`),
    get(`${path}/users-options`),
  ]);
  const ms = performance.now() - from;
  const bytes = http.receivedBytes - before + socket.receivedBytes;
  socket.close();
  return { ms, items, bytes };
}

async function createFloorBoard(http: HttpClient, titles: readonly string[]): Promise<string> {
  const board = await floorSystem.createBoard(http);
  const author = await (await floorSystem.createVisitor(http)).join(board);
  for (const [i, title] of titles.entries()) await author.addSticker(i, randomUUID(), title);
  author.close();
  return board;
}

async function loadFloorBoard(http: HttpClient, board: string): Promise<FloorLoad> {
  const before = http.receivedBytes;
  const from = performance.now();
  const get = async () => {
    const { body } = await http.send("GET", `/items/${board}`, browserEncodings);
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
