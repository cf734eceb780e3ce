import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Person } from "@retro/contract/users";
import { type FacilitatorOptions, noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { WhisperWish } from "@retro/contract/events";
import { describe, expect, it } from "vitest";
import { createPeople } from "./boardPeople.ts";
import { person } from "../testing/faultyNetwork.ts";
import { aFacilitation } from "../testing/samples.ts";
import { createSimulation } from "../testing/simulation.ts";

const raw = ({ id, ...info }: Person) => ({ id, info });
const edit = "client-edit.board-item";
const rename = "client-update.user";
const write = "client-write.column";
const ready = "client-update.ready";
const ask = "client-ask.ready";
const wish = "client-update.wish";

function ann() {
  const simulation = createSimulation();
  const { env } = simulation.openTab();
  const said: (string | null)[] = [];
  const names: unknown[] = [];
  const state = { hidden: false, changes: 0 };
  const people = createPeople({
    boardId: "board",
    me: person("ann"),
    env,
    whisper(event, data) {
      if (event === edit) said.push((data as { item_id: string | null }).item_id);
      else names.push(data);
    },
    whisperAnonymously: () => undefined,
    whisperToOwnTabs: () => undefined,
    hidden: () => state.hidden,
    facilitation: () => null,
    changed: () => (state.changes += 1),
  });
  const memberIds = () => people.members().map(({ id }) => id);
  const editing = () => Object.fromEntries(people.editing());
  return { simulation, people, said, names, state, memberIds, editing };
}

describe("what the user edits", () => {
  it("is whispered at once, and then at most every 220 ms, with only the last value in between", async () => {
    const { simulation, people, said } = ann();
    people.setEditing("a");
    for (const item of ["b", "c", "d"]) people.setEditing(item);
    expect(said).toEqual(["a"]);
    await simulation.advance(219);
    expect(said).toEqual(["a"]);
    await simulation.advance(1);
    expect(said).toEqual(["a", "d"]);
    await simulation.advance(1000);
    people.setEditing("e");
    expect(said).toEqual(["a", "d", "e"]);
  });

  it("is not said again when it is the same by then", async () => {
    const { simulation, people, said } = ann();
    people.setEditing("a");
    people.setEditing("b");
    people.setEditing("a");
    await simulation.advance(1000);
    people.setEditing("a");
    expect(said).toEqual(["a"]);
  });

  it("is whispered again every ten seconds while it lasts, and its end once", async () => {
    const { simulation, people, said } = ann();
    people.setEditing("a");
    await simulation.advance(9999);
    expect(said).toEqual(["a"]);
    await simulation.advance(1);
    expect(said).toEqual(["a", "a"]);
    people.setEditing(null);
    await simulation.advance(60_000);
    expect(said).toEqual(["a", "a", null]);
  });

  it("is sent to a new member, once to several, and when the channel is subscribed again", async () => {
    const { simulation, people, said } = ann();
    people.joined(raw(person("bob")));
    expect(said).toEqual([]);
    people.setEditing("a");
    await simulation.advance(1000);
    people.joined(raw(person("cem")));
    people.joined(raw(person("dan")));
    expect(said).toEqual(["a", "a"]);
    people.setMembers([raw(person("ann")), raw(person("bob"))]);
    expect(said).toEqual(["a", "a", "a"]);
  });

  it("is not said while avatars are hidden", async () => {
    const { simulation, people, said, state } = ann();
    state.hidden = true;
    people.setEditing("a");
    await simulation.advance(30_000);
    expect(said).toEqual([]);
    people.close();
    expect(said).toEqual([]);
  });

  it("ends when the board is closed, and nothing is said after that", async () => {
    const { simulation, people, said } = ann();
    people.setEditing("a");
    people.setEditing("b");
    people.close();
    await simulation.advance(60_000);
    expect(said).toEqual(["a", null]);
    const idle = ann();
    idle.people.close();
    expect(idle.said).toEqual([]);
  });
});

describe("what others edit", () => {
  it("is marked per sticker, in the order in which they came", () => {
    const { people, editing } = ann();
    people.whispered(edit, { item_id: "a" }, "bob");
    people.whispered(edit, { item_id: "a" }, "cem");
    people.whispered(edit, { item_id: "b" }, "dan");
    expect(editing()).toEqual({ a: ["bob", "cem"], b: ["dan"] });
    people.whispered(edit, { item_id: "b" }, "bob");
    expect(editing()).toEqual({ a: ["cem"], b: ["dan", "bob"] });
    people.whispered(edit, { item_id: null }, "dan");
    expect(editing()).toEqual({ a: ["cem"], b: ["bob"] });
  });

  it("keeps its identity for a sticker about which nothing changed", () => {
    const { people } = ann();
    people.whispered(edit, { item_id: "a" }, "bob");
    const before = people.editing().get("a");
    people.whispered(edit, { item_id: "b" }, "cem");
    expect(people.editing().get("a")).toBe(before);
    people.whispered(edit, { item_id: "a" }, "dan");
    expect(people.editing().get("a")).toEqual(["bob", "dan"]);
  });

  it("is forgotten after 35 seconds without another word, and lasts with one", async () => {
    const { simulation, people, editing, state } = ann();
    people.whispered(edit, { item_id: "a" }, "bob");
    await simulation.advance(34_000);
    people.whispered(edit, { item_id: "a" }, "bob");
    await simulation.advance(34_999);
    expect(editing()).toEqual({ a: ["bob"] });
    const { changes } = state;
    await simulation.advance(1);
    expect([editing(), state.changes]).toEqual([{}, changes + 1]);
  });

  it("is forgotten when they leave, or are absent when the channel is subscribed again", () => {
    const { people, editing } = ann();
    for (const id of ["bob", "cem", "dan"]) people.joined(raw(person(id)));
    people.whispered(edit, { item_id: "a" }, "bob");
    people.whispered(edit, { item_id: "a" }, "cem");
    people.whispered(edit, { item_id: "a" }, "dan");
    people.left("bob");
    expect(editing()).toEqual({ a: ["cem", "dan"] });
    people.setMembers([raw(person("ann")), raw(person("dan"))]);
    expect(editing()).toEqual({ a: ["dan"] });
  });

  it("is ignored from the user's own tabs, without a sender, in another form, or while avatars are hidden", () => {
    const { people, editing, state } = ann();
    people.whispered(edit, { item_id: "a" }, "ann");
    people.whispered(edit, { item_id: "a" }, undefined);
    people.whispered(edit, { item_id: 5 }, "bob");
    people.whispered("client-other", { item_id: "a" }, "bob");
    state.hidden = true;
    people.whispered(edit, { item_id: "a" }, "bob");
    expect(editing()).toEqual({});
  });

  it("stops being counted when the board is closed", async () => {
    const { simulation, people, state } = ann();
    people.whispered(edit, { item_id: "a" }, "bob");
    people.close();
    const { changes } = state;
    await simulation.advance(60_000);
    expect(state.changes).toBe(changes);
  });
});

describe("members", () => {
  it("are the user alone at first, then what the channel says, each user once", () => {
    const { people, memberIds } = ann();
    expect(memberIds()).toEqual(["ann"]);
    people.setMembers([raw(person("bob")), raw(person("bob")), raw(person("ann"))]);
    expect(memberIds()).toEqual(["bob", "ann"]);
    people.setMembers([raw(person("cem"))]);
    expect(memberIds()).toEqual(["ann", "cem"]);
  });

  it("come and go; another tab of a user is the same member", () => {
    const { people, memberIds } = ann();
    people.joined(raw(person("bob")));
    people.joined(raw({ ...person("bob"), name: "Bobby" }));
    expect(memberIds()).toEqual(["ann", "bob"]);
    expect(people.members()[1]?.name).toBe("Bobby");
    expect(people.people().get("bob")?.name).toBe("Bobby");
    people.left("bob");
    people.left("ann");
    expect(memberIds()).toEqual(["ann"]);
    expect(people.people().get("bob")?.name).toBe("Bobby");
  });

  it("leave out what is not a valid member", () => {
    const { people, memberIds } = ann();
    people.joined({ id: "bob", info: { name: 5 } });
    people.joined({ id: 7 as never, info: person("bob") });
    people.setMembers([{ id: "bob", info: null }]);
    expect(memberIds()).toEqual(["ann"]);
  });
});

describe("names", () => {
  it("of others change by their whisper, for members and for known authors alone", () => {
    const { people } = ann();
    people.joined(raw(person("bob")));
    const { options } = person("bob");
    people.whispered(rename, { name: "Bobby", options }, "bob");
    expect([people.members()[1]?.name, people.people().get("bob")?.name]).toEqual(["Bobby", "Bobby"]);
    people.whispered(rename, { name: "Stranger", options }, "cem");
    expect(people.people().has("cem")).toBe(false);
    people.whispered(rename, { name: "", options }, "bob");
    expect(people.people().get("bob")?.name).toBe("Bobby");
  });

  it("of the user are whispered to the others", () => {
    const { people, names } = ann();
    const info = { name: "Anna", options: { color: "#445566", isAvatarStickers: false } };
    people.setOwnInfo(info);
    expect([people.members()[0], people.people().get("ann"), names]).toEqual([
      { id: "ann", ...info },
      info,
      [info],
    ]);
  });

  it("that are learned again keep the map's identity unless one of them says something new", () => {
    const { people } = ann();
    people.addPeople([person("bob")]);
    const before = people.people();
    people.addPeople([person("bob"), person("ann")]);
    expect(people.people()).toBe(before);
    const { options } = person("bob");
    for (const more of [
      { name: "Bobby" },
      { options: { ...options, color: "#000000" } },
      { options: { ...options, isAvatarStickers: false } },
    ]) {
      people.addPeople([person("bob")]);
      people.addPeople([{ ...person("bob"), ...more }]);
      expect(people.people().get("bob")).toMatchObject(more);
    }
  });

  it("[H3] of users who are not on the board, and all marks, are forgotten when avatars are hidden", async () => {
    const { simulation, people, editing, state } = ann();
    people.joined(raw(person("bob")));
    people.addPeople([person("cem")]);
    people.whispered(edit, { item_id: "a" }, "bob");
    people.scrub();
    expect([[...people.people().keys()], editing()]).toEqual([["ann", "bob"], {}]);
    people.whispered(edit, { item_id: "b" }, "dan");
    expect(editing()).toEqual({ b: ["dan"] });
    people.scrub();
    state.hidden = true;
    people.left("bob");
    expect([...people.people().keys()]).toEqual(["ann"]);
    const { changes } = state;
    await simulation.advance(60_000);
    expect(state.changes).toBe(changes);
  });
});

describe("[H7] who writes in which column", () => {
  function writing(options: Partial<FacilitatorOptions>, isAvatarStickers = true) {
    const world = createSimulation();
    const said: [string, unknown][] = [];
    const state = { facilitation: aFacilitation({ ...noOptions, ...options }) as Facilitation | null };
    const me = { ...person("ann"), options: { ...person("ann").options, isAvatarStickers } };
    const people = createPeople({
      boardId: "board",
      me,
      env: world.openTab().env,
      whisper: (_event, data) => said.push(["named", data]),
      whisperAnonymously: (_event, data) => said.push(["anonymous", data]),
      whisperToOwnTabs: () => undefined,
      hidden: () => state.facilitation?.facilitator_options.avatars === "hide",
      facilitation: () => state.facilitation,
      changed: () => undefined,
    });
    return { world, people, said, state };
  }

  it.each([
    [{}, true, "named"],
    [{}, false, "anonymous"],
    [{ avatars: "none" }, false, "anonymous"],
    [{ avatars: "show" }, false, "named"],
    [{ avatars: "hide" }, true, "anonymous"],
    [{ hideContent: true }, true, "anonymous"],
  ] as const)("with %j, and the user's own avatar shown: %s, is whispered %s", (options, shown, way) => {
    const { people, said } = writing(options, shown);
    people.setWriting("c1");
    expect(said).toEqual([[way, { column_id: "c1" }]]);
  });

  it("is whispered without a name before the board is loaded", () => {
    const { people, said, state } = writing({});
    state.facilitation = null;
    people.setWriting("c1");
    expect(said).toEqual([["anonymous", { column_id: "c1" }]]);
  });

  it("names nobody when contents or avatars are hidden, and forgets the names from before", () => {
    const { people, state } = writing({});
    people.whispered(write, { column_id: "c1" }, "bob");
    people.whispered(write, { column_id: "c1" }, "ann");
    people.whispered(write, { column_id: "c1" }, undefined);
    people.whispered(write, { column_id: 5 }, "cem");
    people.whisperedAnonymously(write, { column_id: "c2" });
    people.whisperedAnonymously(edit, { item_id: "a" });
    people.whisperedAnonymously(rename, { name: "Eve", options: person("eve").options });
    expect(Object.fromEntries(people.writing())).toEqual({ c1: ["bob"], c2: [""] });
    expect([people.editing().size, people.people().size]).toEqual([0, 1]);
    people.scrubWriters();
    state.facilitation = aFacilitation({ ...noOptions, hideContent: true });
    people.whispered(write, { column_id: "c1" }, "bob");
    expect(Object.fromEntries(people.writing())).toEqual({ c1: [""] });
  });
});

describe("[F5] two tabs of one user", () => {
  it("are done together, and what one takes back the other does not repeat", async () => {
    const { simulation, people, names } = ann();
    people.whispered(ready, { ready: 7 }, "ann");
    expect(people.ready()).toBe(7);
    expect(people.readyOthers().size).toBe(0);
    people.setReady(null);
    people.whispered(ready, { ready: 8 }, "ann");
    people.whispered(ready, { ready: null }, "ann");
    await simulation.advance(100_000);
    expect(people.ready()).toBeNull();
    expect(names).toEqual([{ ready: null }]);
  });

  it("stay done when one of them is closed: the end of the last connection ends it", () => {
    const { people, names } = ann();
    people.setReady(7);
    people.close();
    expect(names).toEqual([{ ready: 7 }]);
  });
});

describe("[F5] a second tab, or one that was reloaded while another is open", () => {
  const asked = (names: readonly unknown[]) => names.filter((data) => JSON.stringify(data) === "{}").length;

  it("asks, and is told at once what the others and the user's own tab said", () => {
    const { people, names } = ann();
    people.setMembers([raw(person("ann")), raw(person("bob"))]);
    expect(names).toEqual([{}]);
    const other = ann();
    other.people.setReady(7);
    for (const from of ["ann", "bob"]) other.people.whispered(ask, {}, from);
    expect(other.names[0]).toEqual({ ready: 7 });
  });

  it("asks again after a lost connection only in a meeting", () => {
    const { people, names } = ann();
    for (let i = 0; i < 3; i += 1) people.setMembers([raw(person("ann"))]);
    expect(asked(names)).toBe(1);
  });

  it("that comes right after a whisper is told after the pause, and those who say nothing are silent", async () => {
    const { simulation, people, names } = ann();
    people.whispered(ask, {}, "bob");
    people.setReady(7);
    people.whispered(ask, {}, "bob");
    people.joined(raw(person("cem")));
    await simulation.advance(1000);
    expect(names).toEqual([{ ready: 7 }, { ready: 7 }]);
  });
});

describe("[F6] an attacker who reads all frames", () => {
  function wishing() {
    const simulation = createSimulation();
    const named: unknown[] = [];
    const anonymous: WhisperWish[] = [];
    const ownTabs: unknown[] = [];
    const people = createPeople({
      boardId: "board",
      me: person("ann"),
      env: simulation.openTab().env,
      whisper: (_event, data) => named.push(data),
      whisperAnonymously: (_event, data) => anonymous.push(data as WhisperWish),
      whisperToOwnTabs: (_event, data) => ownTabs.push(data),
      hidden: () => false,
      facilitation: () => null,
      changed: () => undefined,
    });
    return { simulation, people, named, anonymous, ownTabs };
  }

  it("learns no name with a wish, and cannot connect the wishes about two topics", async () => {
    const { simulation, people, named, anonymous, ownTabs } = wishing();
    for (const said of ["move:1", "keep:1", null, "keep:2"] as const) {
      people.setWish(said);
      await simulation.advance(500);
    }
    expect(named).toEqual([]);
    expect(ownTabs).toEqual(anonymous);
    expect(anonymous.map(({ wish: said }) => said)).toEqual(["move:1", "keep:1", null, "keep:2"]);
    expect(JSON.stringify(anonymous)).not.toContain("ann");
    expect(anonymous.map(({ token }) => token === anonymous[0]?.token)).toEqual([true, true, true, false]);
  });

  it("does not see whose wish it is when its author reconnects, or leaves", () => {
    const { people, anonymous } = wishing();
    people.setWish("move:1");
    people.setMembers([raw(person("ann")), raw(person("bob"))]);
    people.close();
    expect(anonymous).toHaveLength(1);
  });

  it("counts each user once: their tabs have one token, on this board alone", () => {
    const { people } = wishing();
    const said = { board_id: "board", token: "t1", wish: "move:1" };
    people.whisperedAnonymously(wish, said);
    people.whisperedByOwnTab(wish, said);
    people.whisperedAnonymously(wish, said);
    people.whisperedAnonymously(wish, { ...said, token: "t2" });
    people.whisperedByOwnTab(wish, { ...said, board_id: "another", wish: "keep:1" });
    people.whispered(wish, { ...said, token: "t3" }, "bob");
    expect([people.wish(), Object.fromEntries(people.wishOthers())]).toEqual([
      "move:1",
      { "move:1": ["t2"] },
    ]);
  });
});
