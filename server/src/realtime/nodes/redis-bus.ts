import type { Bus, BusState } from "./bus.ts";
import type { RealtimeLog } from "../push-service.ts";
import { connectRedis, type RedisConnection } from "./redis-connection.ts";

interface RedisBusOptions {
  url: string;
  /** Separates the installations that share a Redis. */
  prefix: string;
  log: RealtimeLog;
}

/** Sharded pub/sub of Redis 7 or Valkey: a topic and its table are on one shard of a cluster. */
export async function createRedisBus({ url, prefix, log }: RedisBusOptions): Promise<Bus> {
  const bus = new RedisBus(prefix, log);
  // The failure of the first connection ends the start, which reports it.
  let isStarted = false;
  const redis = await connectRedis(url, (connected, error) => {
    if (isStarted) bus.connectionChanged(connected, error);
  });
  isStarted = true;
  bus.start(redis);
  return bus;
}

class RedisBus implements Bus {
  connected = true;
  readonly #prefix: string;
  readonly #log: RealtimeLog;
  #redis!: RedisConnection;
  readonly #listeners = new Set<(connected: boolean) => void>();
  readonly #topics = new Map<string, { listener: (message: string) => void; isActive: boolean }>();
  #hasMissed = false;
  readonly #counts = { losses: 0, published: 0, received: 0, failed: 0, refused: 0 };
  #refusesWrites = false;

  constructor(prefix: string, log: RealtimeLog) {
    this.#prefix = prefix;
    this.#log = log;
  }

  start(redis: RedisConnection): void {
    this.#redis = redis;
  }

  onChange(listener: (connected: boolean) => void): void {
    this.#listeners.add(listener);
  }

  publish(topic: string, message: string): void {
    this.#counts.published += 1;
    void this.#publish(this.#key(topic), message);
  }

  async #publish(key: string, message: string): Promise<void> {
    try {
      await this.#redis.publish(key, message);
      if (!this.#hasMissed || !this.connected) return;
      this.#hasMissed = false;
      this.#notify(true);
    } catch (error) {
      this.#counts.failed += 1;
      this.#hasMissed = true;
      this.#logFailure(error);
    }
  }

  async subscribe(topic: string, listener: (message: string) => void): Promise<void> {
    const entry = { listener, isActive: false };
    this.#topics.set(topic, entry);
    await this.#redis.subscribe(this.#key(topic), this.#receive);
    entry.isActive = true;
  }

  unsubscribe(topic: string): void {
    if (this.#topics.delete(topic)) this.#run(this.#redis.unsubscribe(this.#key(topic), this.#receive));
  }

  setFields(topic: string, fields: Record<string, string>, keptMs: number): void {
    if (Object.keys(fields).length > 0)
      this.#write(this.#redis.setFields(`${this.#key(topic)}:table`, fields, keptMs));
  }

  deleteFields(topic: string, fields: string[]): void {
    if (fields.length > 0) this.#run(this.#redis.deleteFields(`${this.#key(topic)}:table`, fields));
  }

  readFields(topic: string): Promise<Record<string, string>> {
    return this.#redis.readFields(`${this.#key(topic)}:table`);
  }

  setValue(key: string, value: string, keptMs: number): void {
    this.#write(this.#redis.setValue(`${this.#key(key)}:value`, value, keptMs));
  }

  readValue(key: string): Promise<string | null> {
    return this.#redis.readValue(`${this.#key(key)}:value`);
  }

  state(): BusState {
    return { connected: this.connected, subscriptions: this.#topics.size, ...this.#counts };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#redis.close();
  }

  connectionChanged(connected: boolean, error: unknown): void {
    if (connected === this.connected) return;
    this.connected = connected;
    if (!connected) {
      this.#counts.losses += 1;
      this.#log.warn(
        { err: error },
        "Redis is away: users of other nodes miss live updates until it is back; boards work, and browsers catch up by themselves",
      );
      for (const entry of this.#topics.values()) entry.isActive = false;
      this.#notify(false);
      return;
    }
    void this.#goOn();
  }

  async #goOn(): Promise<void> {
    await this.#subscribeAgain();
    if (!this.connected) return;
    this.#log.info({}, "Redis is back");
    this.#hasMissed = false;
    this.#notify(true);
  }

  /** The client subscribes again by itself; this covers what was asked for while Redis was away. */
  async #subscribeAgain(): Promise<void> {
    const topics = [...this.#topics].filter(([, { isActive }]) => !isActive);
    await Promise.all(
      topics.map(async ([topic, entry]) => {
        try {
          await this.#redis.subscribe(this.#key(topic), this.#receive);
          entry.isActive = true;
        } catch (error) {
          // The connection was lost again; its return repeats this.
          this.#log.debug({ err: error, topic }, "a topic could not be subscribed to");
        }
      }),
    );
  }

  /** The braces make Redis keep everything about a topic on one shard. */
  #key(topic: string): string {
    return `${this.#prefix}{${topic}}`;
  }

  readonly #receive = (message: string, key: string): void => {
    this.#counts.received += 1;
    const entry = this.#topics.get(key.slice(this.#prefix.length + 1, -1));
    if (entry === undefined) return;
    try {
      entry.listener(message);
    } catch (error) {
      this.#log.error({ err: error }, "a message of another node could not be handled");
    }
  };

  #notify(connected: boolean): void {
    for (const listener of this.#listeners) listener(connected);
  }

  /** `connectionChanged` logs the loss, and a reconciliation repeats what was lost. */
  #run(command: Promise<unknown>): void {
    command.catch((error: unknown) => this.#logFailure(error));
  }

  /** The first write that succeeds after a refusal has presence shared again. A publish proves nothing: Redis takes it always. */
  #write(command: Promise<unknown>): void {
    command.then(
      () => this.#takesWrites(),
      (error: unknown) => this.#refusesWrite(error),
    );
  }

  #takesWrites(): void {
    if (!this.#refusesWrites) return;
    this.#refusesWrites = false;
    this.#log.info({}, "Redis takes writes again");
    this.#notify(true);
  }

  #refusesWrite(error: unknown): void {
    this.#logFailure(error);
    if (!this.connected) return;
    this.#counts.refused += 1;
    if (!this.#refusesWrites)
      this.#log.warn({ err: error }, "Redis refuses writes: who is present on other servers is not known");
    this.#refusesWrites = true;
  }

  #logFailure(error: unknown): void {
    if (this.connected) this.#log.debug({ err: error }, "a command of Redis failed");
  }
}
