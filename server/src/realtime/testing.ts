import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import type PusherClient from "pusher-js";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { PushService, RealtimeLog, PresenceMember } from "./push-service.ts";
import type { BuiltinOptions } from "./builtin-push-service.ts";
import { createBuiltinPushService } from "./builtin-push-service.ts";

/** The one CommonJS build for Node; the package's own types point at the browser's. */
const Pusher = createRequire(import.meta.url)("pusher-js") as typeof PusherClient;

export const KEY = "app-key";
export const SECRET = "app-secret";

export interface LogLine {
  level: "debug" | "info" | "warn" | "error";
  details: Record<string, unknown>;
  message: string;
}

/** A log that keeps its lines. */
export function createMemoryLog(): RealtimeLog & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: LogLine["level"]) => (details: object, message: string) => {
    lines.push({ level, details: details as Record<string, unknown>, message });
  };
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

export interface Endpoint extends PushService {
  port: number;
  log: ReturnType<typeof createMemoryLog>;
}

/** Starts a real server with the built-in endpoint on a free port; it stops when the test ends. */
export async function startEndpoint(options: Partial<BuiltinOptions> = {}): Promise<Endpoint> {
  const log = createMemoryLog();
  const push = await createBuiltinPushService({ key: KEY, secret: SECRET, ...options, log });
  const server = createServer((_request, response) => response.writeHead(404).end());
  push.transport.attach(server);
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  onTestFinished(async () => {
    await push.transport.close();
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    await closed.promise;
  });
  return { ...push, port: (server.address() as AddressInfo).port, log };
}

export function makeMember(userId: string): PresenceMember {
  return { user_id: userId, user_info: { name: `Name of ${userId}` } };
}

/** The official client, as the browser uses it. */
export function connectPusher(
  endpoint: Endpoint,
  userId: string,
  sessionId = `session-${userId}`,
): PusherClient {
  const { sockets, port } = endpoint;
  const client = new Pusher(KEY, {
    cluster: "eu",
    wsHost: "127.0.0.1",
    wsPort: port,
    forceTLS: false,
    enabledTransports: ["ws"],
    enableStats: false,
    channelAuthorization: {
      transport: "ajax",
      endpoint: "unused",
      customHandler: ({ socketId, channelName }, callback) => {
        sockets.bindSocket(sessionId, socketId, userId);
        const presence = channelName.startsWith("presence-") ? makeMember(userId) : undefined;
        callback(null, sockets.authorise(socketId, channelName, presence));
      },
    },
    userAuthentication: {
      transport: "ajax",
      endpoint: "unused",
      customHandler: ({ socketId }, callback) =>
        callback(null, sockets.authoriseUser(socketId, { id: userId })),
    },
  });
  onTestFinished(() => client.disconnect());
  return client;
}

/** Resolves with the next event of this name. */
export function nextEvent(
  source: { bind: (event: string, callback: (data: unknown) => void) => unknown },
  event: string,
): Promise<unknown> {
  return new Promise((resolve) => {
    source.bind(event, resolve);
  });
}

/** Subscribes and waits until the server has accepted. */
export async function subscribe(
  client: PusherClient,
  channel: string,
): Promise<ReturnType<PusherClient["subscribe"]>> {
  const subscription = client.subscribe(channel);
  await nextEvent(subscription, "pusher:subscription_succeeded");
  return subscription;
}

/** The fields of all events that tests read. */
interface ReceivedData {
  code?: number | null;
  message?: string;
  status?: number;
  socket_id?: string;
  user_id?: string;
  presence?: { count: number; ids: string[]; hash: Record<string, unknown> };
}

export interface RawFrame {
  event: string;
  channel?: string;
  data: ReceivedData;
  user_id?: string;
  bytes: number;
}

/** A plain websocket that sends any data and keeps what it receives. */
export class RawClient {
  readonly socket: WebSocket;
  readonly received: RawFrame[] = [];
  closeCode: number | null = null;
  socketId = "";
  #waiting: { matches: (frame: RawFrame) => boolean; resolve: (frame: RawFrame) => void }[] = [];
  #next = 0;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, headers });
    // After a refused handshake or a reset, "close" follows.
    this.socket.on("error", () => undefined);
    this.socket.on("close", (code) => (this.closeCode = code));
    this.socket.on("message", (bytes: Buffer) => {
      const frame = JSON.parse(bytes.toString()) as RawFrame;
      if (typeof frame.data === "string") frame.data = JSON.parse(frame.data) as ReceivedData;
      frame.bytes = bytes.length;
      this.received.push(frame);
      const index = this.#waiting.findIndex(({ matches }) => matches(frame));
      if (index < 0) return;
      this.#next = this.received.length;
      this.#waiting.splice(index, 1)[0]?.resolve(frame);
    });
  }

  /** The next frame of an event after the last one that was waited for. */
  receive(event: string): Promise<RawFrame> {
    const matches = (frame: RawFrame) => frame.event === event;
    for (let i = this.#next; i < this.received.length; i += 1) {
      const frame = this.received[i];
      if (frame === undefined || !matches(frame)) continue;
      this.#next = i + 1;
      return Promise.resolve(frame);
    }
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }));
  }

  /** Returns the received frames and forgets them. */
  takeReceived(): RawFrame[] {
    this.#next = 0;
    return this.received.splice(0);
  }

  send(event: string, data: unknown, channel?: string): void {
    this.socket.send(JSON.stringify({ event, data, channel }));
  }

  /** Resolves when the server has handled everything sent so far. */
  async flush(): Promise<void> {
    this.send("pusher:ping", {});
    await this.receive("pusher:pong");
  }

  /** The code with which the server closes the connection. */
  waitForClose(): Promise<number> {
    if (this.closeCode !== null) return Promise.resolve(this.closeCode);
    return new Promise((resolve) => this.socket.once("close", resolve));
  }
}

/** Opens a plain websocket at any path, whether the server accepts it or not. */
export function openRaw(
  endpoint: Pick<Endpoint, "port">,
  path = `/app/${KEY}?protocol=7&client=raw`,
  headers: Record<string, string> = {},
): RawClient {
  const raw = new RawClient(`ws://127.0.0.1:${endpoint.port}${path}`, headers);
  onTestFinished(() => raw.socket.terminate());
  return raw;
}

/** Opens a plain websocket and waits until it is connected. */
export async function connectRaw(
  endpoint: Endpoint,
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const raw = openRaw(endpoint, undefined, headers);
  raw.socketId = (await raw.receive("pusher:connection_established")).data.socket_id ?? "";
  return raw;
}

/** Subscribes a plain websocket with a valid signature. */
export async function joinRaw(
  endpoint: Endpoint,
  raw: RawClient,
  channel: string,
  userId: string,
): Promise<RawFrame> {
  const presence = channel.startsWith("presence-") ? makeMember(userId) : undefined;
  raw.send("pusher:subscribe", {
    channel,
    ...endpoint.sockets.authorise(raw.socketId, channel, presence),
  });
  return raw.receive("pusher_internal:subscription_succeeded");
}
