import { LRUCache } from "lru-cache";
import { AppError } from "../http/errors/app-error.ts";
import type { Client } from "./client.ts";
import { ChargeLog, type Charges } from "./charge-log.ts";
import { FairSemaphore } from "./fair-semaphore.ts";
import { LoopShare } from "./loop-share.ts";
import { LoadMonitor, type LoadMeasurement } from "./load-monitor.ts";
import { type ReservationLimit, reservationLimits, type ReservationName } from "./reservations.ts";
import type { Costs, RateLimit, RateName } from "./table.ts";
import { stallMs as defaultStallMs, loopLimits, semaphoreLimits, rateLimits } from "./table.ts";
import { type TokenBucket, TokenBuckets } from "./token-buckets.ts";

export interface LimitRefusal {
  name: RateName;
  code: "rate_limited" | "quota";
  retryAfter: number;
}

export type DurableState = Record<string, [key: string, bucket: TokenBucket][]>;

export type LimitScope = "session" | "address" | "total";
const scopes = ["session", "address", "total"] as const;
const maxKeys = 50_000;
const maxDurableKeys = 2000;
const maxKnownSessions = 50_000;

/** Other nodes learn of a budget of which less than this share is left. */
const sharedBelow = 0.75;

const rates: Record<RateName, RateLimit> = rateLimits;
const holds: Record<ReservationName, ReservationLimit> = reservationLimits;

interface Options {
  clock: () => number;
  stallMs?: number;
  measure?: () => LoadMeasurement;
  loopShare?: LoopShare;
}

interface Limited {
  scope: LimitScope;
  /** Of the charges that nodes share. */
  id: string;
  buckets: TokenBuckets;
}

/** One object per server, in `deps.rateLimiter`. */
export class RateLimiter {
  readonly #clock: () => number;
  /** By rate and scope in one name: `writes session`. */
  readonly #buckets = new Map<string, TokenBuckets>();
  readonly #bucketsOf: Partial<Record<RateName, Limited[]>> = {};
  readonly #reserved = new Map<string, number>();
  /** Null on a single node. */
  #charges: ChargeLog | null = null;
  readonly #refused = new Map<string, number>();
  readonly stallMs: number;
  readonly load: LoadMonitor;
  readonly loopShare: LoopShare;
  readonly requestSlots = new FairSemaphore(semaphoreLimits.requests);
  readonly heavySlots = new FairSemaphore(semaphoreLimits.heavy);
  diskLow = false;
  /** Who pays for a session or a token that exists. */
  readonly #payers = new LRUCache<string, string>({
    maxSize: maxKnownSessions,
    sizeCalculation: () => 1,
  });
  readonly #boardSizes = new LRUCache<string, number>({ maxSize: 20_000, sizeCalculation: () => 1 });

  constructor({ clock, stallMs = defaultStallMs, measure, loopShare }: Options) {
    this.#clock = clock;
    this.load = new LoadMonitor(measure);
    this.loopShare = loopShare ?? new LoopShare(loopLimits);
    this.stallMs = stallMs;
    for (const name of Object.keys(rates) as RateName[])
      for (const scope of scopes) {
        const rate = rates[name][scope];
        if (rate === undefined) continue;
        const id = `${name} ${scope}`;
        const buckets = new TokenBuckets(rate, maxKeys);
        this.#buckets.set(id, buckets);
        (this.#bucketsOf[name] ??= []).push({ scope, id, buckets });
      }
  }

  findRefusal(client: Client, costs: Costs): LimitRefusal | null {
    const now = this.#clock();
    let worst: LimitRefusal | null = null;
    this.#forEachBucket(client, costs, ({ buckets }, key, cost, name) => {
      const waitMs = buckets.waitMs(key, cost, now);
      if (waitMs === 0) return;
      const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
      if (worst === null || retryAfter > worst.retryAfter)
        worst = { name, code: rates[name].code, retryAfter };
    });
    return worst;
  }

  /** Takes all the costs, or none of them. Call it before the work. */
  take(client: Client, costs: Costs): void {
    const refusal = this.findRefusal(client, costs);
    if (refusal !== null) throw this.toRefusalError(refusal);
    this.charge(client, costs);
  }

  /** Takes costs that are known only after the work. It never refuses; later calls are refused instead. */
  charge(client: Client, costs: Costs): void {
    const now = this.#clock();
    this.#forEachBucket(client, costs, ({ buckets, id, scope }, key, cost) => {
      buckets.take(key, cost, now);
      // The server's own totals are about this process.
      if (scope !== "total") this.#charges?.add(id, key, cost);
    });
  }

  logCharges(): void {
    this.#charges = new ChargeLog();
  }

  takeChargesToShare(): Charges {
    const now = this.#clock();
    const decide = (name: string, key: string) => {
      const left = this.#buckets.get(name)?.leftShare(key, now) ?? 1;
      if (left < sharedBelow || isDurable(name)) return "send";
      return left >= 1 ? "forget" : "keep";
    };
    return this.#charges?.take(decide) ?? {};
  }

  applyCharges(charges: Charges): void {
    const now = this.#clock();
    for (const [name, entries] of Object.entries(charges))
      for (const [key, cost] of entries) this.#buckets.get(name)?.take(key, cost, now);
  }

  toRefusalError({ name, code, retryAfter }: LimitRefusal): AppError {
    this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
    return new AppError(429, code, { retryAfter });
  }

  /**
   * Reserves an amount of a limit on work in progress, open connections or memory in use. An amount above the
   * limit is granted when nothing else is reserved.
   */
  reserve(client: Client, name: ReservationName, amount = 1): () => void {
    const limit = holds[name];
    const keys: string[] = [];
    for (const scope of scopes) {
      const id = scope === "total" ? "" : client[scope];
      const max = limit[scope];
      if (id === undefined || id === null || max === undefined) continue;
      const key = `${name} ${scope} ${id}`;
      const inUse = this.#reserved.get(key) ?? 0;
      if (inUse > 0 && inUse + amount > max) {
        const total = scope === "total";
        this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
        throw new AppError(total ? 503 : 429, total ? "busy" : "rate_limited", { retryAfter: 2 });
      }
      keys.push(key);
    }
    for (const key of keys) this.#reserved.set(key, (this.#reserved.get(key) ?? 0) + amount);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      for (const key of keys) {
        const left = (this.#reserved.get(key) ?? 0) - amount;
        if (left <= 0) this.#reserved.delete(key);
        else this.#reserved.set(key, left);
      }
    };
  }

  /** @param payer of a token: whose tokens pay together */
  noteSession(sessionId: string, exists: boolean, payer = sessionId): void {
    if (exists) this.#payers.set(sessionId, payer);
    else this.#payers.delete(sessionId);
  }

  knowsSession(sessionId: string): boolean {
    return this.#payers.has(sessionId);
  }

  payerOf(sessionId: string): string {
    return this.#payers.get(sessionId) ?? sessionId;
  }

  /** Without a known session on a separate key: a flood uses up nothing of the address's users. */
  chargedClient(address: string, sessionId: string | null): { address: string; session: string | null } {
    const payer = sessionId === null ? undefined : this.#payers.get(sessionId);
    return payer === undefined
      ? { address: `${address} without session`, session: null }
      : { address, session: payer };
  }

  /** So that the cost of the next call is known before the board's row is read. */
  noteBoardSize(boardId: string, items: number): void {
    this.#boardSizes.set(boardId, items);
  }

  boardSize(boardId: string): number {
    return this.#boardSizes.get(boardId) ?? 0;
  }

  inUse(name: ReservationName, scope: LimitScope = "total", id = ""): number {
    return this.#reserved.get(`${name} ${scope} ${id}`) ?? 0;
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refused;
  }

  /** The buckets of the durable limits; if there are too many to store, those with the fewest tokens left. */
  durableState(): DurableState {
    const state: DurableState = {};
    const now = this.#clock();
    for (const [name, buckets] of this.#buckets) {
      if (!isDurable(name)) continue;
      const entries = [...buckets.entries(now)].sort(([, a], [, b]) => a.tokens - b.tokens);
      state[name] = entries.slice(0, maxDurableKeys);
    }
    return state;
  }

  restoreState(state: DurableState): void {
    for (const [name, entries] of Object.entries(state))
      for (const [key, bucket] of entries) this.#buckets.get(name)?.restore(key, bucket);
  }

  lowerTo(state: DurableState): void {
    const now = this.#clock();
    for (const [name, entries] of Object.entries(state))
      for (const [key, bucket] of entries) this.#buckets.get(name)?.lower(key, bucket, now);
  }

  #forEachBucket(
    client: Client,
    costs: Costs,
    visit: (limited: Limited, key: string, cost: number, name: RateName) => void,
  ): void {
    for (const name of Object.keys(costs) as RateName[]) {
      const cost = costs[name];
      if (cost === undefined || cost === 0) continue;
      for (const limited of this.#bucketsOf[name] ?? []) {
        // A request is counted twice, by address and by session: only the count by address adds to the total.
        const key = limited.scope === "total" ? client.address && "" : client[limited.scope];
        if (key !== undefined && key !== null) visit(limited, key, cost, name);
      }
    }
  }
}

function isDurable(name: string): boolean {
  return rates[name.split(" ", 1)[0] as RateName].durable === true;
}
