import { RateLimiter } from "../limits/rate-limiter.ts";
import { Admission } from "./admission.ts";
import type { Bus } from "./nodes/bus.ts";
import { PROTOCOL_CODES, frame, makeClientFrame } from "./frames.ts";
import { Hub } from "./hub.ts";
import type { NodeTiming } from "./nodes/node-link.ts";
import { BusNodes, singleNode } from "./nodes/nodes.ts";
import { fitPayload } from "./payload.ts";
import { Protocol, type ProtocolOptions } from "./protocol.ts";
import type { Peer } from "./peer.ts";
import type {
  ClientSettings,
  ConnectionRef,
  Presence,
  PushService,
  SocketRegistry,
  Transport,
} from "./push-service.ts";
import { addOwner, signChannel, signUser } from "./signature.ts";
import { WebsocketEndpoint, type EndpointOptions } from "./websocket-endpoint.ts";

export interface BuiltinOptions extends ProtocolOptions, EndpointOptions {
  client?: Partial<Omit<ClientSettings, "key">>;
  rateLimiter?: RateLimiter;
  /** Connects this node with others; null or missing: it is the only one. */
  bus?: Bus | null;
  timing?: NodeTiming;
}

/** The Pusher Channels protocol, version 7, at `/app/{key}`, for all nodes together. */
export async function createBuiltinPushService(options: BuiltinOptions): Promise<PushService> {
  const { log, clock = Date.now, bus = null } = options;
  const admission = new Admission(options.rateLimiter ?? new RateLimiter({ clock }));
  const nodes =
    bus === null ? null : new BusNodes({ bus, log, clock, onWhisper: relayWhisper, timing: options.timing });
  const hub = new Hub({
    log,
    clock,
    onClosed(peer) {
      endpoint.forget(peer);
      admission.release(peer);
    },
    ...(nodes === null ? {} : { observer: nodes.channels }),
  });
  const protocol = new Protocol(hub, admission, options, nodes);
  const endpoint = new WebsocketEndpoint({ hub, admission, protocol }, options);
  const parts: Parts = { hub, admission, endpoint, nodes, clock, options };
  const sockets = createSocketRegistry(parts);
  function relayWhisper(channel: string, event: string, data: unknown, userId: string | null): void {
    // Checked here too: this node may have received an option before the sender's node.
    const verdict = options.onClientEvent?.({ channel, event, data, userId }) ?? true;
    if (verdict === false) return;
    hub.deliver(
      channel,
      makeClientFrame(event, channel, verdict === true ? data : verdict.data, userId),
      null,
    );
  }
  if (nodes !== null) {
    handleMessagesOfNodes(nodes, hub);
    await nodes.start(hub);
  }
  return {
    transport: createTransport(parts),
    presence: createPresence(parts),
    sockets,
    nodes: nodes ?? singleNode,
  };
}

interface Parts {
  hub: Hub;
  admission: Admission;
  endpoint: WebsocketEndpoint;
  nodes: BusNodes | null;
  clock: () => number;
  options: BuiltinOptions;
}

function createTransport({ hub, endpoint, nodes, options }: Parts): Transport {
  return {
    broadcast(channel, event, data, except) {
      if (nodes === null && hub.audience(channel) === 0) return;
      const json = fitPayload(data, channel, event, options.log);
      if (json === null) return;
      const bytes = frame(event, channel, json);
      hub.deliver(channel, bytes, ownedPeer(hub, except));
      nodes?.publishEvent(channel, bytes, except);
    },
    clientSettings: () => ({
      cluster: "eu",
      host: null,
      port: null,
      encrypted: false,
      ...options.client,
      key: options.key,
    }),
    attach: (server, refusals) => endpoint.attach(server, refusals),
    drain: (milliseconds) => endpoint.drain(milliseconds),
    isDraining: () => endpoint.isDraining,
    async close() {
      await endpoint.close();
      await nodes?.close();
    },
  };
}

function ownedPeer(hub: Hub, named: ConnectionRef | undefined): Peer | null {
  const peer = named === undefined ? undefined : hub.peers.get(named.socketId);
  return peer !== undefined && peer.sessionId === named?.sessionId ? peer : null;
}

function createPresence({ hub, nodes }: Parts): Presence {
  return {
    members: async (channel) => (nodes === null ? hub.members(channel) : nodes.channels.users(channel)),
    updateMember(userId, userInfo, event, except) {
      hub.updateMember(userId, userInfo, event, ownedPeer(hub, except));
      const change: MemberChange = { userId, userInfo, event, except: except ?? null };
      nodes?.send(kinds.memberChange, change);
    },
    onPresence: (listener) => hub.onPresence(listener),
    recordSeen: (channel, userId, until) => nodes?.channels.members.recordSeen(channel, userId, until),
    lastSeen: async (channel, userId) => nodes?.channels.members.lastSeen(channel, userId) ?? null,
    seenElsewhere: async (channel, since) => nodes?.channels.members.readSeen(channel, since) ?? [],
  };
}

const kinds = {
  memberChange: "member",
  sessionEnd: "session ended",
  userEnd: "user ended",
  channelEnd: "channel ended",
  subscriptionsEnd: "subscriptions ended",
} as const;

interface ChannelEnd {
  channel: string;
  lastEvent: string;
}

interface MemberChange {
  userId: string;
  userInfo: unknown;
  event: string;
  except: ConnectionRef | null;
}

function handleMessagesOfNodes(nodes: BusNodes, hub: Hub): void {
  nodes.on(kinds.memberChange, (data) => {
    const { userId, userInfo, event, except } = data as MemberChange;
    hub.updateMember(userId, userInfo, event, ownedPeer(hub, except ?? undefined));
  });
  nodes.on(kinds.sessionEnd, (data) => {
    nodes.recordEnd(data as string);
    dropSession(hub, data as string);
  });
  nodes.on(kinds.subscriptionsEnd, (data) => {
    const { channels, except } = data as { channels: string[]; except: string | null };
    hub.endSubscriptions(channels, except);
  });
  nodes.on(kinds.userEnd, (data) => {
    nodes.recordEnd(data as string);
    dropUser(hub, data as string);
  });
  nodes.on(kinds.channelEnd, (data) => closeChannel(hub, data as ChannelEnd));
}

function closeChannel(hub: Hub, { channel, lastEvent }: ChannelEnd): void {
  hub.deliver(channel, frame(lastEvent, channel, "{}"), null);
  hub.clear(channel);
}

function dropSession(hub: Hub, sessionId: string): void {
  hub.dropAll((peer) => peer.sessionId === sessionId, PROTOCOL_CODES.unauthorised, "The session has ended");
}

function dropUser(hub: Hub, userId: string): void {
  hub.dropAll(
    (peer) => peer.userId === userId || peer.signedInAs === userId,
    PROTOCOL_CODES.unauthorised,
    "Signed out",
  );
}

function createSocketRegistry({ hub, admission, nodes, clock, options }: Parts): SocketRegistry {
  const { key, secret } = options;
  const forNode = (socketId: string, auth: string, owner?: { sessionId: string; userId: string }) =>
    nodes === null || owner === undefined || hub.peers.has(socketId)
      ? auth
      : addOwner(secret, auth, { ...owner, signedAt: clock() });
  return {
    bindSocket(sessionId, socketId, userId) {
      const peer = hub.peers.get(socketId);
      // The connection is gone, so no client can use what is signed for it; or another node binds it.
      if (peer === undefined) return true;
      if (peer.sessionId !== null) return peer.sessionId === sessionId;
      admission.bind(peer, sessionId);
      hub.bind(peer, sessionId, userId);
      return true;
    },
    ownsSocket(sessionId, socketId) {
      const peer = hub.peers.get(socketId);
      return peer === undefined ? nodes !== null : peer.sessionId === sessionId;
    },
    authorise(socketId, channel, presence, owner) {
      if (presence === undefined)
        return { auth: forNode(socketId, signChannel(key, secret, socketId, channel), owner) };
      const channelData = JSON.stringify(presence);
      const auth = signChannel(key, secret, socketId, channel, channelData);
      return { auth: forNode(socketId, auth, owner), channel_data: channelData };
    },
    authoriseUser(socketId, user, owner) {
      const userData = JSON.stringify(user);
      return {
        auth: forNode(socketId, signUser(key, secret, socketId, userData), owner),
        user_data: userData,
      };
    },
    disconnectSession(sessionId) {
      nodes?.recordEnd(sessionId);
      dropSession(hub, sessionId);
      nodes?.send(kinds.sessionEnd, sessionId);
    },
    disconnectUser(userId) {
      nodes?.recordEnd(userId);
      dropUser(hub, userId);
      nodes?.send(kinds.userEnd, userId);
    },
    closeChannel(channel, lastEvent) {
      closeChannel(hub, { channel, lastEvent });
      nodes?.send(kinds.channelEnd, { channel, lastEvent } satisfies ChannelEnd);
    },
    endSubscriptions(channels, except) {
      hub.endSubscriptions(channels, except);
      nodes?.send(kinds.subscriptionsEnd, { channels, except });
    },
    connectionCount: () => hub.peers.size,
    openBoards: () => hub.channelNames().filter((name) => name.startsWith("presence-")).length,
    connectedSessions: () => hub.sessionIds(),
  };
}
