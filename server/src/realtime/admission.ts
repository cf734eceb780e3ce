import type { Limits } from "../limits/limits.ts";
import type { Peer } from "./peer.ts";

export type ChargedClient = ReturnType<Limits["chargedClient"]>;

/**
 * Applies the limits of a connection and the shared limits (`limits/table.ts`) to websockets. A connection counts by
 * its address until a session authorises it; from then on its frames count by session, so that connections without a
 * session cannot use up what their neighbours behind the same address need.
 */
export class Admission {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Who pays for a handshake. @param sessionId the session that its cookie names, or null */
  chargedClient(address: string, sessionId: string | null): ChargedClient {
    return this.#limits.chargedClient(address, sessionId);
  }

  /** Counts a websocket handshake. @returns seconds to wait when the address or the session made too many, or null */
  refuseHandshake(payer: ChargedClient): number | null {
    const refusal = this.#limits.findRefusal(payer, { sockets: 1 });
    if (refusal !== null) {
      this.#limits.toRefusalError(refusal);
      return refusal.retryAfter;
    }
    this.#limits.charge(payer, { sockets: 1 });
    return null;
  }

  /** Takes a connection's places. @returns false when its address or the server has none left */
  admit(peer: Peer, payer: ChargedClient): boolean {
    const { reservations } = peer;
    try {
      reservations.open = this.#limits.reserve({ address: peer.address }, "sockets");
      reservations.pending = this.#limits.reserve(payer, "unauthorisedSockets");
    } catch {
      // `hold` counts the refusal; it throws nothing else.
      reservations.open?.();
      return false;
    }
    return true;
  }

  /**
   * Moves a connection from the unauthorised ones to those of a session.
   * @throws AppError 429 when the session has too many connections
   */
  bind(peer: Peer, sessionId: string): void {
    if (peer.reservations.session !== null) return;
    peer.reservations.session = this.#limits.reserve({ session: sessionId }, "sessionSockets");
    this.markAuthorised(peer);
  }

  /** The connection no longer counts as unauthorised. */
  markAuthorised(peer: Peer): void {
    peer.reservations.pending?.();
    peer.reservations.pending = null;
  }

  /** Gives a closed connection's places back. */
  release(peer: Peer): void {
    const { open, pending, session } = peer.reservations;
    peer.reservations.open = peer.reservations.pending = peer.reservations.session = null;
    open?.();
    pending?.();
    session?.();
  }

  maySendFrame(peer: Peer, now: number): boolean {
    const { sessionId, address } = peer;
    const payer = sessionId === null ? { address } : { session: sessionId };
    return peer.frames.take(now) && this.#take(payer, { frames: 1 });
  }

  mayJoin(peer: Peer, now: number): boolean {
    return (
      peer.joins.take(now) && this.#take({ session: peer.sessionId, address: peer.address }, { joins: 1 })
    );
  }

  /** @param audience how many connections get the whisper */
  mayWhisper(peer: Peer, audience: number): boolean {
    return this.#take({ session: peer.sessionId, address: peer.address }, { whispers: audience });
  }

  #take(...[client, costs]: Parameters<Limits["findRefusal"]>): boolean {
    const refusal = this.#limits.findRefusal(client, costs);
    if (refusal === null) this.#limits.charge(client, costs);
    else this.#limits.toRefusalError(refusal);
    return refusal === null;
  }
}
