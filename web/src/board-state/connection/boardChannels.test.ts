import { describe, expect, it } from "vitest";
import type { ChannelListener, RealtimeState, RealtimeConnection } from "../../realtime/connection.ts";
import { createBoardChannels } from "./boardChannels.ts";
import { createPeople } from "../people/boardPeople.ts";
import { person } from "../testing/faultyNetwork.ts";
import { somebody } from "../people/writers.ts";
import { aFacilitation } from "../testing/samples.ts";
import { createSimulation } from "../testing/simulation.ts";

function connecting(fails = 0) {
  const simulation = createSimulation();
  const env = { ...simulation.openTab().env, random: () => 0.5 };
  const log: string[] = [];
  const channels = new Map<string, ChannelListener>();
  const whispers: string[] = [];
  const state = {
    link: "connecting" as RealtimeState,
    tries: 0,
    closed: 0,
    reconnects: 0,
    signal: AbortSignal.abort(),
  };
  const onState = new Set<() => void>();
  const onEnded = new Set<() => void>();
  let failures = fails;
  const link: RealtimeConnection = {
    join(name, _events, listener) {
      channels.set(name, listener);
      return {
        whisper: (event) => whispers.push(`${name} ${event}`),
      };
    },
    state: () => state.link,
    onStateChange(listener) {
      onState.add(listener as () => void);
      return () => undefined;
    },
    onSessionEnded(listener) {
      onEnded.add(listener);
      return () => undefined;
    },
    reconnect: () => (state.reconnects += 1),
    socketId: () => "1.1",
    close: () => (state.closed += 1),
  };
  const people = createPeople({
    boardId: "board",
    me: person("ann"),
    env,
    whisper: () => undefined,
    whisperAnonymously: () => undefined,
    whisperToOwnTabs: () => undefined,
    hidden: () => false,
    facilitation: () => aFacilitation(),
    changed: () => undefined,
  });
  const connection = createBoardChannels({
    boardId: "board",
    me: "ann",
    env,
    connect(signal) {
      state.signal = signal;
      state.tries += 1;
      return (failures -= 1) >= 0 ? Promise.reject(new Error("no")) : Promise.resolve(link);
    },
    people,
    onMessage: (source, data) => log.push(`message ${source} ${JSON.stringify(data)}`),
    onNotice: (event) => log.push(event),
    onMove: {
      asked: ({ space }) => log.push(`asked ${space}`),
      answered: ({ agreed }) => log.push(`answered ${agreed}`),
    },
    onSubscribed: () => log.push("subscribed"),
    onBoardSubscribed: () => log.push("board subscribed"),
    onRefused: () => log.push("refused"),
    onStateChange: () => log.push(`changed ${connection.state()}`),
    onSessionEnded: () => log.push("ended"),
  });
  const become = (next: RealtimeState) => {
    state.link = next;
    for (const listener of onState) listener();
  };
  const channel = (name: string) => channels.get(name) as ChannelListener;
  return {
    simulation,
    connection,
    people,
    log,
    state,
    channels,
    channel,
    whispers,
    become,
    end: () => onEnded.forEach((listener) => listener()),
  };
}
const presence = "presence-boards.board";

describe("the realtime connection of a board", () => {
  it("joins the board's three channels, and is live once all of them are subscribed", async () => {
    const { simulation, connection, channels, channel, log, become } = connecting();
    connection.start();
    await simulation.advance(0);
    expect([...channels.keys()]).toEqual([presence, "private-boards.board", "private-users.ann"]);
    become("live");
    channel("private-boards.board").onSubscribed([]);
    expect([connection.state(), log]).toEqual(["connecting", ["subscribed"]]);
    channel(presence).onSubscribed([{ id: "bob", info: { name: "Bob", options: person("bob").options } }]);
    expect([connection.state(), log.slice(1)]).toEqual(["connecting", ["board subscribed", "subscribed"]]);
    channel("private-users.ann").onSubscribed([]);
    expect([connection.state(), log.slice(3)]).toEqual(["live", ["changed live", "subscribed"]]);
  });

  it("has to subscribe again after it was lost, and tells each change once", async () => {
    const { simulation, connection, channels, log, become } = connecting();
    const subscribeAll = () => channels.forEach(({ onSubscribed }) => onSubscribed([]));
    connection.start();
    await simulation.advance(0);
    become("live");
    subscribeAll();
    log.length = 0;
    become("offline");
    become("offline");
    become("live");
    expect([connection.state(), log]).toEqual(["connecting", ["changed offline", "changed connecting"]]);
    subscribeAll();
    expect(connection.state()).toBe("live");
  });

  it("tells that a channel is refused for good", async () => {
    const { simulation, connection, channel, log } = connecting();
    connection.start();
    await simulation.advance(0);
    channel("private-boards.board").onRefused();
    expect(log).toEqual(["refused"]);
  });

  it("passes on the messages of each channel, and whispers to the people", async () => {
    const { simulation, connection, people, channel, log } = connecting();
    connection.start();
    await simulation.advance(0);
    channel(presence).onEvent("board-items.update", 1, undefined);
    channel("private-boards.board").onEvent("timer.store", 2, undefined);
    channel("private-users.ann").onEvent("board-items.update", 3, undefined);
    channel("private-users.ann").onEvent("session.ended", {}, undefined);
    channel(presence).onEvent("client-edit.board-item", { item_id: "a" }, "bob");
    const asked = { board_id: "board", request: "sealed", name: "Bob", space: "Team" };
    for (const board_id of ["board", "another board of the user"])
      channel("private-users.ann").onEvent("space.ask", { ...asked, board_id }, undefined);
    channel("private-users.ann").onEvent("space.answer", { ...asked, agreed: true }, undefined);
    expect(log.splice(-2)).toEqual(["asked Team", "answered true"]);
    expect(log).toEqual(["message board-items.update 1", "message session 2", "message mine 3", "ended"]);
    expect(people.editing().get("a")).toEqual(["bob"]);
    channel(presence).onEvent("client-write.column", { column_id: "c1" }, "bob");
    channel("private-boards.board").onEvent("client-write.column", { column_id: "c2" }, undefined);
    expect(Object.fromEntries(people.writing())).toEqual({ c1: ["bob"], c2: [somebody] });
    channel(presence).onJoined({ id: "bob", info: { name: "Bob", options: person("bob").options } });
    expect(people.members()).toHaveLength(2);
    channel(presence).onLeft("bob");
    expect([people.members().length, people.editing().size]).toEqual([1, 0]);
  });

  it("tells when the server ended it with the session", async () => {
    const { simulation, connection, log, end } = connecting();
    connection.start();
    await simulation.advance(0);
    end();
    expect(log).toEqual(["ended"]);
  });

  it("that cannot be made counts as offline and is tried again every ten seconds", async () => {
    const { simulation, connection, state } = connecting(2);
    connection.start();
    await simulation.advance(0);
    expect([connection.state(), state.tries]).toEqual(["offline", 1]);
    await simulation.advance(9999);
    expect(state.tries).toBe(1);
    await simulation.advance(1);
    expect(state.tries).toBe(2);
    await simulation.advance(60_000);
    expect([connection.state(), state.tries]).toEqual(["connecting", 3]);
  });

  it("reconnects on request, at most every five seconds, and not before it was made", async () => {
    const { simulation, connection, state } = connecting();
    connection.reconnect();
    expect(state.reconnects).toBe(0);
    connection.start();
    await simulation.advance(0);
    connection.reconnect();
    connection.reconnect();
    await simulation.advance(4999);
    connection.reconnect();
    expect(state.reconnects).toBe(1);
    await simulation.advance(1);
    connection.reconnect();
    expect(state.reconnects).toBe(2);
  });

  it("whispers on the board's own channel, to nobody before it is joined", async () => {
    const { simulation, connection, whispers } = connecting();
    connection.whisper("client-x", {});
    connection.start();
    await simulation.advance(0);
    connection.whisper("client-x", {});
    connection.whisperAnonymously("client-y", {});
    expect(whispers).toEqual([`${presence} client-x`, "private-boards.board client-y"]);
  });

  it("is closed, also when it is made only afterwards", async () => {
    const open = connecting();
    open.connection.start();
    await open.simulation.advance(0);
    open.connection.close();
    expect(open.state.closed).toBe(1);
    const late = connecting();
    late.connection.start();
    late.connection.close();
    await late.simulation.advance(0);
    expect([late.state.closed, late.channels.size, late.state.signal.aborted]).toEqual([1, 0, true]);
    const hopeless = connecting(9);
    hopeless.connection.start();
    await hopeless.simulation.advance(0);
    hopeless.connection.close();
    await hopeless.simulation.advance(60_000);
    expect(hopeless.state.tries).toBe(1);
  });
});
