import { type FacilitatorOptions, noOptions, type OptionName } from "@retro/contract/facilitator-options";
import type { Facilitation } from "@retro/contract/entities";
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
export function withSeatTaken(
  facilitation: Facilitation,
  userId: string,
  holderGone: boolean,
): Facilitation | null {
  if (facilitation.facilitator_id !== null && facilitation.facilitator_id !== userId && !holderGone)
    return null;
  return facilitation.facilitator_id === userId ? facilitation : { ...facilitation, facilitator_id: userId };
}

/** Leaving the seat clears options and timer. */
export function emptyFacilitation(): Facilitation {
  return { facilitator_id: null, facilitator_options: noOptions, timer: stoppedTimer };
}

/** Stop, and expiry too: idle; while no option is set the seat is cleared as well. */
export function withTimerStopped(facilitation: Facilitation): Facilitation {
  return anyOptionSet(facilitation.facilitator_options)
    ? { ...facilitation, timer: stoppedTimer }
    : emptyFacilitation();
}

/** One option set to a value. */
export function withOption<N extends OptionName>(
  facilitation: Facilitation,
  option: N,
  value: FacilitatorOptions[N],
): Facilitation {
  return { ...facilitation, facilitator_options: { ...facilitation.facilitator_options, [option]: value } };
}
