import { randomInt } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { RawData, WebSocket } from "ws";
import { WebSocketServer } from "ws";
import { connectionMaxima } from "../limits/connection.ts";
import { pathOf } from "../http/observe/logger.ts";
import type { RefusalLog } from "../http/observe/refusal-log.ts";
import { asRequest } from "../http/observe/request-id.ts";
import { namesTwoHosts } from "../http/pages/paths.ts";
import { addressKey } from "../limits/address.ts";
import type { Payer } from "../limits/payer.ts";
import type { Admission } from "./admission.ts";
import { PROTOCOL_CODES, PING, makeErrorFrame, frame } from "./frames.ts";
import type { Hub } from "./hub.ts";
import { Peer, Socket, peerOf } from "./peer.ts";
import type { Protocol } from "./protocol.ts";
import type { RealtimeLog } from "./push-service.ts";
import { checkConnectionUrl, refuseUpgrade, type UpgradeRefusal } from "./upgrade.ts";

export interface EndpointOptions {
  key: string;
  basePath?: string;
  log: RealtimeLog;
  clock?: () => number;
  /** False gets 403. Signatures protect channels in any case. */
  allowOrigin?: (request: IncomingMessage) => boolean;
  addressOf?: (request: IncomingMessage) => string;
  /** The unverified id of the session that the request's cookie names; by default none. */
  sessionIdOf?: (request: IncomingMessage) => string | null;
  /** Seconds of silence after which the server pings. */
  activityTimeout?: number;
  pongTimeout?: number;
  /** Whether the members of this channel wait for each other, so that nobody who is gone may stay in it. */
  needsExactPresence?: (channel: string) => boolean;
  /** The timeouts of connections to such channels. */
  exactPresence?: { activityTimeout: number; pongTimeout: number };
  authoriseTimeout?: number;
}

interface Client {
  address: string;
  payer: Payer;
}

interface EndpointParts {
  hub: Hub;
  admission: Admission;
  protocol: Protocol;
}

const CLOSE_WAIT_MS = 1500;
const restarting = "The server restarts, reconnect";
/** The checks of the shipped proxies need two rounds of 2 s. */
const balancerNoticesMs = 5000;
const portionMs = 250;
/** With a round of the ping timer before each of the two, who is gone leaves within 30 s. */
const exactPresence = { activityTimeout: 10, pongTimeout: 15 };
/** How long a client may take for the closing handshake. The types of ws lack this option. */
const CLOSE_TIMEOUT = { closeTimeout: 3000 };

/** Pings silent connections, and closes those that authorise no channel in time. */
export class WebsocketEndpoint {
  readonly #options: EndpointOptions;
  readonly #hub: Hub;
  readonly #admission: Admission;
  readonly #clock: () => number;
  readonly #activityTimeout: number;
  readonly #pongTimeout: number;
  readonly #exactPresence: { activityTimeout: number; pongTimeout: number };
  readonly #authoriseTimeout: number;
  /** Connections on which no channel is authorised yet, the oldest first. */
  readonly #pending = new Set<Peer>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: connectionMaxima.frameBytes.max,
    WebSocket: Socket,
    ...CLOSE_TIMEOUT,
  });
  readonly #handlers: SocketHandlers;
  readonly #timers: NodeJS.Timeout[];
  readonly #detach: (() => void)[] = [];
  #draining = false;
  #closing = false;

  constructor({ hub, admission, protocol }: EndpointParts, options: EndpointOptions) {
    this.#options = options;
    this.#hub = hub;
    this.#admission = admission;
    this.#clock = options.clock ?? Date.now;
    this.#activityTimeout = options.activityTimeout ?? 120;
    this.#pongTimeout = options.pongTimeout ?? 30;
    this.#exactPresence = options.exactPresence ?? exactPresence;
    this.#authoriseTimeout = options.authoriseTimeout ?? connectionMaxima.authoriseWithinSeconds.max;
    this.#handlers = createHandlers({ hub, admission, protocol }, options.log, this.#clock);
    const pingRoundSeconds = Math.min(5, this.#pongTimeout / 2, this.#exactPresence.pongTimeout / 2);
    // One timer serves all connections.
    this.#timers = [
      setInterval(() => this.#pingSilent(), pingRoundSeconds * 1000),
      setInterval(() => this.#closeUnauthorised(), Math.min(1, this.#authoriseTimeout / 2) * 1000),
      setInterval(() => hub.sendDelayedAnnouncements(), 1000),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  attach(server: Server, refusals?: RefusalLog): void {
    const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
      const { url = "" } = request;
      const isOwn = url.startsWith(`${this.#options.basePath ?? ""}/app/`);
      // Another handler (a development server's) may take the upgrade. Without one the request would never
      // end.
      if (!isOwn && server.listenerCount("upgrade") > 1) return;
      const client = asRequest(request.headers, (requestId) => {
        const found = isOwn ? this.#clientOf(request) : ({ status: "404 Not Found" } as const);
        if (!("status" in found)) return found;
        refuseUpgrade(stream, found, requestId);
        refusals?.note(
          { method: "GET", path: pathOf(url), status: Number(found.status.slice(0, 3)) },
          "websocket",
        );
        return null;
      });
      if (client === null) return;
      this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#connect(socket, request, client));
    };
    server.on("upgrade", onUpgrade);
    this.#detach.push(() => server.off("upgrade", onUpgrade));
  }

  forget(peer: Peer): void {
    this.#pending.delete(peer);
  }

  get isDraining(): boolean {
    return this.#draining;
  }

  /** The first part of the time is the balancer's, which must notice that this node takes no more. */
  async drain(milliseconds: number): Promise<void> {
    this.#draining = true;
    const lead = Math.min(balancerNoticesMs, milliseconds / 2);
    await delay(lead);
    this.#closing = true;
    for (let portions = Math.ceil((milliseconds - lead) / portionMs); portions > 0; portions -= 1) {
      this.#hub.closeSome(Math.ceil(this.#hub.peers.size / portions), restarting);
      await delay(portionMs);
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const timer of this.#timers) clearInterval(timer);
    await waitUntilClosed(this.#hub.closeAll(restarting) as Socket[]);
    for (const detach of this.#detach.splice(0)) detach();
    this.#sockets.close();
  }

  #clientOf(request: IncomingMessage): Client | UpgradeRefusal {
    const { allowOrigin, addressOf, sessionIdOf } = this.#options;
    if (this.#closing) return { status: "503 Service Unavailable", code: "unavailable", retryAfter: 2 };
    if (namesTwoHosts(request)) return { status: "400 Bad Request" };
    // Check the origin before the address is charged: a foreign page must not use up the handshakes of its
    // visitors' address.
    if (allowOrigin?.(request) === false) return { status: "403 Forbidden" };
    const address = addressKey(addressOf?.(request) ?? request.socket.remoteAddress ?? "");
    const payer = this.#admission.payerOf(address, sessionIdOf?.(request) ?? null);
    const retryAfter = this.#admission.refuseHandshake(payer);
    if (retryAfter !== null) return { status: "429 Too Many Requests", code: "rate_limited", retryAfter };
    return { address, payer };
  }

  #connect(socket: Socket, request: IncomingMessage, { address, payer }: Client): void {
    socket.on("error", this.#handlers.error);
    const refuse = (code: number, reason: string): void => {
      socket.send(makeErrorFrame(reason, code), { binary: false });
      socket.close(code, reason);
    };
    const refusal = checkConnectionUrl(request.url ?? "", this.#options);
    if (refusal !== null) return refuse(refusal.code, refusal.reason);
    // Two random numbers of 48 bits, so that clients cannot guess a socket id.
    const socketId = `${randomInt(2 ** 48 - 1)}.${randomInt(2 ** 48 - 1)}`;
    const peer = new Peer(socket, socketId, address, this.#clock());
    // Refuse after the handshake, not with an HTTP status: pusher-js then waits before it reconnects.
    if (!this.#admission.admit(peer, payer)) return refuse(PROTOCOL_CODES.overCapacity, "Over capacity");
    socket.peer = peer;
    this.#hub.peers.set(socketId, peer);
    this.#pending.add(peer);
    socket.on("message", this.#handlers.message);
    socket.on("close", this.#handlers.close);
    const hello = { socket_id: socketId, activity_timeout: Math.ceil(this.#activityTimeout) };
    this.#hub.send(peer, frame("pusher:connection_established", null, JSON.stringify(hello)));
  }

  #pingSilent(): void {
    const now = this.#clock();
    for (const peer of this.#hub.peers.values()) {
      const isPinged = peer.pingedAt !== 0;
      const silentSeconds = (now - (isPinged ? peer.pingedAt : peer.lastSeen)) / 1000;
      if (!this.#isTooLong(peer, silentSeconds, isPinged ? "pongTimeout" : "activityTimeout")) continue;
      if (isPinged) this.#hub.drop(peer, PROTOCOL_CODES.noPong, "Pong reply not received");
      else {
        peer.pingedAt = now;
        this.#hub.send(peer, PING);
      }
    }
  }

  #isTooLong(peer: Peer, silentSeconds: number, timeout: "activityTimeout" | "pongTimeout"): boolean {
    const usual = timeout === "pongTimeout" ? this.#pongTimeout : this.#activityTimeout;
    if (silentSeconds >= usual) return true;
    return silentSeconds >= this.#exactPresence[timeout] && this.#needsExactPresence(peer);
  }

  #needsExactPresence(peer: Peer): boolean {
    for (const { name } of peer.channels.keys())
      if (this.#options.needsExactPresence?.(name) === true) return true;
    return false;
  }

  #closeUnauthorised(): void {
    const deadline = this.#clock() - this.#authoriseTimeout * 1000;
    for (const peer of this.#pending) {
      if (peer.isAuthorised) {
        this.#pending.delete(peer);
        this.#admission.markAuthorised(peer);
      } else if (peer.openedAt > deadline) break;
      else this.#hub.drop(peer, PROTOCOL_CODES.overCapacity, "No channel was authorised in time");
    }
  }
}

interface SocketHandlers {
  message: (this: WebSocket, data: RawData, isBinary: boolean) => void;
  close: (this: WebSocket) => void;
  error: (this: WebSocket, error: Error) => void;
}

/** Handlers that all sockets share, so that a connection needs no closures. */
function createHandlers(
  { hub, protocol }: EndpointParts,
  log: RealtimeLog,
  clock: () => number,
): SocketHandlers {
  return {
    message(data, isBinary) {
      const peer = peerOf(this);
      if (peer === null) return;
      protocol.receive(peer, data as Buffer, isBinary, clock());
    },
    close() {
      const peer = peerOf(this);
      if (peer !== null) hub.remove(peer);
    },
    error(error) {
      // The client caused it (too big a frame, broken UTF-8, a reset), and ws closes the connection.
      log.debug({ err: error, socketId: peerOf(this)?.socketId }, "websocket error");
    },
  };
}

async function waitUntilClosed(sockets: Socket[]): Promise<void> {
  const open = sockets.filter((socket) => socket.readyState !== socket.CLOSED);
  if (open.length === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = open.length;
  for (const socket of open) {
    socket.once("close", () => {
      left -= 1;
      if (left === 0) resolve();
    });
  }
  const forceCloseTimer = setTimeout(() => {
    for (const socket of open) socket.terminate();
  }, CLOSE_WAIT_MS);
  await promise;
  clearTimeout(forceCloseTimer);
}
