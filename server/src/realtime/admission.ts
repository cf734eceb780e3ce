import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { Peer } from "./peer.ts";

export type ChargedClient = ReturnType<RateLimiter["chargedClient"]>;

/** By address until a session authorises the connection, from then on by session. */
export class Admission {
  readonly #rateLimiter: RateLimiter;

  constructor(rateLimiter: RateLimiter) {
    this.#rateLimiter = rateLimiter;
  }

  chargedClient(address: string, sessionId: string | null): ChargedClient {
    return this.#rateLimiter.chargedClient(address, sessionId);
  }

  refuseHandshake(chargedClient: ChargedClient): number | null {
    const refusal = this.#rateLimiter.findRefusal(chargedClient, { sockets: 1 });
    if (refusal !== null) {
      this.#rateLimiter.toRefusalError(refusal);
      return refusal.retryAfter;
    }
    this.#rateLimiter.charge(chargedClient, { sockets: 1 });
    return null;
  }

  admit(peer: Peer, chargedClient: ChargedClient): boolean {
    const { reservations } = peer;
    try {
      reservations.open = this.#rateLimiter.reserve({ address: peer.address }, "sockets");
      reservations.pending = this.#rateLimiter.reserve(chargedClient, "unauthorisedSockets");
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

  get loopShare(): RateLimiter["loopShare"] {
    return this.#rateLimiter.loopShare;
  }

  maySendFrame(peer: Peer, now: number): boolean {
    const { sessionId, address } = peer;
    const chargedClient = sessionId === null ? { address } : { session: sessionId };
    return peer.frames.take(now) && this.#take(chargedClient, { frames: 1 });
  }

  mayJoin(peer: Peer, now: number): boolean {
    return (
      peer.joins.take(now) && this.#take({ session: peer.sessionId, address: peer.address }, { joins: 1 })
    );
  }

  mayWhisper(peer: Peer, audience: number): boolean {
    return this.#take({ session: peer.sessionId, address: peer.address }, { whispers: audience });
  }

  #take(...[client, costs]: Parameters<RateLimiter["findRefusal"]>): boolean {
    const refusal = this.#rateLimiter.findRefusal(client, costs);
    if (refusal === null) this.#rateLimiter.charge(client, costs);
    else this.#rateLimiter.toRefusalError(refusal);
    return refusal === null;
  }
}
