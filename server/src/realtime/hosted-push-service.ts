import Pusher from "pusher";
import { channelKind } from "./channel-names.ts";
import { singleNode } from "./nodes/nodes.ts";
import type { ClientSettings, PushService, RealtimeLog, SocketRegistry, Transport } from "./push-service.ts";
import { SendQueue } from "./send-queue.ts";
import { fitPayload } from "./payload.ts";
import { agentFor, noProxies, type Proxies, proxyFor } from "../outgoing/proxy.ts";

export interface HostedOptions {
  appId: string;
  key: string;
  secret: string;
  cluster?: string;
  log: RealtimeLog;
  /** Another provider of the protocol, or a test server; port null: the scheme's default. */
  api?: { host: string; port: number | null; useTLS: boolean } | null;
  proxies?: Proxies;
  client?: Partial<Omit<ClientSettings, "key" | "cluster">>;
  timeout?: number;
}

/** A connection beyond this number also gets the events of its own commands. */
const REMEMBERED_SOCKETS = 50_000;
const channelsPerSocket = 100;

export function createHostedPushService(options: HostedOptions): PushService {
  const { appId, key, secret, cluster = "eu", api = null, timeout = 5000, proxies = noProxies } = options;
  const port = portOf(api);
  const host = api?.host ?? `api-${cluster}.pusher.com`;
  const useTLS = api?.useTLS ?? true;
  const address = new URL(`${useTLS ? "https" : "http"}://${host}:${port}`);
  const agent = agentFor(address, proxyFor(address, proxies));
  const pusher = new Pusher({ appId, key, secret, timeout, host, port: String(port), useTLS, agent });
  const transport = createTransport(pusher, options);
  return {
    transport,
    presence: {
      members: sharedWhileAsked((channel) => membersOf(pusher, channel)),
      updateMember: () => undefined,
      // The provider reports joins and leaves by webhook only, which needs a public address.
      onPresence: () => () => undefined,
      recordSeen: () => undefined,
      lastSeen: () => Promise.resolve(null),
      seenElsewhere: () => Promise.resolve([]),
    },
    sockets: createSocketRegistry(pusher, options.log, transport),
    nodes: singleNode,
  };
}

/** Those who ask while a question is under way share its answer: each concealed vote asks who is present. */
function sharedWhileAsked<T>(ask: (channel: string) => Promise<T>): (channel: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (channel) => {
    const known = answers.get(channel);
    if (known !== undefined) return known;
    const answer = ask(channel);
    answers.set(channel, answer);
    const forget = () => answers.delete(channel);
    answer.then(forget, forget);
    return answer;
  };
}

async function membersOf(pusher: Pusher, channel: string): Promise<string[]> {
  const response = await pusher.get({ path: `/channels/${encodeURIComponent(channel)}/users` });
  const { users } = (await response.json()) as { users: { id: unknown }[] };
  return users.map(({ id }) => String(id));
}

function portOf(api: HostedOptions["api"]): number {
  if (api === null || api === undefined) return 443;
  return api.port ?? (api.useTLS ? 443 : 80);
}

function createTransport(
  pusher: Pusher,
  { key, cluster = "eu", log, api, client }: HostedOptions,
): Transport {
  const queue = new SendQueue(log, (batch) => pusher.triggerBatch(batch));
  return {
    broadcast(channel, event, data, except) {
      const json = fitPayload(data, channel, event, log);
      if (json === null) return;
      const skipped = except === undefined ? {} : { socket_id: except.socketId };
      queue.push({ channel, name: event, data: json, ...skipped });
    },
    clientSettings: () => ({
      host: api?.host ?? `ws-${cluster}.pusher.com`,
      port: portOf(api),
      encrypted: api?.useTLS ?? true,
      ...client,
      key,
      cluster,
    }),
    attach: () => undefined,
    drain: () => Promise.resolve(),
    isDraining: () => false,
    close: () => queue.close(),
  };
}

function createSocketRegistry(pusher: Pusher, log: RealtimeLog, transport: Transport): SocketRegistry {
  const owners = new Map<string, { sessionId: string; userId: string; channels: Set<string> }>();

  function terminate(userId: string): void {
    pusher.terminateUserConnections(encodeURIComponent(userId)).catch((error: unknown) => {
      log.error({ err: error, userId }, "the push provider could not end a user's connections");
    });
  }

  return {
    bindSocket(sessionId, socketId, userId) {
      const owner = owners.get(socketId);
      if (owner !== undefined && owner.sessionId !== sessionId) return false;
      owners.delete(socketId);
      owners.set(socketId, { sessionId, userId, channels: owner?.channels ?? new Set() });
      if (owners.size > REMEMBERED_SOCKETS) {
        const [oldest] = owners.keys();
        if (oldest !== undefined) owners.delete(oldest);
      }
      return true;
    },
    ownsSocket: (sessionId, socketId) => owners.get(socketId)?.sessionId === sessionId,
    authorise(socketId, channel, presence) {
      const { channels } = owners.get(socketId) ?? {};
      if (channels !== undefined && channels.size < channelsPerSocket) channels.add(channel);
      // The library's type wants an object here; the protocol takes any JSON.
      return pusher.authorizeChannel(socketId, channel, presence as Pusher.PresenceChannelData | undefined);
    },
    authoriseUser: (socketId, user) => pusher.authenticateUser(socketId, user),
    disconnectSession(sessionId, userId) {
      const known = userId ?? [...owners.values()].find((owner) => owner.sessionId === sessionId)?.userId;
      for (const [socketId, owner] of owners) if (owner.sessionId === sessionId) owners.delete(socketId);
      if (known !== undefined) terminate(known);
    },
    disconnectUser(userId) {
      for (const [socketId, owner] of owners) if (owner.userId === userId) owners.delete(socketId);
      terminate(userId);
    },
    closeChannel: (channel, lastEvent) => transport.broadcast(channel, lastEvent, {}),
    endSubscriptions(channels, except) {
      const users = new Set<string>();
      for (const owner of owners.values())
        if (channels.some((channel) => owner.channels.has(channel))) users.add(owner.userId);
      for (const userId of users) if (userId !== except) this.disconnectUser(userId);
      // Another server, or this one before its last start, may have let users in: the provider has the list.
      const end = async (channel: string) => {
        for (const userId of await membersOf(pusher, channel))
          if (userId !== except && !users.has(userId)) this.disconnectUser(userId);
      };
      for (const channel of channels)
        if (channelKind(channel) === "presence")
          end(channel).catch((error: unknown) =>
            log.error(
              { err: error, channel },
              "the push provider did not say who is on a board; some may still get its events until they reload the page",
            ),
          );
    },
    connectionCount: () => 0,
    openBoards: () => 0,
    connectedSessions: () => [],
  };
}
