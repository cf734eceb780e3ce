import Pusher from "pusher";
import type { Broadcaster, ClientSettings, RealtimeLog } from "./broadcaster.ts";
import { SendQueue } from "./send-queue.ts";
import { fitPayload } from "./payload.ts";

export interface HostedOptions {
  appId: string;
  key: string;
  secret: string;
  /** The provider's region; "eu" by default. */
  cluster?: string;
  log: RealtimeLog;
  /** Another provider of the same protocol (or a test server) instead of Pusher; port null: the scheme's default. */
  api?: { host: string; port: number | null; useTLS: boolean } | null;
  /** The address for clients; by default the one above, or that of Pusher: encrypted, port 443. */
  client?: Partial<Omit<ClientSettings, "key" | "cluster">>;
  /** Milliseconds before a call is given up. */
  timeout?: number;
}

/** Connections whose session is remembered. The oldest is forgotten first; it then only gets its own events too. */
const REMEMBERED_SOCKETS = 50_000;

/**
 * The hosted push provider, through its official server library.
 * Source: Pusher docs, "HTTP API reference".
 */
export function createHostedBroadcaster(options: HostedOptions): Broadcaster {
  const { appId, key, secret, cluster = "eu", log, api = null, timeout = 5000 } = options;
  const common = { appId, key, secret, timeout };
  const port = api === null ? 443 : (api.port ?? (api.useTLS ? 443 : 80));
  const pusher = new Pusher(
    api === null
      ? { ...common, cluster, useTLS: true }
      : { ...common, host: api.host, port: String(port), useTLS: api.useTLS },
  );
  const queue = new SendQueue(log, (batch) => pusher.triggerBatch(batch));
  const owners = new Map<string, { sessionId: string; userId: string }>();

  function terminate(userId: string): void {
    pusher.terminateUserConnections(encodeURIComponent(userId)).catch((error: unknown) => {
      log.error({ err: error, userId }, "the push provider could not end a user's connections");
    });
  }

  return {
    broadcast(channel, event, data, exceptSocketId) {
      const json = fitPayload(data, channel, event, log);
      if (json === null) return;
      const except = exceptSocketId === undefined ? {} : { socket_id: exceptSocketId };
      queue.push({ channel, name: event, data: json, ...except });
    },
    async members(channel) {
      const response = await pusher.get({ path: `/channels/${encodeURIComponent(channel)}/users` });
      const { users } = (await response.json()) as { users: { id: unknown }[] };
      return users.map(({ id }) => String(id));
    },
    updateMember: () => undefined,
    connectionCount: () => 0,
    connectedSessions: () => [],
    // The provider tells joins and leaves by webhook only, which needs a public address: nothing is derived.
    onPresence: () => () => undefined,
    disconnectSession(sessionId, userId) {
      const known = userId ?? [...owners.values()].find((owner) => owner.sessionId === sessionId)?.userId;
      for (const [socketId, owner] of owners) if (owner.sessionId === sessionId) owners.delete(socketId);
      if (known !== undefined) terminate(known);
    },
    disconnectUser(userId) {
      for (const [socketId, owner] of owners) if (owner.userId === userId) owners.delete(socketId);
      terminate(userId);
    },
    clientSettings: () => ({
      host: api?.host ?? `ws-${cluster}.pusher.com`,
      port,
      encrypted: api?.useTLS ?? true,
      ...options.client,
      key,
      cluster,
    }),
    authorise(socketId, channel, presence) {
      // The library's type wants an object here; the protocol takes any JSON.
      return pusher.authorizeChannel(socketId, channel, presence as Pusher.PresenceChannelData | undefined);
    },
    authoriseUser(socketId, user) {
      return pusher.authenticateUser(socketId, user);
    },
    ownsSocket: (sessionId, socketId) => owners.get(socketId)?.sessionId === sessionId,
    bindSocket(sessionId, socketId, userId) {
      const owner = owners.get(socketId);
      if (owner !== undefined && owner.sessionId !== sessionId) return false;
      owners.delete(socketId);
      owners.set(socketId, { sessionId, userId });
      if (owners.size > REMEMBERED_SOCKETS) {
        const [oldest] = owners.keys();
        if (oldest !== undefined) owners.delete(oldest);
      }
      return true;
    },
    attach: () => undefined,
    close: () => queue.close(),
  };
}
