import { LRUCache } from "lru-cache";
import { defaultAddressBudget } from "../settings-schema.ts";
import { AppError } from "../http/errors/app-error.ts";
import { FairSemaphore } from "./fair-semaphore.ts";
import type { Payer } from "./payer.ts";
import { type ReservationLimit, reservationLimits, type ReservationName } from "./reservations.ts";
import {
  type Budget,
  budgets,
  type BudgetName,
  type Costs,
  semaphoreLimits,
  stallMs as defaultStallMs,
} from "./budgets.ts";
import { TokenBuckets } from "./token-buckets.ts";

export interface LimitRefusal {
  name: BudgetName;
  code: "rate_limited" | "quota";
  retryAfter: number;
}

export type LimitScope = "session" | "address" | "total";
const scopes = ["session", "address", "total"] as const;
const maxKeys = 50_000;
const maxKnownSessions = 50_000;

const limitsAtOnce: Record<ReservationName, ReservationLimit> = reservationLimits;

interface Options {
  clock: () => number;
  stallMs?: number;
  /** Points a minute of an address; its other amounts grow with it. */
  addressBudget?: number;
}

interface Buckets {
  session: TokenBuckets | null;
  address: TokenBuckets;
}

/** One object per server, in `deps.rateLimiter`. */
export class RateLimiter {
  readonly #clock: () => number;
  readonly #addressFactor: number;
  readonly #buckets = new Map<BudgetName, Buckets>();
  readonly #reserved = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly stallMs: number;
  readonly requestSlots = new FairSemaphore(semaphoreLimits.requests);
  readonly heavySlots = new FairSemaphore(semaphoreLimits.heavy);
  diskLow = false;
  /** The session that pays, by the id of a session or token that exists. */
  readonly #sessions = new LRUCache<string, string>({ maxSize: maxKnownSessions, sizeCalculation: () => 1 });

  constructor({ clock, stallMs = defaultStallMs, addressBudget = defaultAddressBudget }: Options) {
    this.#clock = clock;
    this.stallMs = stallMs;
    this.#addressFactor = addressBudget / defaultAddressBudget;
    for (const [name, { session, address }] of Object.entries<Budget>(budgets)) {
      const burst = address.burst * this.#addressFactor;
      const refill = address.refill * this.#addressFactor;
      this.#buckets.set(name as BudgetName, {
        session: session === undefined ? null : new TokenBuckets(session, maxKeys),
        address: new TokenBuckets({ ...address, burst, refill }, maxKeys),
      });
    }
  }

  /** @param credential the id of a session or of a token; only one that exists pays for itself */
  payerOf(address: string, credential: string | null, byToken = false): Payer {
    const session = credential === null ? undefined : this.#sessions.get(credential);
    return session === undefined ? { session: null, address } : { session, address, byToken };
  }

  /** @param payer of a token: whose tokens pay together */
  recordSession(sessionId: string, exists: boolean, payer = sessionId): void {
    if (exists) this.#sessions.set(sessionId, payer);
    else this.#sessions.delete(sessionId);
  }

  findRefusal(payer: Payer, costs: Costs): LimitRefusal | null {
    const now = this.#clock();
    let worst: LimitRefusal | null = null;
    this.#forEachBucket(payer, costs, (buckets, key, cost, name) => {
      const waitMs = buckets.waitMs(key, cost, now);
      if (waitMs === 0) return;
      const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
      if (worst === null || retryAfter > worst.retryAfter)
        worst = { name, code: budgets[name].code, retryAfter };
    });
    return worst;
  }

  /**
   * Takes all the costs, or none of them: a session over its limit uses up nothing of its address. Call it before
   * the work.
   * @throws AppError 429
   */
  take(payer: Payer, costs: Costs): void {
    const refusal = this.findRefusal(payer, costs);
    if (refusal !== null) throw this.toRefusalError(refusal);
    this.charge(payer, costs);
  }

  /** Takes costs that are known only after the work. It never refuses; later calls are refused instead. */
  charge(payer: Payer, costs: Costs): void {
    const now = this.#clock();
    this.#forEachBucket(payer, costs, (buckets, key, cost) => buckets.take(key, cost, now));
  }

  toRefusalError({ name, code, retryAfter }: LimitRefusal): AppError {
    this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
    return new AppError(429, code, { retryAfter });
  }

  /**
   * Reserves an amount of a limit on work in progress, open connections or memory in use. An amount above the
   * limit is granted when nothing else is reserved.
   */
  reserve(payer: Partial<Payer>, name: ReservationName, amount = 1): () => void {
    const limit = limitsAtOnce[name];
    const keys: string[] = [];
    for (const scope of scopes) {
      const id = { session: payer.session, address: addressOf(payer), total: "" }[scope];
      const max = limit[scope];
      if (id === undefined || id === null || max === undefined) continue;
      const key = `${name} ${scope} ${id}`;
      const inUse = this.#reserved.get(key) ?? 0;
      if (inUse > 0 && inUse + amount > max * (scope === "address" ? this.#addressFactor : 1)) {
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

  inUse(name: ReservationName, scope: LimitScope = "total", id = ""): number {
    return this.#reserved.get(`${name} ${scope} ${id}`) ?? 0;
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refused;
  }

  #forEachBucket(
    payer: Payer,
    costs: Costs,
    visit: (buckets: TokenBuckets, key: string, cost: number, name: BudgetName) => void,
  ): void {
    for (const [name, cost] of Object.entries(costs) as [BudgetName, number][]) {
      const buckets = this.#buckets.get(name);
      if (buckets === undefined || cost === 0) continue;
      if (payer.session !== null && buckets.session !== null)
        visit(buckets.session, payer.session, cost, name);
      if (!payer.byToken) visit(buckets.address, addressOf(payer), cost, name);
    }
  }
}

/** On a key of their own, requests without a session use up nothing of the address's users. */
function addressOf<A extends string | undefined>({
  session,
  address,
}: {
  session?: string | null;
  address?: A;
}) {
  return session === null ? `${address} without session` : (address as A);
}
