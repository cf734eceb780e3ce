import { WebSocket } from "ws";
import type { Board, TreeItem } from "@retro/contract/entities";
import { channels, eventNames } from "@retro/contract/events";
import type { HttpClient } from "./http-client.ts";
import type { Participant, SystemUnderTest } from "./system-under-test.ts";
import { Visitor } from "./visitor.ts";

const key = "retro";

interface Frame {
  event: string;
  channel?: string;
  data?: string | object;
}

/** A websocket with the Pusher protocol, without the cost of the library. */
export class PusherSocket {
  readonly #socket: WebSocket;
  readonly #pendingJoins = new Map<string, PromiseWithResolvers<void>>();
  #lastError = "";
  socketId = "";
  receivedBytes = 0;
  onEvent: (frame: Frame, at: number) => void = () => undefined;
  readonly #opened = Promise.withResolvers<void>();

  /** @param board names the board in the address, as the browsers do, so that a balancer can choose by it */
  constructor(url: string, localAddress?: string, board?: string) {
    const query = `protocol=7&client=bench${board === undefined ? "" : `&board=${board}`}`;
    this.#socket = new WebSocket(`${url.replace(/^http/, "ws")}/app/${key}?${query}`, {
      perMessageDeflate: false,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    this.#socket.on("error", (error) => this.#opened.reject(error));
    this.#socket.on("close", (code) => {
      const closed = new Error(`the server closed a websocket: ${code} ${this.#lastError}`);
      this.#opened.reject(closed);
      for (const { reject } of this.#pendingJoins.values()) reject(closed);
    });
    // Who waits is told; a socket that closes later concerns nobody.
    this.#opened.promise.catch(() => undefined);
    this.#socket.on("message", (bytes: Buffer) => this.#receive(bytes, performance.now()));
  }

  async waitUntilConnected(): Promise<this> {
    await this.#opened.promise;
    return this;
  }

  async join(visitor: Visitor, channel: string): Promise<void> {
    const auth = await visitor.authoriseChannel(this.socketId, channel);
    // Its close has been told already: nobody would tell this join.
    if (this.#socket.readyState !== WebSocket.OPEN) throw new Error(`a websocket is gone ${this.#lastError}`);
    const joined = Promise.withResolvers<void>();
    this.#pendingJoins.set(channel, joined);
    this.#socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, ...auth } }));
    await joined.promise;
    this.#pendingJoins.delete(channel);
  }

  whisper(channel: string, event: string, data: object): void {
    this.#socket.send(JSON.stringify({ event, channel, data }));
  }

  close(): void {
    this.#socket.terminate();
  }

  #receive(bytes: Buffer, at: number): void {
    this.receivedBytes += bytes.length;
    const frame = JSON.parse(bytes.toString()) as Frame;
    if (frame.event === "pusher:ping") this.#socket.send('{"event":"pusher:pong"}');
    else if (frame.event === "pusher:connection_established") {
      this.socketId = (JSON.parse(frame.data as string) as { socket_id: string }).socket_id;
      this.#opened.resolve();
    } else if (frame.event === "pusher_internal:subscription_succeeded") {
      this.#pendingJoins.get(frame.channel ?? "")?.resolve();
    } else if (frame.event === "pusher:error") this.#lastError = JSON.stringify(frame.data);
    else if (frame.event === "pusher:subscription_error")
      this.#pendingJoins
        .get(frame.channel ?? "")
        ?.reject(new Error(`${frame.channel} refused: ${JSON.stringify(frame.data)}`));
    else this.onEvent(frame, at);
  }
}

export function boardChannels(board: string, userId: string): string[] {
  return [channels.presence(board), channels.facilitation(board), channels.user(userId)];
}

const knownColumns = new Map<string, Promise<string[]>>();

function columnsOf(visitor: Visitor, board: string): Promise<string[]> {
  let columns = knownColumns.get(board);
  if (columns === undefined) knownColumns.set(board, (columns = fetchColumnIds(visitor, board)));
  return columns;
}

class RetroParticipant implements Participant {
  readonly #visitor: Visitor;
  readonly #socket: PusherSocket;
  readonly #board: string;

  constructor(visitor: Visitor, socket: PusherSocket, board: string) {
    this.#visitor = visitor;
    this.#socket = socket;
    this.#board = board;
  }

  async addSticker(column: number, id: string, title: string): Promise<void> {
    const columns = await columnsOf(this.#visitor, this.#board);
    const parent_id = columns[column % columns.length];
    const path = `/api/v1/boards/${this.#board}/items`;
    const headers = { "x-socket-id": this.#socket.socketId };
    await this.#visitor.callApi("POST", path, { id, title, parent_id }, headers);
  }

  onStickerAdded(listener: (id: string, at: number) => void): void {
    this.#socket.onEvent = (frame, at) => {
      if (frame.event !== eventNames.items) return;
      const { changes = [] } = JSON.parse(frame.data as string) as { changes?: { item?: { id: string } }[] };
      for (const change of changes) if (change.item) listener(change.item.id, at);
    };
  }

  receivedBytes(): number {
    return this.#socket.receivedBytes;
  }

  close(): void {
    this.#socket.close();
  }
}

export async function fetchColumnIds(visitor: Visitor, board: string): Promise<string[]> {
  const tree = await visitor.callApi<TreeItem[]>("GET", `/api/v1/boards/${board}/items`);
  return tree.flatMap((section) => section.children.map((column) => column.id));
}

export const retroSystem: SystemUnderTest = {
  async createBoard(http: HttpClient) {
    const visitor = await Visitor.createAnonymous(http);
    return (await visitor.callApi<Board>("POST", "/api/v1/boards", { title: "Bench" })).id;
  },
  async createVisitor(http: HttpClient) {
    const visitor = await Visitor.createAnonymous(http);
    return {
      async join(board) {
        const socket = await new PusherSocket(http.url, http.localAddress, board).waitUntilConnected();
        const names = boardChannels(board, visitor.user.id);
        await Promise.all(names.map((channel) => socket.join(visitor, channel)));
        const member = new RetroParticipant(visitor, socket, board);
        return member;
      },
      async catchUp(board, since) {
        const answer = await visitor.callApi<{ version: number }>(
          "GET",
          `/api/v1/boards/${board}/changes?since=${since}`,
        );
        return answer.version;
      },
    };
  },
};
