import type { Person } from "@retro/contract/users";
import type { Call } from "../apiCalls.ts";
import type { ModelServer } from "./modelServer.ts";
import { chance, drawCallError, type Faults } from "./networkFaults.ts";
import { RefusalError } from "./refusalError.ts";
import type { Simulation } from "./simulation.ts";

/** What a test sets on a network, and what the network records. */
export interface NetworkControls {
  faults: Faults;
  /** Refuses single calls. @returns the error to answer with, or null */
  refuse: ((method: string, path: string, from: Person) => RefusalError | null) | null;
  /** Changes whose sender got a success. */
  readonly acknowledged: { person: string; method: string; path: string; body: unknown }[];
  /** Every call, answered or not. */
  readonly calls: { person: string; method: string; path: string; keepalive: boolean }[];
}

interface Options {
  person: Person;
  network: NetworkControls;
  server: ModelServer;
  simulation: Simulation;
  /** The clock of the caller's machine. */
  now: () => number;
  socketId: () => string | undefined;
  isOffline: () => boolean;
}

/** How a call ends. */
interface CallFate {
  error: RefusalError | null;
  /** Neither an answer nor an error arrives. */
  silent: boolean;
  /** The server carries out the call, although the caller gets an error. */
  reachesServer: boolean;
}

/** The calls of one user, over a network with faults. */
export function createFaultyCall(options: Options): Call {
  const { person, network, server, simulation, now } = options;
  const { random } = simulation;

  function drawFate(method: string, path: string): CallFate {
    const offline = options.isOffline();
    const error = offline
      ? new RefusalError(0)
      : (network.refuse?.(method, path, person) ?? drawCallError(network.faults, random));
    const silent = chance(network.faults.silent, random);
    // Half of the failures happen after the server has carried out the call; a refusal never does.
    const after = error !== null && error.code === undefined && !offline && random() < 0.5;
    return { error, silent, reachesServer: error === null || after };
  }

  return (method, path, body, { keepalive = false } = {}) =>
    new Promise((resolve, reject) => {
      network.calls.push({ person: person.id, method, path, keepalive });
      const socketId = options.socketId();
      const sentAt = now();
      const { callDelay } = network.faults;
      const travelMs = () => (network.faults.steady ? callDelay : random() * callDelay);
      const { error, silent, reachesServer } = drawFate(method, path);
      const rejectLater = (reason: Error) => simulation.after(travelMs(), () => reject(reason));
      simulation.after(travelMs(), () => {
        if (error && !reachesServer) {
          if (!silent) rejectLater(error);
          return;
        }
        let answer: { data: unknown; meta: unknown };
        try {
          answer = server.handle({ id: person.id, socketId }, method, path, body);
        } catch (thrown) {
          rejectLater(thrown instanceof Error ? thrown : new Error(String(thrown)));
          return;
        }
        if (silent) return;
        if (method !== "GET" && !error) network.acknowledged.push({ person: person.id, method, path, body });
        const late = method === "GET" && chance(network.faults.late ?? 0, random) ? 10_000 : 0;
        simulation.after(travelMs() + late, () =>
          error ? reject(error) : resolve({ ...answer, sentAt, receivedAt: now() }),
        );
      });
    });
}
