import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { Board } from "@retro/contract/boards";
import type { HttpClient } from "../http-client.ts";
import { wait } from "../measurement.ts";
import { createBoard, fetchColumnIds, joinBoard, type PusherSocket } from "../retro-client.ts";
import { Visitor } from "../visitor.ts";

/** With eight sessions 1,500 websockets. */
const socketsPerSession = 190;
const unreadPerSession = 50;
const emoji = "😀".repeat(1000);
/** A file of a whole board, as an export writes it. */
const boardFile = (sectionCount: number, columns: readonly object[][]) =>
  JSON.stringify({
    format: "retro-board",
    version: 1,
    board: { title: "Imported" },
    sections: Array.from({ length: sectionCount }, (_, i) => ({ title: `Section ${i}`, columns })),
  });
const texts = (count: number, text: string) => Array.from({ length: count }, () => ({ text }));
const fullColumn = texts(400, "x".repeat(300));
const largeFile = boardFile(4, [fullColumn, fullColumn, fullColumn]);
const nestedFile = boardFile(1, [[{ text: "Head", stickers: texts(4999, "x") }], [], []]);
// One pixel: a picture costs the decoding, the row, and the rest of the form, not its size.
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** How often each kind of call was answered with each status. */
export type CallCounts = Record<string, number>;

/** What the hostile visitor does: every kind of call at the same time, or one expensive kind alone. */
export const attackKinds = [
  "every kind",
  "writes",
  "moves",
  "votes",
  "reads",
  "new boards",
  "exports",
  "log entries",
  "unknown addresses",
  "files",
  "imports",
  "uploads",
  "unread answers",
  "joins",
  "nested imports",
  "wrong passphrases",
  "data downloads",
] as const;
export type AttackKind = (typeof attackKinds)[number];

type Loop = () => Promise<unknown>;

export class AttackerSession {
  readonly #visitor: Visitor;
  readonly #http: HttpClient;
  readonly #address: string;
  readonly #counts: CallCounts;
  readonly #unread = new Set<Socket>();
  readonly #sockets = new Set<PusherSocket>();

  constructor(visitor: Visitor, address: string, counts: CallCounts) {
    this.#visitor = visitor;
    this.#http = visitor.http;
    this.#address = address;
    this.#counts = counts;
  }

  async run(kind: AttackKind, signal: AbortSignal): Promise<void> {
    const loops = await this.#loopsOf(kind);
    const running = loops.map(async (act) => {
      // The attacker tries again at once, whatever the server answers and `Retry-After` asks.
      while (!signal.aborted) await act().catch(() => undefined);
    });
    await Promise.all(running);
    for (const socket of this.#unread) socket.destroy();
    for (const socket of this.#sockets) socket.close();
  }

  async #loopsOf(kind: AttackKind): Promise<Loop[]> {
    switch (kind) {
      case "nested imports":
        return [() => this.#call("import", "POST", "/api/v1/boards/import", nestedFile)];
      case "wrong passphrases": {
        const owner = await Visitor.createAnonymous(this.#http);
        const { path: at } = await createBoard(owner, "Closed");
        await owner.send("PUT", `${at}/passphrase`, { passphrase: randomUUID() });
        return [
          () => this.#call("guess", "POST", `${at}/pass`, { passphrase: randomUUID() }),
          () => owner.send("PUT", `${at}/passphrase`, { passphrase: randomUUID() }),
        ];
      }
      case "data downloads":
        await this.#importBoard();
        return [() => this.#call("download", "GET", `/api/v1/users/${this.#visitor.user.id}/data`)];
      case "every kind":
        return Object.values(await this.#boardCalls()).flat();
      default:
        return (await this.#boardCalls())[kind];
    }
  }

  /** The calls of `every kind`, and how many of each a session makes at a time. */
  async #boardCalls() {
    const board = (await this.#importBoard())?.id ?? (await createBoard(this.#visitor, "Attack")).id;
    const columns = await fetchColumnIds(this.#visitor, board);
    const at = `/api/v1/boards/${board}`;
    const stickers: string[] = [];
    const add = () => {
      const id = randomUUID();
      stickers.push(id);
      return this.#call("write", "POST", `${at}/items`, { id, title: emoji, parent_id: columns[0] });
    };
    const move = () => {
      const body = { item_id: stickers.at(-1), parent_id: columns[1], position: 0 };
      return this.#call("move", "PUT", `${at}/sort`, body);
    };
    // Something to move and to vote for.
    await add();
    return {
      writes: [add, add, add],
      moves: [move],
      votes: [() => this.#call("vote", "POST", `${at}/items/${stickers.at(-1)}/vote`)],
      reads: [
        () => this.#call("read", "GET", `${at}/items`),
        () => this.#call("read", "GET", `${at}/items`),
        () => this.#call("read votes", "GET", `${at}/items/votes`),
      ],
      "new boards": [() => this.#call("board", "POST", "/api/v1/boards", { title: "One more" })],
      exports: [() => this.#call("export", "GET", `/web/boards/${board}/export-pdf`)],
      "log entries": [() => this.#call("log", "POST", "/api/v1/logger", { event: 100 })],
      "unknown addresses": [
        () => this.#call("404", "GET", `/api/v1/nowhere/${randomUUID()}`),
        () => this.#call("404", "GET", `/api/v1/boards/${randomUUID()}`),
      ],
      files: [() => this.#call("file", "GET", "/favicon.ico")],
      imports: [() => this.#importBoard()],
      uploads: [() => this.#uploadFeedback()],
      "unread answers": [
        () => this.#requestWithoutReading(`/web/boards/${board}/export-json`),
        () => this.#requestWithoutReading(`${at}/items`),
      ],
      joins: [() => this.#joinAndLeave(board)],
    } satisfies Record<string, Loop[]>;
  }

  async #importBoard(): Promise<Board | null> {
    const answer = await this.#visitor.send("POST", "/api/v1/boards/import", largeFile);
    this.#count("import", answer.status);
    return answer.status === 201 ? (JSON.parse(answer.body.toString()) as { data: Board }).data : null;
  }

  async #uploadFeedback(): Promise<void> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: "x", comment: "x", agree: "true" }))
      form.set(name, value);
    form.set("attachments[]", new Blob([png], { type: "image/png" }), "a.png");
    const encoded = new Response(form);
    const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
    const body = Buffer.from(await encoded.arrayBuffer());
    return this.#call("upload", "POST", "/api/v1/feedback", body, headers);
  }

  /** Asks over a new connection and never reads the answer. */
  async #requestWithoutReading(path: string): Promise<void> {
    const { hostname, port } = new URL(this.#http.url);
    const socket = connect({ port: Number(port), host: hostname, localAddress: this.#address });
    socket.on("error", () => this.#unread.delete(socket));
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: retro\r\nCookie: ${this.#visitor.cookieHeader()}\r\n\r\n`);
    this.#count("unread", 0);
    addBounded(this.#unread, socket, unreadPerSession)?.destroy();
    await wait(0);
  }

  async #joinAndLeave(board: string): Promise<void> {
    const joined = joinBoard(this.#visitor, board).then((socket) =>
      addBounded(this.#sockets, socket, socketsPerSession)?.close(),
    );
    await Promise.race([joined, wait(500)]);
    this.#count("join", 0);
  }

  async #call(kind: string, ...request: Parameters<Visitor["send"]>): Promise<void> {
    const { status } = await this.#visitor.send(...request);
    this.#count(kind, status);
  }

  #count(kind: string, status: number): void {
    const key = `${kind} ${status}`;
    this.#counts[key] = (this.#counts[key] ?? 0) + 1;
  }
}

/** Bounds a set, so that the process does not run out of file descriptors. @returns the oldest of too many */
function addBounded<T>(set: Set<T>, value: T, most: number): T | undefined {
  set.add(value);
  if (set.size <= most) return undefined;
  const [oldest] = set;
  set.delete(oldest as T);
  return oldest;
}
