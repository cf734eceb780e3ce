import type { RedisClientOptions } from "redis";

type Receive = (message: string, channel: string) => void;

export interface RedisConnection {
  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string, receive: Receive): Promise<unknown>;
  unsubscribe(channel: string, receive: Receive): Promise<unknown>;
  setFields(key: string, fields: Record<string, string>, keptMs: number): Promise<unknown>;
  deleteFields(key: string, fields: string[]): Promise<unknown>;
  readFields(key: string): Promise<Record<string, string>>;
  setValue(key: string, value: string, keptMs: number): Promise<unknown>;
  readValue(key: string): Promise<string | null>;
  close(): Promise<void>;
}

type OnChange = (connected: boolean, error: unknown) => void;

const connectTimeoutMs = 5_000;
const pingMs = 3_000;
const silenceMs = 8_000;
const longestPauseMs = 1_000;
const oldestVersion = 7;

export class RedisVersionError extends Error {}

const shared = {
  RESP: 3,
  // A command fails at once while Redis is away: nothing waits for it, and no queue grows.
  disableOfflineQueue: true,
  commandsQueueMaxLength: 50_000,
  pingInterval: pingMs,
} as const;

const pauseBefore = (retries: number) => Math.min(50 * 2 ** retries, longestPauseMs) * (0.5 + Math.random());

export async function connectRedis(url: string, onChange: OnChange): Promise<RedisConnection> {
  const { createClient } = await import("redis");
  // Until the first connection, an error ends the start.
  let isStarted = false;
  const client = createClient({
    ...shared,
    url,
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (retries) => isStarted && pauseBefore(retries),
    },
  });
  client.on("error", (error: unknown) => onChange(false, error));
  client.on("ready", () => onChange(true, null));
  await client.connect();
  try {
    if (await isCluster(client)) {
      client.destroy();
      return await connectCluster(url, onChange);
    }
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  }
  isStarted = true;
  return {
    publish: (channel, message) => client.sPublish(channel, message),
    subscribe: (channel, receive) => client.sSubscribe(channel, receive),
    unsubscribe: (channel, receive) => client.sUnsubscribe(channel, receive),
    setFields: (key, fields, keptMs) => client.multi().hSet(key, fields).pExpire(key, keptMs).exec(),
    deleteFields: (key, fields) => client.hDel(key, fields),
    readFields: (key) => client.hGetAll(key),
    setValue: (key, value, keptMs) => client.set(key, value, { expiration: { type: "PX", value: keptMs } }),
    readValue: (key) => client.get(key),
    async close() {
      client.destroy();
    },
  };
}

async function isCluster(client: { info(section: string): Promise<string> }): Promise<boolean> {
  const version = Number(/^redis_version:(\d+)/m.exec(await client.info("server"))?.[1]);
  if (!(version >= oldestVersion))
    throw new RedisVersionError(`it is older than Redis ${oldestVersion}, which sharded pub/sub needs`);
  return /^cluster_enabled:1/m.test(await client.info("cluster"));
}

/** The address names any node of the cluster; user, password and TLS are the same for all. */
async function connectCluster(url: string, onChange: OnChange): Promise<RedisConnection> {
  const { createCluster } = await import("redis");
  const { username, password, protocol } = new URL(url);
  const socket = {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceMs,
    reconnectStrategy: pauseBefore,
  };
  const defaults: Partial<RedisClientOptions> = {
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    disableOfflineQueue: true,
    commandsQueueMaxLength: shared.commandsQueueMaxLength,
    pingInterval: pingMs,
    socket: protocol === "rediss:" ? { ...socket, tls: true } : socket,
  };
  const cluster = createCluster({
    RESP: 3,
    rootNodes: [{ url }],
    defaults: defaults,
    topologyRefreshOnReconnectionAttemptStrategy: 1_000,
  });
  const broken = new Set<string>();
  const repaired = ({ host, port }: { host: string; port: number }) => {
    if (broken.delete(`${host}:${port}`) && broken.size === 0) onChange(true, null);
  };
  cluster.on("error", () => undefined);
  cluster.on("node-error", (error: unknown, { host, port }: { host: string; port: number }) => {
    broken.add(`${host}:${port}`);
    onChange(false, error);
  });
  cluster.on("node-ready", repaired);
  cluster.on("node-disconnect", repaired);
  await cluster.connect();
  return {
    publish: (channel, message) => cluster.sPublish(channel, message),
    subscribe: (channel, receive) => cluster.sSubscribe(channel, receive),
    unsubscribe: (channel, receive) => cluster.sUnsubscribe(channel, receive),
    setFields: (key, fields, keptMs) => cluster.multi().hSet(key, fields).pExpire(key, keptMs).exec(),
    deleteFields: (key, fields) => cluster.hDel(key, fields),
    readFields: (key) => cluster.hGetAll(key),
    setValue: (key, value, keptMs) => cluster.set(key, value, { expiration: { type: "PX", value: keptMs } }),
    readValue: (key) => cluster.get(key),
    async close() {
      cluster.destroy();
    },
  };
}
