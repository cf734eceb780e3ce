import { describe, expect, test } from "vitest";
import { type FixtureUser } from "../../testing/board-fixture.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const edit = "client-edit.board-item";
const update = "client-update.user";
const write = "client-write.column";
const ready = "client-update.ready";
const wish = "client-update.wish";

/**
 * Sends a whisper on one of the board's channels. @returns what each of the others received, and the sender's
 * error
 */
async function whisper(t: ObservedBoard, by: FixtureUser, event: string, data: unknown, kind = "presence") {
  const from = Object.values(t.connections).map(({ raw }) => raw.received.length);
  const channel = `${kind}-boards.${t.names.id("@retro")}`;
  t.connections[by].raw.send(event, t.names.resolve(data), channel);
  for (const listener of [t.connections[by], ...Object.values(t.connections)]) await listener.flush();
  const received = Object.entries(t.connections).map(([name, { raw }], i) => [
    name,
    raw.received
      .slice(from[i])
      .filter((frame) => frame.event.startsWith("client-") || frame.event === "pusher:error")
      .map((frame) => t.names.named(frame.event === "pusher:error" ? "error" : [frame.user_id, frame.data])),
  ]);
  return Object.fromEntries(received) as Record<string, unknown[]>;
}

describe("who is editing what", () => {
  test("is sent to the others on the board, with the user's id and nothing else", async () => {
    const t = await start();
    const told = [["@bob", { item_id: "@one" }]];
    expect(await whisper(t, "bob", edit, { item_id: "@one", title: "secret" })).toEqual({
      ann: told,
      annTab: told,
      bob: [],
      cy: told,
      dan: [],
    });
    expect((await whisper(t, "bob", edit, { item_id: null })).cy).toEqual([["@bob", { item_id: null }]]);
  });

  test.each([
    ["an item that is no id", { item_id: { deep: 1 } }],
    ["a text", "one"],
  ])("with %s is told to nobody", async (_name, data) => {
    const t = await start();
    const received = await whisper(t, "bob", edit, data);
    expect([received["bob"], received["cy"]]).toEqual([["error"], []]);
  });

  test("is sent to nobody while avatars are hidden, and again afterwards [H3]", async () => {
    const t = await start();
    const relayed = async () => (await whisper(t, "bob", edit, { item_id: "@one" })).cy?.length === 1;
    const set = (value: unknown) => t.sendOk("ann", "PUT", "/facilitators", { option: "avatars", value });
    await t.sendOk("ann", "POST", "/facilitators");
    for (const [value, told] of [
      ["none", true],
      ["hide", false],
      ["show", true],
      ["hide", false],
      [false, true],
    ] as const) {
      await set(value);
      expect([value, await relayed()]).toEqual([value, told]);
    }
    await set("hide");
    expect(await relayed()).toBe(false);
    await t.sendOk("ann", "DELETE", "/facilitators");
    expect(await relayed()).toBe(true);
  });
});

describe("[M2] an attacker whispers on a locked board", () => {
  test.each([
    ["that they edit a sticker", edit, { item_id: "@one" }, "presence"],
    ["that they write in a column", write, { column_id: "@A.1" }, "presence"],
    ["that somebody writes in a column", write, { column_id: "@A.1" }, "private"],
  ])("%s: nobody is told, until it is unlocked", async (_name, event, data, kind) => {
    const t = await start();
    const told = async () => (await whisper(t, "bob", event, data, kind)).cy?.length;
    expect(await told()).toBe(1);
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    expect(await told()).toBe(0);
    await t.sendOk("ann", "PUT", "/lock", { locked: false });
    expect(await told()).toBe(1);
  });

  test("that they have another name: the others are told, because it changes nothing on the board", async () => {
    const t = await start();
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    const named = { name: "Robert", options: { color: "#112233", isAvatarStickers: true } };
    expect((await whisper(t, "bob", update, named)).cy).toEqual([["@bob", named]]);
    await t.sendOk("ann", "PUT", "/lock", { locked: false });
  });
});

describe("[H7] who writes in which column", () => {
  const column = { column_id: "@A.1" };

  test("without a name is sent to the others, and no frame says by whom", async () => {
    const t = await start();
    const told = [[undefined, column]];
    const forged = { ...column, text: "secret", user_id: "@ann" };
    expect(await whisper(t, "bob", write, forged, "private")).toEqual({
      ann: told,
      annTab: told,
      bob: [],
      cy: told,
      dan: [],
    });
  });

  test("from somebody who is not on the board is told to nobody", async () => {
    const t = await start();
    for (const kind of ["presence", "private"]) {
      const heard = await whisper(t, "dan", write, column, kind);
      expect([heard["dan"], heard["cy"]]).toEqual([["error"], []]);
    }
  });

  test("names nobody while avatars or contents are hidden, even if a browser tries to", async () => {
    const t = await start();
    await t.sendOk("ann", "POST", "/facilitators");
    for (const [option, value, named] of [
      ["avatars", "hide", false],
      ["avatars", "show", true],
      ["hideContent", true, false],
      ["hideContent", false, true],
    ] as const) {
      await t.sendOk("ann", "PUT", "/facilitators", { option, value });
      expect([option, value, (await whisper(t, "bob", write, column)).cy?.length]).toEqual([
        option,
        value,
        named ? 1 : 0,
      ]);
      expect((await whisper(t, "bob", write, column, "private")).cy).toEqual([[undefined, column]]);
    }
  });
});

describe("a user's new name and options", () => {
  const options = { color: "#112233", isAvatarStickers: false };

  test("are sent to the others, also while avatars are hidden", async () => {
    const t = await start();
    await t.facilitate({ avatars: "hide" });
    const received = await whisper(t, "bob", update, { name: "Robert", options, role: "admin" });
    expect([received["cy"], received["bob"], received["dan"]]).toEqual([
      [["@bob", { name: "Robert", options }]],
      [],
      [],
    ]);
  });
});

describe("[F5] who is done with a step", () => {
  test("is sent to the others on the board, with nothing else, also on a locked one", async () => {
    const t = await start();
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    for (const said of [1768478400000, "watching", null])
      expect(await whisper(t, "bob", ready, { ready: said, name: "Ann", text: "secret" })).toMatchObject({
        cy: [["@bob", { ready: said }]],
        bob: [],
        dan: [],
      });
    await t.sendOk("ann", "PUT", "/lock", { locked: false });
  });

  test.each([
    ["another word", { ready: "<img src=x onerror=alert(1)>" }],
    ["an object", { ready: { valueOf: 1 } }],
    ["nothing", {}],
    ["a text", "watching"],
  ])("with %s is told to nobody", async (_name, data) => {
    const t = await start();
    const received = await whisper(t, "bob", ready, data);
    expect([received["bob"], received["cy"]]).toEqual([["error"], []]);
  });

  test("from somebody who is not on the board, or without a name, is told to nobody", async () => {
    const t = await start();
    for (const [by, kind] of [
      ["dan", "presence"],
      ["bob", "private"],
    ] as const)
      expect((await whisper(t, by, ready, { ready: 1 }, kind)).cy).toEqual([]);
  });
});

describe("[F6] to keep going or to move on", () => {
  const said = { board_id: "@retro", token: "t1", wish: "move:1768478400000" };

  test("is sent to the others on the board, also on a locked one, and no frame says by whom", async () => {
    const t = await start();
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    const forged = { ...said, user_id: "@bob", name: "Bob" };
    const told = [[undefined, { ...said, token: expect.stringMatching(/^[\w-]{22}$/u) }]];
    expect(await whisper(t, "bob", wish, forged, "private")).toEqual({
      ann: told,
      annTab: told,
      bob: [],
      cy: told,
      dan: [],
    });
    await t.sendOk("ann", "PUT", "/lock", { locked: false });
  });

  test.each([
    ["an attacker's page whispers a wish where frames name the sender", wish, said],
    ["a page from before the wish had a channel of its own", ready, { ready: said.wish }],
  ])("%s: nobody is told", async (_name, event, data) => {
    const t = await start();
    const received = await whisper(t, "bob", event, data);
    expect([received["bob"], received["cy"]]).toEqual([["error"], []]);
  });

  test("attack: eight whispers with eight tokens from one connection are one user's, and each topic has its own", async () => {
    const t = await start();
    const tokens = async (wishes: readonly object[], by: "bob" | "cy" = "bob") => {
      const heard = [];
      for (const each of wishes)
        heard.push(...((await whisper(t, by, wish, { ...said, ...each }, "private"))["ann"] ?? []));
      return heard.map((frame) => (frame as [unknown, { token: string }])[1].token);
    };
    const eight = await tokens(Array.from({ length: 8 }, (_, n) => ({ token: `made-up-${n}` })));
    expect([eight.length, new Set(eight).size]).toEqual([8, 1]);
    const back = await tokens([{ wish: null, topic: 1768478400000 }]);
    const others = [...(await tokens([{ wish: "move:1" }])), ...(await tokens([{}], "cy"))];
    expect(back).toEqual([eight[0]]);
    expect(new Set([...eight, ...others]).size).toBe(3);
    expect(others.join()).not.toContain("made-up");
  });

  test("is sent to the user's own tabs over their own channel, and to nobody else", async () => {
    const t = await start();
    const channel = `private-users.${t.names.id("@ann")}`;
    const from = Object.values(t.connections).map(({ raw }) => raw.received.length);
    t.connections.ann.raw.send(wish, t.names.resolve(said), channel);
    for (const listener of [t.connections.ann, ...Object.values(t.connections)]) await listener.flush();
    const told = Object.entries(t.connections)
      .filter(([, { raw }], i) => raw.received.slice(from[i]).some(({ event }) => event === wish))
      .map(([name]) => name);
    expect(told).toEqual(["annTab"]);
  });
});

test("a user who left the board's channel can no longer whisper there", async () => {
  const t = await start();
  const channel = `presence-boards.${t.names.id("@retro")}`;
  t.connections.bob.raw.send("pusher:unsubscribe", { channel });
  const received = await whisper(t, "bob", edit, { item_id: "@one" });
  expect([received["bob"], received["cy"]]).toEqual([["error"], []]);
  expect(await t.connections.bob.join(channel)).toBe(200);
});
