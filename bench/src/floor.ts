import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { brotliCompressSync, constants } from "node:zlib";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";

// The floor: what the work costs with nothing around it. HTTP, one SQLite transaction with fsync (version bump, row,
// change log), fan-out over bare ws. No sessions, no checks, no rules: nobody should be able to do it for less.
const database = new DatabaseSync(`${process.env["DATA_DIR"]}/floor.db`);
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE boards (id TEXT PRIMARY KEY, version INTEGER NOT NULL);
  CREATE TABLE items (id TEXT PRIMARY KEY, board TEXT NOT NULL, col INTEGER NOT NULL, title TEXT NOT NULL);
  CREATE INDEX items_board ON items (board);
  CREATE TABLE changes (board TEXT, version INTEGER, item TEXT, PRIMARY KEY (board, version))`);
const begin = database.prepare("BEGIN IMMEDIATE");
const commit = database.prepare("COMMIT");
const newBoard = database.prepare("INSERT INTO boards VALUES (?, 0)");
const bump = database.prepare("UPDATE boards SET version = version + 1 WHERE id = ? RETURNING version");
const insert = database.prepare("INSERT INTO items VALUES (?, ?, ?, ?)");
const log = database.prepare("INSERT INTO changes VALUES (?, ?, ?)");
const select = database.prepare("SELECT id, col, title FROM items WHERE board = ?");

const rooms = new Map<string, Set<WebSocket>>();
const names = new WeakMap<WebSocket, string>();
const speed = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

function create(text: string, sender: string | undefined): string {
  const { id, board, column, title } = JSON.parse(text) as Record<string, string>;
  begin.get();
  const { version } = bump.get(board ?? "") as { version: number };
  insert.run(id ?? "", board ?? "", Number(column), title ?? "");
  log.run(board ?? "", version, id ?? "");
  commit.get();
  const event = JSON.stringify({ version, id, column, title });
  for (const socket of rooms.get(board ?? "") ?? []) if (names.get(socket) !== sender) socket.send(event);
  return event;
}

const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const [, path = "", board = ""] = request.url?.split("/") ?? [];
    if (request.method === "GET") {
      const body = brotliCompressSync(JSON.stringify(select.all(board)), speed);
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "br" }).end(body);
    } else if (path === "boards") {
      newBoard.run(board);
      response.writeHead(201).end("{}");
    } else {
      const event = create(text, request.headers["x-socket-id"] as string | undefined);
      response.writeHead(201, { "content-type": "application/json" }).end(event);
    }
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket, request) => {
  const [, board = "", name = ""] = request.url?.split("/") ?? [];
  names.set(socket, name);
  const room = rooms.get(board) ?? new Set();
  rooms.set(board, room.add(socket));
  socket.on("close", () => room.delete(socket));
  socket.send("{}");
});
server.listen(0, "127.0.0.1", () =>
  console.log(`The floor is at http://localhost:${(server.address() as AddressInfo).port}`),
);
process.on("SIGTERM", () => process.exit());
