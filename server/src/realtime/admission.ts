import type { Payer } from "../limits/payer.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { type Costs, prices } from "../limits/budgets.ts";
import type { Peer } from "./peer.ts";

/** A connection pays as its address until a session authorises it, from then on as that session. */
export class Admission {
  readonly #rateLimiter: RateLimiter;

  constructor(rateLimiter: RateLimiter) {
    this.#rateLimiter = rateLimiter;
  }

  payerOf(address: string, sessionId: string | null): Payer {
    return this.#rateLimiter.payerOf(address, sessionId);
  }

  /** @returns seconds after which the client may try again, or null */
  refuseHandshake(payer: Payer): number | null {
    return this.#take(payer, { points: prices.socket.points });
  }

  admit(peer: Peer, payer: Payer): boolean {
    const { reservations } = peer;
    try {
      reservations.open = this.#rateLimiter.reserve({ address: peer.address }, "sockets");
      reservations.pending = this.#rateLimiter.reserve(payer, "unauthorisedSockets");
    } catch {
      // `reserve` throws nothing but the refusal, and counts it.
      reservations.open?.();
      return false;
    }
    return true;
  }

  bind(peer: Peer, sessionId: string): void {
    if (peer.reservations.session !== null) return;
    peer.reservations.session = this.#rateLimiter.reserve({ session: sessionId }, "sessionSockets");
    this.markAuthorised(peer);
  }

  markAuthorised(peer: Peer): void {
    peer.reservations.pending?.();
    peer.reservations.pending = null;
  }

  release(peer: Peer): void {
    const { open, pending, session } = peer.reservations;
    peer.reservations.open = peer.reservations.pending = peer.reservations.session = null;
    open?.();
    pending?.();
    session?.();
  }

  maySendFrame(peer: Peer, now: number): boolean {
    return peer.frames.take(now) && this.#pays(peer, { frames: 1 });
  }

  mayJoin(peer: Peer, now: number): boolean {
    return peer.joins.take(now) && this.#pays(peer, { points: prices.join.points });
  }

  mayWhisper(peer: Peer, audience: number): boolean {
    return this.#pays(peer, { deliveries: audience });
  }

  #pays({ sessionId, address }: Peer, costs: Costs): boolean {
    return this.#take({ session: sessionId, address }, costs) === null;
  }

  #take(payer: Payer, costs: Costs): number | null {
    const refusal = this.#rateLimiter.findRefusal(payer, costs);
    if (refusal === null) this.#rateLimiter.charge(payer, costs);
    else this.#rateLimiter.toRefusalError(refusal);
    return refusal?.retryAfter ?? null;
  }
}
