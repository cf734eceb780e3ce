import type { Person } from "@retro/contract/users";
import { BoardStore } from "../boardStore.ts";
import { createFaultyCall, type NetworkControls } from "./faultyCall.ts";
import { ModelServer } from "./modelServer.ts";
import { drawDeliveries, faultless } from "./networkFaults.ts";
import type { SimulatedTab } from "./simulatedTab.ts";
import type { Simulation } from "./simulation.ts";
import { createTestRealtime, type TestRealtime } from "./testRealtime.ts";

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

export interface FaultyNetwork extends NetworkControls {
  readonly server: ModelServer;
  /**
   * Controls the delivery of single events. @returns a delay for each delivery (none: dropped), or null for
   * the usual faults
   */
  tamper: ((to: Person, channel: string, event: string, data: unknown) => number[] | null) | null;
  join: (person: Person) => Participant;
}

/** A model server behind a network that drops, doubles, delays and reorders as `faults` says. */
export function createFaultyNetwork(simulation: Simulation, people: readonly Person[]): FaultyNetwork {
  const { random } = simulation;
  const realtime = createTestRealtime({
    simulation,
    deliveries: (...event) => network.tamper?.(...event) ?? drawDeliveries(network.faults, random),
    subscriptionDelay: () => random() * network.faults.callDelay,
  });
  const network: FaultyNetwork = {
    server: new ModelServer(people, simulation.now, (...event) => realtime.broadcast(...event)),
    faults: faultless,
    tamper: null,
    refuse: null,
    acknowledged: [],
    calls: [],
    join: (person) => joinNetwork(person, network, realtime, simulation),
  };
  return network;
}

/** Opens the board in a new tab of this user. */
function joinNetwork(
  person: Person,
  network: FaultyNetwork,
  realtime: TestRealtime,
  simulation: Simulation,
): Participant {
  const tab = simulation.openTab();
  let connection: ReturnType<TestRealtime["open"]> | null = null;
  const call = createFaultyCall({
    person,
    network,
    server: network.server,
    simulation,
    now: tab.env.now,
    socketId: () => (connection?.up ? connection.socketId : undefined),
    isOffline: () => participant.offline,
  });
  const open = () =>
    new BoardStore({
      boardId: network.server.boardId,
      me: person,
      call,
      env: tab.env,
      connect() {
        connection = realtime.open(person);
        return Promise.resolve(realtime.clientOf(connection));
      },
      onSessionEnded: () => undefined,
    });
  const participant: Participant = {
    person,
    tab,
    offline: false,
    store: null as unknown as BoardStore,
    connect(up) {
      if (connection) realtime.setUp(connection, up);
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
}

export function person(id: string): Person {
  return { id, name: `Name of ${id}`, options: { color: "#112233", isAvatarStickers: true } };
}
