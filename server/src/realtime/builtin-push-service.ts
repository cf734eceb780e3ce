import { Limits } from "../limits/limits.ts";
import { Admission } from "./admission.ts";
import { PROTOCOL_CODES, frame } from "./frames.ts";
import { Hub } from "./hub.ts";
import { fitPayload } from "./payload.ts";
import { Protocol, type ProtocolOptions } from "./protocol.ts";
import type { ClientSettings, Presence, PushService, SocketRegistry, Transport } from "./push-service.ts";
import { signChannel, signUser } from "./signature.ts";
import { WebsocketEndpoint, type EndpointOptions } from "./websocket-endpoint.ts";

export interface BuiltinOptions extends ProtocolOptions, EndpointOptions {
  /** What GET config tells clients in addition to the key; by default the page's host, unencrypted. */
  client?: Partial<Omit<ClientSettings, "key">>;
  /** The shared limits; by default new ones. */
  limits?: Limits;
}

/**
 * The built-in push service: the Pusher Channels protocol, version 7, at `/app/{key}`.
 * Source: Pusher docs, "Pusher Channels Protocol".
 */
export function createBuiltinPushService(options: BuiltinOptions): PushService {
  const { log, clock = Date.now } = options;
  const admission = new Admission(options.limits ?? new Limits({ clock }));
  const hub = new Hub({
    log,
    clock,
    onClosed(peer) {
      endpoint.forget(peer);
      admission.release(peer);
    },
  });
  const protocol = new Protocol(hub, admission, options);
  const endpoint = new WebsocketEndpoint({ hub, admission, protocol }, options);
  return {
    transport: createTransport(hub, endpoint, options),
    presence: createPresence(hub),
    sockets: createSocketRegistry(hub, admission, options),
  };
}

function createTransport(hub: Hub, endpoint: WebsocketEndpoint, options: BuiltinOptions): Transport {
  return {
    broadcast(channel, event, data, exceptSocketId) {
      if (hub.audience(channel) === 0) return;
      const json = fitPayload(data, channel, event, options.log);
      if (json === null) return;
      const except = exceptSocketId === undefined ? undefined : hub.peers.get(exceptSocketId);
      hub.deliver(channel, frame(event, channel, json), except ?? null);
    },
    clientSettings: () => ({
      cluster: "eu",
      host: null,
      port: null,
      encrypted: false,
      ...options.client,
      key: options.key,
    }),
    attach: (server) => endpoint.attach(server),
    close: () => endpoint.close(),
  };
}

function createPresence(hub: Hub): Presence {
  return {
    members: (channel) => Promise.resolve(hub.members(channel)),
    updateMember(userId, userInfo, event, exceptSocketId) {
      const except = exceptSocketId === undefined ? undefined : hub.peers.get(exceptSocketId);
      hub.updateMember(userId, userInfo, event, except ?? null);
    },
    onPresence: (listener) => hub.onPresence(listener),
  };
}

function createSocketRegistry(
  hub: Hub,
  admission: Admission,
  { key, secret }: Pick<BuiltinOptions, "key" | "secret">,
): SocketRegistry {
  const { unauthorised } = PROTOCOL_CODES;
  return {
    bindSocket(sessionId, socketId, userId) {
      const peer = hub.peers.get(socketId);
      // The connection is gone, so no client can use what is signed for it.
      if (peer === undefined) return true;
      if (peer.sessionId !== null) return peer.sessionId === sessionId;
      admission.bind(peer, sessionId);
      hub.bind(peer, sessionId, userId);
      return true;
    },
    ownsSocket: (sessionId, socketId) => hub.peers.get(socketId)?.sessionId === sessionId,
    authorise(socketId, channel, presence) {
      if (presence === undefined) return { auth: signChannel(key, secret, socketId, channel) };
      const channelData = JSON.stringify(presence);
      return { auth: signChannel(key, secret, socketId, channel, channelData), channel_data: channelData };
    },
    authoriseUser(socketId, user) {
      const userData = JSON.stringify(user);
      return { auth: signUser(key, secret, socketId, userData), user_data: userData };
    },
    disconnectSession: (sessionId) =>
      hub.dropAll((peer) => peer.sessionId === sessionId, unauthorised, "The session has ended"),
    disconnectUser: (userId) =>
      hub.dropAll((peer) => peer.userId === userId || peer.signedInAs === userId, unauthorised, "Signed out"),
    connectionCount: () => hub.peers.size,
    connectedSessions: () => hub.sessionIds(),
  };
}
