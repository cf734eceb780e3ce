import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";
import Fastify from "fastify";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import * as z from "zod/mini";
import { openFloorDatabase } from "./floor-database.ts";

// The floor: what the same work costs with Fastify, zod, Kysely and ws, and no rules around it.
const db = await openFloorDatabase();

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
