import { randomInt } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { WebSocketServer } from "ws";
import type { Broadcaster, ClientSettings } from "./broadcaster.ts";
import { CODES, PING, errorFrame, frame } from "./frames.ts";
import { Hub, Peer, Socket, peerOf } from "./hub.ts";
import { fitPayload } from "./payload.ts";
import type { ProtocolOptions } from "./protocol.ts";
import { FRAMES_AT_ONCE, Protocol, WHISPERS_A_SECOND } from "./protocol.ts";
import { signChannel, signUser } from "./signature.ts";

export interface BuiltinOptions extends ProtocolOptions {
  /** What GET config tells clients beside the key; by default the page's own host, unencrypted. */
  client?: Partial<Omit<ClientSettings, "key">>;
  /** False refuses the page that opens a connection (403). Channels are guarded by signatures either way. */
  allowOrigin?: (origin: string | undefined, request: IncomingMessage) => boolean;
  /** Seconds of silence before the server pings. */
  activityTimeout?: number;
  /** Seconds a ping may stay unanswered. */
  pongTimeout?: number;
  /** Connections at once; the next one is told to come back later (4100). */
  maxConnections?: number;
}

const MAX_FRAME_BYTES = 16 * 1024;
const CLOSE_PATIENCE_MS = 1500;
const SUPPORTED_PROTOCOL = "7";
/** How long a client may take to say goodbye; known to ws, not yet to its types. */
const CLOSE_TIMEOUT = { closeTimeout: 3000 };

/**
 * The built-in push service: the Pusher Channels protocol, version 7, at `/app/{key}`.
 * Source: Pusher docs, "Pusher Channels Protocol".
 */
export function createBuiltinBroadcaster(options: BuiltinOptions): Broadcaster {
  const { key, secret, log } = options;
  const activityTimeout = options.activityTimeout ?? 120;
  const pongTimeout = options.pongTimeout ?? 30;
  const maxConnections = options.maxConnections ?? 50_000;
  const hub = new Hub(log);
  const protocol = new Protocol(hub, options);
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    WebSocket: Socket,
    ...CLOSE_TIMEOUT,
  });
  const attached: Server[] = [];
  let closing = false;

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const peer = peerOf(this);
    if (peer !== null) protocol.receive(peer, data as Buffer, isBinary, Date.now());
  }
  function onClose(this: WebSocket): void {
    const peer = peerOf(this);
    if (peer !== null) hub.remove(peer);
  }
  function onError(this: WebSocket, error: Error): void {
    // Too big a frame, broken UTF-8, a reset: the client's doing, and ws closes the connection itself.
    log.debug({ err: error, socketId: peerOf(this)?.socketId }, "websocket error");
  }

  function onConnection(socket: Socket, request: IncomingMessage): void {
    socket.on("error", onError);
    const refusal = refusalOf(request.url ?? "", key, hub.peers.size >= maxConnections);
    if (refusal !== null) {
      socket.send(errorFrame(refusal.reason, refusal.code), { binary: false });
      socket.close(refusal.code, refusal.reason);
      return;
    }
    // Twice 48 random bits: whoever does not hold the connection cannot name it.
    const socketId = `${randomInt(2 ** 48 - 1)}.${randomInt(2 ** 48 - 1)}`;
    const peer = new Peer(socket, socketId, Date.now(), FRAMES_AT_ONCE, WHISPERS_A_SECOND);
    socket.peer = peer;
    hub.peers.set(socketId, peer);
    socket.on("message", onMessage);
    socket.on("close", onClose);
    const hello = { socket_id: socketId, activity_timeout: Math.ceil(activityTimeout) };
    hub.send(peer, frame("pusher:connection_established", null, JSON.stringify(hello)));
  }

  function onUpgrade(this: Server, request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (!(request.url ?? "").startsWith("/app/")) {
      // Somebody else's upgrade (a development server's); without anybody else it would hang for ever.
      if (this.listenerCount("upgrade") === 1) refuseUpgrade(stream, "404 Not Found");
      return;
    }
    if (closing) return refuseUpgrade(stream, "503 Service Unavailable");
    if (options.allowOrigin?.(request.headers.origin, request) === false) {
      return refuseUpgrade(stream, "403 Forbidden");
    }
    sockets.handleUpgrade(request, stream, head, onConnection);
  }

  // One timer for all connections instead of one each.
  function sweep(): void {
    const now = Date.now();
    for (const peer of hub.peers.values()) {
      if (peer.pingedAt !== 0) {
        if (now - peer.pingedAt >= pongTimeout * 1000)
          hub.drop(peer, CODES.noPong, "Pong reply not received");
      } else if (now - peer.lastSeen >= activityTimeout * 1000) {
        peer.pingedAt = now;
        hub.send(peer, PING);
      }
    }
  }
  const sweeper = setInterval(sweep, Math.min(5, pongTimeout / 2) * 1000);
  sweeper.unref();

  function end(matches: (peer: Peer) => boolean, reason: string): void {
    for (const peer of hub.peers.values()) if (matches(peer)) hub.drop(peer, CODES.unauthorised, reason);
  }

  return {
    broadcast(channel, event, data, exceptSocketId) {
      if (!hub.hasListeners(channel)) return;
      const json = fitPayload(data, channel, event, log);
      if (json === null) return;
      const except = exceptSocketId === undefined ? undefined : hub.peers.get(exceptSocketId);
      hub.deliver(channel, frame(event, channel, json), except ?? null);
    },
    members: (channel) => Promise.resolve(hub.members(channel)),
    onPresence: (listener) => hub.onPresence(listener),
    endSession: (sessionId) => end((peer) => peer.sessionId === sessionId, "The session has ended"),
    endUser: (userId) => end((peer) => peer.userId === userId || peer.signedInAs === userId, "Signed out"),
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
    noteSocket(sessionId, socketId, userId) {
      const peer = hub.peers.get(socketId);
      // A connection that is gone: what is signed for it is of use to nobody.
      if (peer === undefined) return true;
      if (peer.sessionId !== null && peer.sessionId !== sessionId) return false;
      peer.sessionId = sessionId;
      peer.userId = userId;
      return true;
    },
    attach(server) {
      server.on("upgrade", onUpgrade);
      attached.push(server);
    },
    async close() {
      closing = true;
      clearInterval(sweeper);
      await allClosed(hub.dismissAll("The server restarts, reconnect"));
      for (const server of attached.splice(0)) server.off("upgrade", onUpgrade);
      sockets.close();
    },
  };
}

/** Answers an upgrade that is not taken, and lets go of its socket. */
function refuseUpgrade(stream: Duplex, status: string): void {
  // Nobody else listens on an upgraded socket: a reset without this would end the process.
  stream.on("error", () => stream.destroy());
  stream.once("finish", () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Why a connection cannot be taken, by its address `/app/{key}?protocol=7`, or null when it can. */
function refusalOf(url: string, key: string, full: boolean): { code: number; reason: string } | null {
  const [path = "", query = ""] = url.split("?", 2);
  if (path !== `/app/${encodeURIComponent(key)}` && path !== `/app/${key}`) {
    return /^\/app\/[^/]+$/.test(path)
      ? { code: CODES.unknownKey, reason: "Application does not exist" }
      : { code: CODES.pathNotFound, reason: "Path not found" };
  }
  const version = new URLSearchParams(query).get("protocol");
  if (version === null) return { code: CODES.noVersion, reason: "No protocol version supplied" };
  if (!/^\d{1,3}$/.test(version))
    return { code: CODES.badVersionFormat, reason: "Invalid version string format" };
  if (version !== SUPPORTED_PROTOCOL) {
    return { code: CODES.unsupportedVersion, reason: "Unsupported protocol version, 7 is needed" };
  }
  return full ? { code: CODES.overCapacity, reason: "Over capacity" } : null;
}

/** Waits for the closing handshakes, not longer than is polite: then the rest is cut. */
async function allClosed(sockets: Socket[]): Promise<void> {
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
  const impatience = setTimeout(() => {
    for (const socket of open) socket.terminate();
  }, CLOSE_PATIENCE_MS);
  await promise;
  clearTimeout(impatience);
}
