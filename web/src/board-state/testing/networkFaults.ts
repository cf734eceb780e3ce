import { RefusalError } from "./refusalError.ts";

/** Faults of the network: probabilities from 0 to 1, delays in milliseconds. */
export interface Faults {
  drop: number;
  double: number;
  eventDelay: number;
  callDelay: number;
  /** The call does not reach the server, or its answer is lost; the caller gets status 0. */
  lost: number;
  /** The server answers 503. */
  busy: number;
  /** 500, 502 or 520, before or after the server carried out the call. */
  broken: number;
  /** A proxy's page instead of an answer, with any status. */
  foreign: number;
  /** Neither an answer nor an error arrives. */
  silent: number;
  /** A read takes ten seconds longer, so that its answer is old when it arrives. */
  late?: number;
  /** Each direction takes exactly `callDelay`. */
  steady?: boolean;
}

export const faultless: Faults = {
  drop: 0,
  double: 0,
  eventDelay: 0,
  callDelay: 0,
  lost: 0,
  busy: 0,
  broken: 0,
  foreign: 0,
  silent: 0,
};

/** Draws whether something of this probability happens. */
export function chance(probability: number, random: () => number): boolean {
  return probability > 0 && random() < probability;
}

/** Draws the error with which a call fails; null if it does not fail. */
export function drawCallError(faults: Faults, random: () => number): RefusalError | null {
  if (chance(faults.lost, random)) return new RefusalError(0);
  if (chance(faults.busy, random)) return new RefusalError(503, "busy");
  if (chance(faults.broken, random)) return new RefusalError(pickRandom([500, 502, 520], random));
  if (!chance(faults.foreign, random)) return null;
  return Object.assign(new RefusalError(pickRandom([0, 403, 404, 502], random)), { foreign: true });
}

/** Draws the delays of an event's deliveries; none: it is dropped. */
export function drawDeliveries({ drop, double, eventDelay }: Faults, random: () => number): number[] {
  const delays = random() < drop ? [] : [random() * eventDelay];
  if (random() < double) delays.push(random() * eventDelay * 2);
  return delays;
}

export function pickRandom<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
