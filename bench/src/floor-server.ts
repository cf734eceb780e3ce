import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue } from "node:sqlite";
import { brotliCompressSync, constants } from "node:zlib";
import Fastify from "fastify";
import { Kysely, SqliteDialect } from "kysely";
import type { SqliteStatement } from "kysely";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import * as z from "zod/mini";

// The floor: what the work costs with the product's libraries and nothing around it. Fastify, zod and Kysely, one SQLite transaction with
// fsync (version bump, row, change log), fan-out over bare ws. No sessions, no checks, no rules.
interface Tables {
  boards: { id: string; version: number };
  items: { id: string; board: string; col: number; title: string };
  changes: { board: string; version: number; item: string };
}
const database = new DatabaseSync(`${process.env["DATA_DIR"]}/floor.db`);
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE boards (id TEXT PRIMARY KEY, version INTEGER NOT NULL);
  CREATE TABLE items (id TEXT PRIMARY KEY, board TEXT NOT NULL, col INTEGER NOT NULL, title TEXT NOT NULL);
  CREATE INDEX items_board ON items (board);
  CREATE TABLE changes (board TEXT, version INTEGER, item TEXT, PRIMARY KEY (board, version))`);
const statements = new Map<string, SqliteStatement>();
function prepare(sql: string): SqliteStatement {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const prepared = database.prepare(sql);
  const toSqlParameters = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const statement: SqliteStatement = {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...toSqlParameters(parameters)),
    run: (parameters) => prepared.run(...toSqlParameters(parameters)),
    iterate: (parameters) => prepared.iterate(...toSqlParameters(parameters)),
  };
  statements.set(sql, statement);
  return statement;
}
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
});

const socketsByBoard = new Map<string, Set<WebSocket>>();
const socketNames = new WeakMap<WebSocket, string>();
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const newItem = z.object({ id: z.string(), board: z.string(), column: z.number(), title: z.string() });

const app = Fastify();
app.post<{ Params: { id: string } }>("/boards/:id", async ({ params }, reply) => {
  await db.insertInto("boards").values({ id: params.id, version: 0 }).execute();
  return reply.code(201).send({});
});
app.get<{ Params: { board: string } }>("/items/:board", async ({ params }, reply) => {
  const rows = await db
    .selectFrom("items")
    .select(["id", "col", "title"])
    .where("board", "=", params.board)
    .execute();
  reply.header("content-encoding", "br").type("application/json");
  return reply.send(brotliCompressSync(JSON.stringify(rows), brotliOptions));
});
app.post("/items", async (request, reply) => {
  const { id, board, column, title } = z.parse(newItem, request.body);
  const version = await db.transaction().execute(async (trx) => {
    const bumped = await trx
      .updateTable("boards")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", board)
      .returning("version")
      .executeTakeFirstOrThrow();
    await trx.insertInto("items").values({ id, board, col: column, title }).execute();
    await trx.insertInto("changes").values({ board, version: bumped.version, item: id }).execute();
    return bumped.version;
  });
  const event = JSON.stringify({ version, id, column, title });
  const sender = request.headers["x-socket-id"];
  for (const socket of socketsByBoard.get(board) ?? [])
    if (socketNames.get(socket) !== sender) socket.send(event);
  return reply.code(201).type("application/json").send(event);
});

const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });
sockets.on("connection", (socket, request) => {
  const [, board = "", name = ""] = request.url?.split("/") ?? [];
  socketNames.set(socket, name);
  const boardSockets = socketsByBoard.get(board) ?? new Set();
  socketsByBoard.set(board, boardSockets.add(socket));
  socket.on("close", () => boardSockets.delete(socket));
  socket.send("{}");
});
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(`The floor is at http://localhost:${(app.server.address() as AddressInfo).port}`);
process.on("SIGTERM", () => process.exit());
