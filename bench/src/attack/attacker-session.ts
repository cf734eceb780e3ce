import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Board } from "@retro/contract/entities";
import type { HttpClient } from "../http-client.ts";
import { PusherSocket, boardChannels, fetchColumnIds } from "../retro-client.ts";
import { Visitor } from "../visitor.ts";

/** The attacker tries again at once after a refusal, whatever `Retry-After` asks. */
const retryDelayMs = 0;
/** With eight sessions 1,500 websockets. */
const socketsPerSession = 190;
const emoji = "😀".repeat(1000);
const boardFile = JSON.stringify({
  format: "retro-board",
  version: 1,
  board: { title: "Large" },
  sections: [0, 1, 2, 3].map((i) => ({
    title: `Section ${i}`,
    columns: [0, 1, 2].map(() => Array.from({ length: 400 }, () => ({ text: "x".repeat(300) }))),
  })),
});
// One pixel: a picture costs the decoding, the row, and the rest of the form, not its size.
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const nestedFile = JSON.stringify({
  format: "retro-board",
  version: 1,
  board: { title: "Nested" },
  sections: [
    {
      title: "Section",
      columns: [[{ text: "Head", stickers: Array.from({ length: 4999 }, () => ({ text: "x" })) }], [], []],
    },
  ],
});

export type CallCounts = Map<string, number>;

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
  "a full space",
  "nested imports",
  "wrong passphrases",
  "data downloads",
  "late pages",
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

  async run(kind: AttackKind, spaceKey: string, signal: AbortSignal): Promise<void> {
    const loops = await this.#loopsOf(kind, spaceKey);
    const running = loops.map(async (act) => {
      while (!signal.aborted) {
        // The attack goes on, whatever the server answers.
        const status = await act().catch(() => 0);
        if (typeof status === "number" && (status < 200 || status >= 300)) await wait(retryDelayMs);
      }
    });
    await Promise.all(running);
    for (const socket of this.#unread) socket.destroy();
    for (const socket of this.#sockets) socket.close();
  }

  async #loopsOf(kind: AttackKind, spaceKey: string): Promise<Loop[]> {
    const space = `/api/v1/spaces/${spaceKey}`;
    const lists = ["boards?", "boards?shelf=archived&", "actions?"].map((list) => `${space}/${list}`);
    switch (kind) {
      case "a full space":
        return [space, ...lists].map((path) => () => this.#call("read", "GET", path.replace(/[?&]$/u, "")));
      case "late pages":
        return [...lists, "/api/v1/boards?"].map((list) => () => {
          const n = 1 + Math.floor(Math.random() * 500);
          const page = list.startsWith(space)
            ? `after=${list.includes("/actions") ? "~" : ""}${n}~x`
            : `page=${n}`;
          return this.#call("page", "GET", list + page);
        });
      case "nested imports":
        return [() => this.#call("import", "POST", "/api/v1/boards/import", nestedFile)];
      case "wrong passphrases": {
        const owner = await Visitor.createAnonymous(this.#http);
        const { id } = await owner.callApi<Board>("POST", "/api/v1/boards", { title: "Closed" });
        const at = `/api/v1/boards/${id}`;
        await owner.send("PUT", `${at}/passphrase`, { passphrase: randomUUID() });
        return [
          () => this.#call("guess", "POST", `${at}/pass`, { passphrase: randomUUID() }),
          async () => {
            const body = { passphrase: randomUUID() };
            return this.#count("set", (await owner.send("PUT", `${at}/passphrase`, body)).status);
          },
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
    const board = (await this.#importBoard())?.id ?? (await this.#createBoard()).id;
    const columns = await fetchColumnIds(this.#visitor, board);
    const at = `/api/v1/boards/${board}`;
    const stickers: string[] = [];
    const add = () => {
      const id = randomUUID();
      stickers.push(id);
      return this.#call("write", "POST", `${at}/items`, { id, title: emoji, parent_id: columns[0] });
    };
    const move = () =>
      this.#call("move", "PUT", `${at}/sort`, {
        item_id: stickers.at(-1) ?? randomUUID(),
        parent_id: columns[1],
        position: 0,
      });
    // Something to move and to vote for.
    await add();
    return {
      writes: [add, add, add],
      moves: [move],
      votes: [() => this.#call("vote", "POST", `${at}/items/${stickers.at(-1) ?? randomUUID()}/vote`)],
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

  async #createBoard(): Promise<Board> {
    return this.#visitor.callApi<Board>("POST", "/api/v1/boards", { title: "Attack" });
  }

  async #importBoard(): Promise<Board | null> {
    const answer = await this.#visitor.send("POST", "/api/v1/boards/import", boardFile);
    this.#count("import", answer.status);
    if (answer.status === 201) return (JSON.parse(answer.body.toString()) as { data: Board }).data;
    await wait(retryDelayMs);
    return null;
  }

  async #uploadFeedback(): Promise<number> {
    const boundary = "attack";
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = `${field("name", "x")}${field("comment", "x")}${field("agree", "true")}--${boundary}\r\ncontent-disposition: form-data; name="attachments[]"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return this.#call("upload", "POST", "/api/v1/feedback", body, {
      "content-type": `multipart/form-data; boundary=${boundary}`,
    });
  }

  /** Asks over a new connection and never reads the answer. */
  async #requestWithoutReading(path: string): Promise<void> {
    const { hostname, port } = new URL(this.#http.url);
    const socket = connect({ port: Number(port), host: hostname, localAddress: this.#address });
    socket.on("error", () => this.#unread.delete(socket));
    socket.pause();
    this.#unread.add(socket);
    const cookie = this.#visitor
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: retro\r\nCookie: ${cookie}\r\n\r\n`);
    this.#count("unread", 0);
    const oldest = this.#unread.values().next().value;
    // Bounded, so that this process does not run out of file descriptors.
    if (this.#unread.size > 50 && oldest !== undefined) {
      this.#unread.delete(oldest);
      oldest.destroy();
    }
    await wait(retryDelayMs);
  }

  async #joinAndLeave(board: string): Promise<void> {
    const socket = await new PusherSocket(this.#http.url, this.#address).waitUntilConnected();
    this.#sockets.add(socket);
    for (const channel of boardChannels(board, this.#visitor.user.id))
      await Promise.race([socket.join(this.#visitor, channel), wait(500)]);
    this.#count("join", 0);
    const oldest = this.#sockets.values().next().value;
    if (this.#sockets.size > socketsPerSession && oldest !== undefined) {
      this.#sockets.delete(oldest);
      oldest.close();
    }
  }

  async #call(
    kind: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<number> {
    const { status } = await this.#visitor.send(method, path, body, headers);
    return this.#count(kind, status);
  }

  #count(kind: string, status: number): number {
    const key = `${kind} ${status}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return status;
  }
}
