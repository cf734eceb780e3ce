import { WebSocket } from "ws";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { channels, eventNames } from "@retro/contract/events";
import { floorSystem } from "./floor/floor-client.ts";
import type { Participant, SystemName, SystemUnderTest } from "./system-under-test.ts";
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

  waitUntilConnected(): Promise<void> {
    return this.#opened.promise;
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

/** Connects as a tab does: a websocket with all channels of a board. */
export async function joinBoard(visitor: Visitor, board: string): Promise<PusherSocket> {
  const { url, localAddress } = visitor.http;
  const socket = new PusherSocket(url, localAddress, board);
  const { presence, facilitation, user } = channels;
  const names = [presence(board), facilitation(board), user(visitor.user.id)];
  try {
    await socket.waitUntilConnected();
    await Promise.all(names.map((name) => socket.join(visitor, name)));
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
}

export interface NewBoard {
  id: string;
  /** Of its calls. */
  path: string;
  columns: string[];
}

export async function createBoard(visitor: Visitor, title = "Bench"): Promise<NewBoard> {
  const { id } = await visitor.callApi<Board>("POST", "/api/v1/boards", { title });
  return { id, path: `/api/v1/boards/${id}`, columns: await fetchColumnIds(visitor, id) };
}

export async function fetchColumnIds(visitor: Visitor, board: string): Promise<string[]> {
  const tree = await visitor.callApi<TreeItem[]>("GET", `/api/v1/boards/${board}/items`);
  return tree.flatMap((section) => section.children.map((column) => column.id));
}

const knownColumns = new Map<string, Promise<string[]>>();

function columnsOf(visitor: Visitor, board: string): Promise<string[]> {
  let columns = knownColumns.get(board);
  if (columns === undefined) knownColumns.set(board, (columns = fetchColumnIds(visitor, board)));
  return columns;
}

async function join(visitor: Visitor, board: string): Promise<Participant> {
  const socket = await joinBoard(visitor, board);
  return {
    async addSticker(column, id, title) {
      const columns = await columnsOf(visitor, board);
      const body = { id, title, parent_id: columns[column % columns.length] };
      const headers = { "x-socket-id": socket.socketId };
      await visitor.callApi("POST", `/api/v1/boards/${board}/items`, body, headers);
    },
    onStickerAdded(listener) {
      socket.onEvent = (frame, at) => {
        if (frame.event !== eventNames.items) return;
        const { changes = [] } = JSON.parse(frame.data as string) as {
          changes?: { item?: { id: string } }[];
        };
        for (const change of changes) if (change.item) listener(change.item.id, at);
      };
    },
    receivedBytes: () => socket.receivedBytes,
    close: () => socket.close(),
  };
}

export const retroSystem: SystemUnderTest = {
  async createBoard(http) {
    return (await createBoard(await Visitor.createAnonymous(http))).id;
  },
  async createVisitor(http) {
    const visitor = await Visitor.createAnonymous(http);
    return { join: (board) => join(visitor, board) };
  },
};

export const systems: Record<SystemName, SystemUnderTest> = { retro: retroSystem, floor: floorSystem };
