import { channels } from "@retro/contract/events";
import type { Person } from "@retro/contract/entities";
import type { ChannelListener, RealtimeState, RealtimeConnection } from "../../realtime/connection.ts";
import type { Call } from "../apiCalls.ts";
import { openBoardStore } from "../boardStore.ts";
import type { BoardStore } from "../types.ts";
import { createModelServer, type ModelServer } from "./modelServer.ts";
import { RefusalError } from "./refusalError.ts";
import type { SimulatedTab, Simulation } from "./simulation.ts";

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

interface TestConnection {
  testPerson: Person;
  socketId: string;
  up: boolean;
  listeners: Map<string, ChannelListener>;
  states: Set<(state: RealtimeState) => void>;
}

/** A user with the board open in a tab. */
export interface Participant {
  readonly person: Person;
  readonly tab: SimulatedTab;
  /** The current store: a reload replaces it. */
  store: BoardStore;
  /** Breaks or restores the realtime connection. */
  connect: (up: boolean) => void;
  /** While it is true, every call fails. */
  offline: boolean;
  reloadPage: () => void;
  /** Leaves the board for another page of the app; `reopenBoard` returns to it. */
  leaveBoard: () => void;
  reopenBoard: () => void;
}

export interface FaultyNetwork {
  readonly server: ModelServer;
  faults: Faults;
  /** Controls the delivery of single events. @returns a delay for each delivery (none: dropped), or null for the usual faults */
  tamper: ((to: Person, channel: string, event: string, data: unknown) => number[] | null) | null;
  /** Refuses single calls. @returns the error to answer with, or null */
  refuse: ((method: string, path: string, from: Person) => RefusalError | null) | null;
  /** Changes whose sender got a success. */
  readonly acknowledged: { person: string; method: string; path: string; body: unknown }[];
  /** Every call, answered or not. */
  readonly calls: { person: string; method: string; path: string; keepalive: boolean }[];
  join: (person: Person) => Participant;
}

function pickRandom<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A model server behind a network that drops, doubles, delays and reorders as `faults` says. */
export function createFaultyNetwork(simulation: Simulation, people: readonly Person[]): FaultyNetwork {
  const connections = new Set<TestConnection>();
  let lastSocket = 0;

  function deliver(to: TestConnection, channel: string, event: string, data: unknown): void {
    const { drop, double, eventDelay } = network.faults;
    const chosen = network.tamper?.(to.testPerson, channel, event, data);
    const delays = chosen ?? (simulation.random() < drop ? [] : [simulation.random() * eventDelay]);
    if (!chosen && simulation.random() < double) delays.push(simulation.random() * eventDelay * 2);
    const { socketId } = to;
    for (const delay of delays)
      simulation.after(delay, () => {
        if (to.up && to.socketId === socketId)
          to.listeners.get(channel)?.onEvent(event, structuredClone(data), undefined);
      });
  }

  const server = createModelServer(people, simulation.now, (channel, event, data, except) => {
    for (const to of connections)
      if (to.up && to.socketId !== except && to.listeners.has(channel)) deliver(to, channel, event, data);
  });

  function membersOf(channel: string) {
    const ids = new Map<string, { id: string; info: unknown }>();
    for (const { testPerson, up, listeners } of connections)
      if (up && listeners.has(channel))
        ids.set(testPerson.id, {
          id: testPerson.id,
          info: { name: testPerson.name, options: testPerson.options },
        });
    return [...ids.values()];
  }

  function subscribe(connection: TestConnection, channel: string): void {
    simulation.after(simulation.random() * network.faults.callDelay, () => {
      const listener = connection.listeners.get(channel);
      if (!connection.up || !listener) return;
      listener.onSubscribed(channel.startsWith("presence-") ? membersOf(channel) : []);
    });
  }

  function linkFor(connection: TestConnection): RealtimeConnection {
    return {
      join(channel, _events, listener) {
        connection.listeners.set(channel, listener);
        subscribe(connection, channel);
        return {
          whisper(event, data) {
            for (const other of connections)
              if (other !== connection && other.up && connection.up)
                other.listeners.get(channel)?.onEvent(event, structuredClone(data), connection.testPerson.id);
          },
          leave: () => connection.listeners.delete(channel),
        };
      },
      state: () => (connection.up ? "live" : "offline"),
      onStateChange(listener) {
        connection.states.add(listener);
        return () => connection.states.delete(listener);
      },
      onSessionEnded: () => () => undefined,
      reconnect: () => undefined,
      socketId: () => (connection.up ? connection.socketId : undefined),
      close() {
        connection.up = false;
        connection.listeners.clear();
        connection.states.clear();
        connections.delete(connection);
      },
    };
  }

  const network: FaultyNetwork = {
    server,
    faults: faultless,
    tamper: null,
    refuse: null,
    acknowledged: [],
    calls: [],
    join(person) {
      const tab = simulation.openTab();
      let connection: TestConnection | null = null;
      const call: Call = (method, path, body, { keepalive = false } = {}) =>
        new Promise((resolve, reject) => {
          network.calls.push({ person: person.id, method, path, keepalive });
          const { callDelay, lost, busy, broken, foreign, silent } = network.faults;
          const travelMs = () => (network.faults.steady ? callDelay : simulation.random() * callDelay);
          const chance = (probability: number) => probability > 0 && simulation.random() < probability;
          const socketId = connection?.up ? connection.socketId : undefined;
          const sentAt = tab.env.now();
          const fault = participant.offline
            ? new RefusalError(0)
            : (network.refuse?.(method, path, person) ??
              (chance(lost)
                ? new RefusalError(0)
                : chance(busy)
                  ? new RefusalError(503, "busy")
                  : chance(broken)
                    ? new RefusalError(pickRandom([500, 502, 520], simulation.random))
                    : chance(foreign)
                      ? Object.assign(new RefusalError(pickRandom([0, 403, 404, 502], simulation.random)), {
                          foreign: true,
                        })
                      : null));
          const swallowed = chance(silent);
          // Half of the failures happen after the server has carried out the call; a refusal never does.
          const after =
            fault !== null && fault.code === undefined && !participant.offline && simulation.random() < 0.5;
          simulation.after(travelMs(), () => {
            if (fault && !after) {
              if (!swallowed) simulation.after(travelMs(), () => reject(fault));
              return;
            }
            let answer: { data: unknown; meta: unknown };
            try {
              answer = server.handle({ id: person.id, socketId }, method, path, body);
            } catch (error) {
              simulation.after(travelMs(), () =>
                reject(error instanceof Error ? error : new Error(String(error))),
              );
              return;
            }
            if (method !== "GET" && !fault && !swallowed)
              network.acknowledged.push({ person: person.id, method, path, body });
            if (swallowed) return;
            const late = method === "GET" && chance(network.faults.late ?? 0) ? 10_000 : 0;
            simulation.after(travelMs() + late, () =>
              fault ? reject(fault) : resolve({ ...answer, sentAt, receivedAt: tab.env.now() }),
            );
          });
        });
      const open = () =>
        openBoardStore({
          boardId: server.boardId,
          me: person,
          call,
          env: tab.env,
          connect() {
            connection = {
              testPerson: person,
              socketId: `${(lastSocket += 1)}.1`,
              up: true,
              listeners: new Map(),
              states: new Set(),
            };
            connections.add(connection);
            return Promise.resolve(linkFor(connection));
          },
          onSessionEnded: () => undefined,
        });
      const participant: Participant = {
        person,
        tab,
        offline: false,
        store: null as unknown as BoardStore,
        connect(up) {
          if (!connection || connection.up === up) return;
          connection.up = up;
          if (up) connection.socketId = `${(lastSocket += 1)}.1`;
          for (const listener of connection.states) listener(up ? "live" : "offline");
          if (up) for (const channel of connection.listeners.keys()) subscribe(connection, channel);
          const presence = channels.presence(server.boardId);
          for (const other of connections)
            if (other !== connection && other.up) {
              const listener = other.listeners.get(presence);
              if (up)
                listener?.onJoined({ id: person.id, info: { name: person.name, options: person.options } });
              else listener?.onLeft(person.id);
            }
        },
        leaveBoard() {
          this.store.close();
        },
        reopenBoard() {
          this.store = open();
        },
        reloadPage() {
          tab.hidePage();
          this.store.close();
          tab.newPage();
          this.store = open();
        },
      };
      participant.store = open();
      return participant;
    },
  };
  return network;
}

export function person(id: string): Person {
  return { id, name: `Name of ${id}`, options: { color: "#112233", isAvatarStickers: true } };
}
