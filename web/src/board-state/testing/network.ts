import { channels } from "@retro/contract/events";
import type { Person } from "@retro/contract/entities";
import type { ChannelListener, LinkState, RealtimeLink } from "../../realtime/link.ts";
import type { Call } from "../api.ts";
import { openStore } from "../store.ts";
import type { BoardStore } from "../types.ts";
import { createModelServer, type ModelServer, Refused } from "./model-server.ts";
import type { Tab, World } from "./world.ts";

/** How badly the network behaves; probabilities from 0 to 1, delays in milliseconds. */
export interface Faults {
  drop: number;
  double: number;
  eventDelay: number;
  callDelay: number;
  /** A call never reaches the server, or its answer never comes back. */
  lost: number;
  /** 503 */
  busy: number;
}
export const faultless: Faults = { drop: 0, double: 0, eventDelay: 0, callDelay: 0, lost: 0, busy: 0 };

interface Connection {
  person: Person;
  socketId: string;
  up: boolean;
  listeners: Map<string, ChannelListener>;
  states: Set<(state: LinkState) => void>;
}

/** Someone with a tab open on the board. */
export interface Participant {
  readonly person: Person;
  readonly tab: Tab;
  /** As it is now: a reload makes a new one. */
  store: BoardStore;
  /** The realtime connection is lost, or back. */
  connect: (up: boolean) => void;
  /** No call gets through at all while it is true. */
  offline: boolean;
  reloadPage: () => void;
}

export interface Network {
  readonly server: ModelServer;
  faults: Faults;
  /** Drops or changes single events: gives back how often and how late they arrive. */
  tamper: ((to: Person, channel: string, event: string, data: unknown) => number[] | null) | null;
  join: (person: Person) => Participant;
}

/** A server and the ways to it, which drop, double, delay and reorder as told. */
export function createNetwork(world: World, people: readonly Person[]): Network {
  const connections = new Set<Connection>();
  let lastSocket = 0;

  function deliver(to: Connection, channel: string, event: string, data: unknown): void {
    const { drop, double, eventDelay } = network.faults;
    const chosen = network.tamper?.(to.person, channel, event, data);
    const delays = chosen ?? (world.random() < drop ? [] : [world.random() * eventDelay]);
    if (!chosen && world.random() < double) delays.push(world.random() * eventDelay * 2);
    const { socketId } = to;
    for (const delay of delays)
      world.after(delay, () => {
        if (to.up && to.socketId === socketId)
          to.listeners.get(channel)?.event(event, structuredClone(data), undefined);
      });
  }

  const server = createModelServer(people, world.now, (channel, event, data, except) => {
    for (const to of connections)
      if (to.up && to.socketId !== except && to.listeners.has(channel)) deliver(to, channel, event, data);
  });

  function membersOf(channel: string) {
    const ids = new Map<string, { id: string; info: unknown }>();
    for (const { person, up, listeners } of connections)
      if (up && listeners.has(channel))
        ids.set(person.id, { id: person.id, info: { name: person.name, options: person.options } });
    return [...ids.values()];
  }

  function subscribe(connection: Connection, channel: string): void {
    world.after(world.random() * network.faults.callDelay, () => {
      const listener = connection.listeners.get(channel);
      if (!connection.up || !listener) return;
      listener.subscribed(channel.startsWith("presence-") ? membersOf(channel) : []);
    });
  }

  function linkFor(connection: Connection): RealtimeLink {
    return {
      join(channel, _events, listener) {
        connection.listeners.set(channel, listener);
        subscribe(connection, channel);
        return {
          whisper(event, data) {
            for (const other of connections)
              if (other !== connection && other.up && connection.up)
                other.listeners.get(channel)?.event(event, structuredClone(data), connection.person.id);
          },
          leave: () => connection.listeners.delete(channel),
        };
      },
      state: () => (connection.up ? "live" : "offline"),
      onState(listener) {
        connection.states.add(listener);
        return () => connection.states.delete(listener);
      },
      onEnded: () => () => undefined,
      socketId: () => (connection.up ? connection.socketId : undefined),
      close() {
        connection.up = false;
        connection.listeners.clear();
        connection.states.clear();
        connections.delete(connection);
      },
    };
  }

  const network: Network = {
    server,
    faults: faultless,
    tamper: null,
    join(person) {
      const tab = world.tab();
      let connection: Connection | null = null;
      const call: Call = (method, path, body) =>
        new Promise((resolve, reject) => {
          const { callDelay, lost, busy } = network.faults;
          const socketId = connection?.up ? connection.socketId : undefined;
          const fail = (status: number) => reject(new Refused(status));
          const lostThere = who.offline || world.random() < lost / 2;
          const lostBack = world.random() < lost / 2;
          const refused = world.random() < busy;
          world.after(world.random() * callDelay, () => {
            if (lostThere) return fail(0);
            if (refused) return fail(503);
            let answer: { data: unknown; meta: unknown };
            try {
              answer = server.handle({ id: person.id, socketId }, method, path, body);
            } catch (error) {
              world.after(world.random() * callDelay, () =>
                reject(error instanceof Error ? error : new Error(String(error))),
              );
              return;
            }
            world.after(world.random() * callDelay, () => (lostBack ? fail(0) : resolve(answer)));
          });
        });
      const open = () =>
        openStore({
          boardId: server.boardId,
          me: person,
          call,
          env: tab.env,
          connect() {
            connection = {
              person,
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
      const who: Participant = {
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
                listener?.joined({ id: person.id, info: { name: person.name, options: person.options } });
              else listener?.left(person.id);
            }
        },
        reloadPage() {
          tab.leave();
          this.store.close();
          this.store = open();
        },
      };
      who.store = open();
      return who;
    },
  };
  return network;
}

export function person(id: string): Person {
  return { id, name: `Name of ${id}`, options: { color: "#112233", isAvatarStickers: true } };
}
