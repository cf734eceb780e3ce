import {
  type FacilitatorOptions,
  noOptions,
  type OptionName,
  type SessionState,
} from "@retro/contract/entities";
import { stoppedTimer } from "./timer.ts";

/** The facilitator's seat [S1], spec 4.1 and 6.2. Functions give the resulting state. */

/** "No option is set": all six are false. */
export function anyOptionSet(options: FacilitatorOptions): boolean {
  return Object.values(options).some((value) => value !== false);
}

/**
 * Taking the seat: free, or one's own, or its holder has been gone for two minutes (`holderGone`). Options and timer stay, so that
 * a take-over unhides nothing.
 * @returns null when somebody else holds it
 */
export function takenSeat(session: SessionState, userId: string, holderGone: boolean): SessionState | null {
  if (session.facilitator_id !== null && session.facilitator_id !== userId && !holderGone) return null;
  return session.facilitator_id === userId ? session : { ...session, facilitator_id: userId };
}

/** Leaving the seat clears options and timer. */
export function leftSeat(): SessionState {
  return { facilitator_id: null, facilitator_options: noOptions, timer: stoppedTimer };
}

/** Stop, and expiry too: idle; while no option is set the seat is cleared as well. */
export function stoppedSession(session: SessionState): SessionState {
  return anyOptionSet(session.facilitator_options) ? { ...session, timer: stoppedTimer } : leftSeat();
}

/** One option set to a value. */
export function withOption<N extends OptionName>(
  session: SessionState,
  option: N,
  value: FacilitatorOptions[N],
): SessionState {
  return { ...session, facilitator_options: { ...session.facilitator_options, [option]: value } };
}
