import { channels } from "@retro/contract/events";
import type { Person } from "@retro/contract/users";
import type { ChannelListener, RealtimeConnection, RealtimeState } from "../../realtime/connection.ts";
import { boardId } from "./modelServer.ts";
import type { Simulation } from "./simulation.ts";

/** A user's realtime connection, which a test can break and restore. */
interface TestConnection {
  person: Person;
  socketId: string;
  up: boolean;
  listeners: Map<string, ChannelListener>;
  stateListeners: Set<(state: RealtimeState) => void>;
}

interface Options {
  simulation: Simulation;
  /** Draws the delays of an event's deliveries; none: it is dropped. */
  deliveries: (to: Person, channel: string, event: string, data: unknown) => number[];
  /** Draws the delay of a subscription. */
  subscriptionDelay: () => number;
}

export type TestRealtime = ReturnType<typeof createTestRealtime>;

/** The realtime endpoint of the model server, and the connections of all users. */
export function createTestRealtime({ simulation, deliveries, subscriptionDelay }: Options) {
  const connections = new Set<TestConnection>();
  let lastSocket = 0;
  const newSocketId = () => `${(lastSocket += 1)}.1`;

  function subscribe(connection: TestConnection, channel: string): void {
    simulation.after(subscriptionDelay(), () => {
      const listener = connection.listeners.get(channel);
      if (!connection.up || !listener) return;
      listener.onSubscribed(channel.startsWith("presence-") ? membersOf(connections, channel) : []);
    });
  }

  return {
    /** Sends an event of the server to all subscribers except one socket. */
    broadcast(channel: string, event: string, data: unknown, except: string | undefined): void {
      for (const to of connections) {
        const { socketId } = to;
        if (!to.up || socketId === except || !to.listeners.has(channel)) continue;
        for (const delay of deliveries(to.person, channel, event, data))
          simulation.after(delay, () => {
            if (to.up && to.socketId === socketId)
              to.listeners.get(channel)?.onEvent(event, structuredClone(data), undefined);
          });
      }
    },
    open(person: Person): TestConnection {
      const connection: TestConnection = {
        person,
        socketId: newSocketId(),
        up: true,
        listeners: new Map(),
        stateListeners: new Set(),
      };
      connections.add(connection);
      return connection;
    },
    /** The connection as the board's store uses it. */
    clientOf: (connection: TestConnection) => clientOf(connection, connections, subscribe),
    /** Breaks or restores a connection; the others learn that the user left or joined. */
    setUp(connection: TestConnection, up: boolean): void {
      if (connection.up === up) return;
      connection.up = up;
      if (up) connection.socketId = newSocketId();
      for (const listener of connection.stateListeners) listener(up ? "live" : "offline");
      if (up) for (const channel of connection.listeners.keys()) subscribe(connection, channel);
      for (const other of connections) {
        if (other === connection || !other.up) continue;
        const listener = other.listeners.get(channels.presence(boardId));
        if (up) listener?.onJoined(memberOf(connection.person));
        else listener?.onLeft(connection.person.id);
      }
    },
  };
}

function clientOf(
  connection: TestConnection,
  connections: Set<TestConnection>,
  subscribe: (connection: TestConnection, channel: string) => void,
): RealtimeConnection {
  return {
    join(channel, _events, listener) {
      connection.listeners.set(channel, listener);
      subscribe(connection, channel);
      return {
        whisper(event, data) {
          for (const other of connections)
            if (other !== connection && other.up && connection.up)
              other.listeners.get(channel)?.onEvent(event, structuredClone(data), connection.person.id);
        },
      };
    },
    state: () => (connection.up ? "live" : "offline"),
    onStateChange(listener) {
      connection.stateListeners.add(listener);
      return () => connection.stateListeners.delete(listener);
    },
    onSessionEnded: () => () => undefined,
    reconnect: () => undefined,
    socketId: () => (connection.up ? connection.socketId : undefined),
    close() {
      connection.up = false;
      connection.listeners.clear();
      connection.stateListeners.clear();
      connections.delete(connection);
    },
  };
}

function membersOf(connections: Iterable<TestConnection>, channel: string) {
  const members = new Map<string, ReturnType<typeof memberOf>>();
  for (const { person, up, listeners } of connections)
    if (up && listeners.has(channel)) members.set(person.id, memberOf(person));
  return [...members.values()];
}

function memberOf({ id, name, options }: Person) {
  return { id, info: { name, options } };
}
