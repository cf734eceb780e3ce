import { describe, expect, it } from "vitest";
import type { ChannelListener, RealtimeState, RealtimeConnection } from "../realtime/connection.ts";
import { createBoardChannels } from "./boardChannels.ts";
import { createPeople } from "./boardPeople.ts";
import { person } from "./testing/faultyNetwork.ts";
import { createSimulation } from "./testing/simulation.ts";

function connecting(fails = 0) {
  const world = createSimulation();
  const env = { ...world.openTab().env, random: () => 0.5 };
  const heard: string[] = [];
  const channels = new Map<string, ChannelListener>();
  const whispers: string[] = [];
  const state = { link: "connecting" as RealtimeState, tries: 0, closed: 0, left: 0, reconnects: 0 };
  const onState = new Set<() => void>();
  const onEnded = new Set<() => void>();
  let failures = fails;
  const link: RealtimeConnection = {
    join(name, _events, listener) {
      channels.set(name, listener);
      return {
        whisper: (event) => whispers.push(`${name} ${event}`),
        leave: () => (state.left += 1),
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
    me: person("ann"),
    env,
    whisper: () => undefined,
    hidden: () => false,
    changed: () => undefined,
  });
  const connection = createBoardChannels({
    boardId: "board",
    me: "ann",
    env,
    connect() {
      state.tries += 1;
      return (failures -= 1) >= 0 ? Promise.reject(new Error("no")) : Promise.resolve(link);
    },
    people,
    onMessage: (source, data) => heard.push(`news ${source} ${JSON.stringify(data)}`),
    onSubscribed: () => heard.push("stands"),
    onBoardSubscribed: () => heard.push("here"),
    onStateChange: () => heard.push(`changed ${connection.state()}`),
    onSessionEnded: () => heard.push("ended"),
  });
  const become = (next: RealtimeState) => {
    state.link = next;
    for (const listener of onState) listener();
  };
  const channel = (name: string) => channels.get(name) as ChannelListener;
  return {
    world,
    connection,
    people,
    heard,
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
  it("joins the board's three channels, and is live once the board's channel is subscribed", async () => {
    const { world, connection, channels, channel, heard, become } = connecting();
    connection.start();
    await world.advance(0);
    expect([...channels.keys()]).toEqual([presence, "private-boards.board", "private-users.ann"]);
    become("live");
    channel("private-boards.board").onSubscribed([]);
    expect([connection.state(), heard]).toEqual(["connecting", ["stands"]]);
    channel(presence).onSubscribed([{ id: "bob", info: { name: "Bob", options: person("bob").options } }]);
    expect(connection.state()).toBe("live");
    expect(heard.slice(1)).toEqual(["here", "changed live", "stands"]);
  });

  it("has to subscribe again after it was lost, and tells each change once", async () => {
    const { world, connection, channel, heard, become } = connecting();
    connection.start();
    await world.advance(0);
    become("live");
    channel(presence).onSubscribed([]);
    heard.length = 0;
    become("offline");
    become("offline");
    become("live");
    expect([connection.state(), heard]).toEqual(["connecting", ["changed offline", "changed connecting"]]);
    channel(presence).onSubscribed([]);
    expect(connection.state()).toBe("live");
  });

  it("passes on the messages of each channel, and whispers to the people", async () => {
    const { world, connection, people, channel, heard } = connecting();
    connection.start();
    await world.advance(0);
    channel(presence).onEvent("board-items.update", 1, undefined);
    channel("private-boards.board").onEvent("timer.store", 2, undefined);
    channel("private-users.ann").onEvent("board-items.update", 3, undefined);
    channel("private-users.ann").onEvent("session.ended", {}, undefined);
    channel(presence).onEvent("client-edit.board-item", { item_id: "a" }, "bob");
    expect(heard).toEqual(["news board-items.update 1", "news session 2", "news mine 3", "ended"]);
    expect(people.editing().get("a")).toEqual(["bob"]);
    channel(presence).onJoined({ id: "bob", info: { name: "Bob", options: person("bob").options } });
    expect(people.members()).toHaveLength(2);
    channel(presence).onLeft("bob");
    expect([people.members().length, people.editing().size]).toEqual([1, 0]);
  });

  it("tells when the server ended it with the session", async () => {
    const { world, connection, heard, end } = connecting();
    connection.start();
    await world.advance(0);
    end();
    expect(heard).toEqual(["ended"]);
  });

  it("that cannot be made counts as offline and is tried again every ten seconds", async () => {
    const { world, connection, state } = connecting(2);
    connection.start();
    await world.advance(0);
    expect([connection.state(), state.tries]).toEqual(["offline", 1]);
    await world.advance(9999);
    expect(state.tries).toBe(1);
    await world.advance(1);
    expect(state.tries).toBe(2);
    await world.advance(60_000);
    expect([connection.state(), state.tries]).toEqual(["connecting", 3]);
  });

  it("reconnects on request, at most every five seconds, and not before it was made", async () => {
    const { world, connection, state } = connecting();
    connection.reconnect();
    expect(state.reconnects).toBe(0);
    connection.start();
    await world.advance(0);
    connection.reconnect();
    connection.reconnect();
    await world.advance(4999);
    connection.reconnect();
    expect(state.reconnects).toBe(1);
    await world.advance(1);
    connection.reconnect();
    expect(state.reconnects).toBe(2);
  });

  it("whispers on the board's own channel, to nobody before it is joined", async () => {
    const { world, connection, whispers } = connecting();
    connection.whisper("client-x", {});
    connection.start();
    await world.advance(0);
    connection.whisper("client-x", {});
    expect(whispers).toEqual([`${presence} client-x`]);
  });

  it("is closed with all its channels, also when it is made only afterwards", async () => {
    const open = connecting();
    open.connection.start();
    await open.world.advance(0);
    open.connection.close();
    expect([open.state.left, open.state.closed]).toEqual([3, 1]);
    const late = connecting();
    late.connection.start();
    late.connection.close();
    await late.world.advance(0);
    expect([late.state.closed, late.channels.size]).toEqual([1, 0]);
    const hopeless = connecting(9);
    hopeless.connection.start();
    await hopeless.world.advance(0);
    hopeless.connection.close();
    await hopeless.world.advance(60_000);
    expect(hopeless.state.tries).toBe(1);
  });
});
