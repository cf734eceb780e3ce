import { randomInt } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { WebSocketServer } from "ws";
import { connectionMaxima } from "../limits/connection.ts";
import { addressKey } from "../limits/address.ts";
import { Limits } from "../limits/limits.ts";
import { Admission, type ChargedClient } from "./admission.ts";
import type { Broadcaster, ClientSettings } from "./broadcaster.ts";
import { PROTOCOL_CODES, PING, makeErrorFrame, frame } from "./frames.ts";
import { Hub } from "./hub.ts";
import { fitPayload } from "./payload.ts";
import { Peer, Socket, peerOf } from "./peer.ts";
import type { ProtocolOptions } from "./protocol.ts";
import { Protocol } from "./protocol.ts";
import { signChannel, signUser } from "./signature.ts";
import { checkConnectionUrl, refuseUpgrade } from "./upgrade.ts";

export interface BuiltinOptions extends ProtocolOptions {
  /** What GET config tells clients beside the key; by default the page's own host, unencrypted. */
  client?: Partial<Omit<ClientSettings, "key">>;
  /** The shared limits; by default new ones. */
  limits?: Limits;
  /** Epoch milliseconds. */
  clock?: () => number;
  /** False refuses the page that opens a connection (403). Channels are guarded by signatures either way. */
  allowOrigin?: (request: IncomingMessage) => boolean;
  /** The client's address, behind proxies too; by default the connection's. */
  addressOf?: (request: IncomingMessage) => string;
  /** The id of the session that the request's cookie names, unverified; by default none. */
  sessionIdOf?: (request: IncomingMessage) => string | null;
  /** Seconds of silence before the server pings. */
  activityTimeout?: number;
  /** Seconds a ping may stay unanswered. */
  pongTimeout?: number;
  /** Seconds until a connection must have authorised a channel. */
  authoriseTimeout?: number;
}

const CLOSE_WAIT_MS = 1500;
/** How long a client may take to complete the closing handshake; known to ws, not yet to its types. */
const CLOSE_TIMEOUT = { closeTimeout: 3000 };

/**
 * The built-in push service: the Pusher Channels protocol, version 7, at `/app/{key}`.
 * Source: Pusher docs, "Pusher Channels Protocol".
 */
export function createBuiltinBroadcaster(options: BuiltinOptions): Broadcaster {
  const { key, secret, log, clock = Date.now } = options;
  const activityTimeout = options.activityTimeout ?? 120;
  const pongTimeout = options.pongTimeout ?? 30;
  const authoriseTimeout = options.authoriseTimeout ?? connectionMaxima.authoriseWithinSeconds.max;
  const addressOf = options.addressOf ?? ((request) => request.socket.remoteAddress ?? "");
  const admission = new Admission(options.limits ?? new Limits({ clock }));
  /** Connections on which no channel is authorised yet, the oldest first. */
  const pending = new Set<Peer>();
  const hub = new Hub({
    log,
    clock,
    onClosed(peer) {
      pending.delete(peer);
      admission.release(peer);
    },
  });
  const protocol = new Protocol(hub, admission, options);
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: connectionMaxima.frameBytes.max,
    WebSocket: Socket,
    ...CLOSE_TIMEOUT,
  });
  const attached: Server[] = [];
  let closing = false;

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const peer = peerOf(this);
    if (peer !== null) protocol.receive(peer, data as Buffer, isBinary, clock());
  }
  function onClose(this: WebSocket): void {
    const peer = peerOf(this);
    if (peer !== null) hub.remove(peer);
  }
  function onError(this: WebSocket, error: Error): void {
    // Too big a frame, broken UTF-8, a reset: the client's fault, and ws closes the connection by itself.
    log.debug({ err: error, socketId: peerOf(this)?.socketId }, "websocket error");
  }

  function onConnection(
    socket: Socket,
    request: IncomingMessage,
    address: string,
    payer: ChargedClient,
  ): void {
    socket.on("error", onError);
    const refuse = (code: number, reason: string): void => {
      socket.send(makeErrorFrame(reason, code), { binary: false });
      socket.close(code, reason);
    };
    const refusal = checkConnectionUrl(request.url ?? "", key);
    if (refusal !== null) return refuse(refusal.code, refusal.reason);
    // Twice 48 random bits: a socket id cannot be guessed.
    const socketId = `${randomInt(2 ** 48 - 1)}.${randomInt(2 ** 48 - 1)}`;
    const peer = new Peer(socket, socketId, address, clock());
    // Told after the handshake, not by an HTTP status: pusher-js then waits before it comes back.
    if (!admission.admit(peer, payer)) return refuse(PROTOCOL_CODES.overCapacity, "Over capacity");
    socket.peer = peer;
    hub.peers.set(socketId, peer);
    pending.add(peer);
    socket.on("message", onMessage);
    socket.on("close", onClose);
    const hello = { socket_id: socketId, activity_timeout: Math.ceil(activityTimeout) };
    hub.send(peer, frame("pusher:connection_established", null, JSON.stringify(hello)));
  }

  function onUpgrade(this: Server, request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (!(request.url ?? "").startsWith("/app/")) {
      // Another handler's upgrade (a development server's). Without another handler it would hang forever.
      if (this.listenerCount("upgrade") === 1) refuseUpgrade(stream, { status: "404 Not Found" });
      return;
    }
    if (closing)
      return refuseUpgrade(stream, { status: "503 Service Unavailable", code: "unavailable", retryAfter: 2 });
    // Before the address pays: a foreign page must not use up the handshakes of its visitors' address.
    if (options.allowOrigin?.(request) === false) return refuseUpgrade(stream, { status: "403 Forbidden" });
    const address = addressKey(addressOf(request));
    const payer = admission.chargedClient(address, options.sessionIdOf?.(request) ?? null);
    const retryAfter = admission.refuseHandshake(payer);
    if (retryAfter !== null)
      return refuseUpgrade(stream, { status: "429 Too Many Requests", code: "rate_limited", retryAfter });
    sockets.handleUpgrade(request, stream, head, (socket) => onConnection(socket, request, address, payer));
  }

  // One timer for all connections instead of one each.
  function pingSilent(): void {
    const now = clock();
    for (const peer of hub.peers.values()) {
      if (peer.pingedAt !== 0) {
        if (now - peer.pingedAt >= pongTimeout * 1000)
          hub.drop(peer, PROTOCOL_CODES.noPong, "Pong reply not received");
      } else if (now - peer.lastSeen >= activityTimeout * 1000) {
        peer.pingedAt = now;
        hub.send(peer, PING);
      }
    }
  }
  function closeUnauthorised(): void {
    const deadline = clock() - authoriseTimeout * 1000;
    for (const peer of pending) {
      if (peer.isAuthorised) {
        pending.delete(peer);
        admission.markAuthorised(peer);
      } else if (peer.openedAt > deadline) break;
      else hub.drop(peer, PROTOCOL_CODES.overCapacity, "No channel was authorised in time");
    }
  }
  const timers = [
    setInterval(pingSilent, Math.min(5, pongTimeout / 2) * 1000),
    setInterval(closeUnauthorised, Math.min(1, authoriseTimeout / 2) * 1000),
    setInterval(() => hub.sendDelayedAnnouncements(), 1000),
  ];
  for (const timer of timers) timer.unref();

  return {
    broadcast(channel, event, data, exceptSocketId) {
      if (hub.audience(channel) === 0) return;
      const json = fitPayload(data, channel, event, log);
      if (json === null) return;
      const except = exceptSocketId === undefined ? undefined : hub.peers.get(exceptSocketId);
      hub.deliver(channel, frame(event, channel, json), except ?? null);
    },
    members: (channel) => Promise.resolve(hub.members(channel)),
    updateMember(userId, userInfo, event, exceptSocketId) {
      const except = exceptSocketId === undefined ? undefined : hub.peers.get(exceptSocketId);
      hub.updateMember(userId, userInfo, event, except ?? null);
    },
    onPresence: (listener) => hub.onPresence(listener),
    disconnectSession: (sessionId) =>
      hub.dropAll(
        (peer) => peer.sessionId === sessionId,
        PROTOCOL_CODES.unauthorised,
        "The session has ended",
      ),
    disconnectUser: (userId) =>
      hub.dropAll(
        (peer) => peer.userId === userId || peer.signedInAs === userId,
        PROTOCOL_CODES.unauthorised,
        "Signed out",
      ),
    connectionCount: () => hub.peers.size,
    connectedSessions: () => hub.sessionIds(),
    clientSettings: () => ({
      cluster: "eu",
      host: null,
      port: null,
      encrypted: false,
      ...options.client,
      key,
    }),
    authorise(socketId, channel, presence) {
      if (presence === undefined) return { auth: signChannel(key, secret, socketId, channel) };
      const channelData = JSON.stringify(presence);
      return { auth: signChannel(key, secret, socketId, channel, channelData), channel_data: channelData };
    },
    authoriseUser(socketId, user) {
      const userData = JSON.stringify(user);
      return { auth: signUser(key, secret, socketId, userData), user_data: userData };
    },
    ownsSocket: (sessionId, socketId) => hub.peers.get(socketId)?.sessionId === sessionId,
    bindSocket(sessionId, socketId, userId) {
      const peer = hub.peers.get(socketId);
      // The connection is gone: nobody can use what is signed for it.
      if (peer === undefined) return true;
      if (peer.sessionId !== null) return peer.sessionId === sessionId;
      admission.bind(peer, sessionId);
      hub.bind(peer, sessionId, userId);
      return true;
    },
    attach(server) {
      server.on("upgrade", onUpgrade);
      attached.push(server);
    },
    async close() {
      closing = true;
      for (const timer of timers) clearInterval(timer);
      await waitUntilClosed(hub.closeAll("The server restarts, reconnect") as Socket[]);
      for (const server of attached.splice(0)) server.off("upgrade", onUpgrade);
      sockets.close();
    },
  };
}

/** Waits for the closing handshakes; after a while the rest is cut. */
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
