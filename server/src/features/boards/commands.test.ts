import { describe, expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import { describeReceived } from "../../testing/received-events.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const whole = ["A: one two(two-a) three | four |", "B: five |  |", "C:  |  |"];

describe("Edit Board", () => {
  test("a title and a description: the row changes with its folded search text, nothing else", async () => {
    const t = await start();
    const done = await t.sendOk("bob", "PUT", "", { title: "  ЁЛКА Sprint ", description: " Why " });
    expect(done.stored).toEqual({
      boards: { changed: { "@retro": { title: "ЁЛКА Sprint", search: "елка sprint", description: "Why" } } },
    });
    expect(done.data).toMatchObject({
      id: "@retro",
      title: "ЁЛКА Sprint",
      description: "Why",
      facilitator_id: null,
    });
    expect((done.data as Board).version).toBe(done.meta?.version);
    expect(done.meta?.changes).toEqual([
      { type: "board.put", board: { title: "ЁЛКА Sprint", description: "Why" } },
    ]);
    expect(describeReceived(done).cy).toEqual(["presence board.update: board.put"]);
  });

  test.each([
    ["a blank title", { title: " " }, ["title"]],
    ["an unknown section", { sections: [{ id: "@A" }, { id: "nowhere" }] }, ["sections.1.id"]],
    ["a section of another board", { sections: [{ id: "@X" }] }, ["sections.0.id"]],
    ["a column as a section", { sections: [{ id: "@A.0" }] }, ["sections.0.id"]],
    ["the same section twice", { sections: [{ id: "@A" }, { id: "@B" }, { id: "@A" }] }, ["sections.2.id"]],
    ["a section both listed and deleted", { sections: [{ id: "@A" }], deletes: ["@A"] }, ["sections.0.id"]],
    ["the deletion of an unknown section", { deletes: ["nowhere"] }, ["deletes"]],
    ["the deletion of another board's section", { deletes: ["@X"] }, ["deletes"]],
    ["the deletion of a sticker", { deletes: ["@one"] }, ["deletes"]],
    ["the deletion of all sections", { deletes: ["@A", "@B", "@C"] }, ["sections"]],
  ])("refuses %s, and leaves no trace", async (_name, body, fields) => {
    const t = await start();
    const done = await t.send("bob", "PUT", "", { title: "New", ...body });
    expect([done.status, Object.keys(done.errors ?? {})]).toEqual([422, fields]);
    expect(await t.outline()).toEqual(whole);
  });

  test("all at once is one version and one event", async () => {
    const t = await start();
    const done = await t.sendOk("bob", "PUT", "?return=items", {
      title: "New",
      sections: [{ id: "@C", title: "Sea" }, { title: "Fresh" }, { id: "@A" }],
      deletes: ["@B"],
    });
    expect(await t.outline()).toEqual(["Sea:  |  |", "Fresh:  |  |", whole[0]]);
    const { board, items } = done.data as { board: Board; items: TreeItem[] };
    expect(board.sections.map(({ title }) => title)).toEqual(["Sea", "Fresh", "A"]);
    expect(items).toEqual((await t.send("bob", "GET", "/items")).data);
    expect(board.version).toBe(done.meta?.version);
    expect(done.stored.boards).toEqual({
      changed: { "@retro": { title: "New", search: "new", sticker_count: 5 } },
    });
  });

  test("a board holds 12 sections, not 13; it keeps one [T2]", async () => {
    const t = await start();
    const more = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `S${i}` }));
    const old = [{ id: "@A" }, { id: "@B" }, { id: "@C" }];
    const refused = async (body: object) => {
      const done = await t.send("ann", "PUT", "", body);
      expect([done.status, Object.keys(done.errors ?? {})]).toEqual([422, ["sections"]]);
    };
    await refused({ sections: [...old, ...more(10)] });
    await refused({ sections: more(10) });
    await refused({ sections: more(13), deletes: ["@A", "@B", "@C"] });
    await t.sendOk("ann", "PUT", "", { sections: [...old, ...more(limits.maxSections - 3)] });
    expect(await t.outline()).toHaveLength(12);
    await refused({ sections: [{ title: "one more" }] });
    await t.sendOk("ann", "PUT", "", { sections: [{ title: "instead" }], deletes: ["@B"] });
    expect(await t.outline()).toHaveLength(12);
    const ids = (await t.send("ann", "GET", "")).data as Board;
    await refused({ deletes: ids.sections.map(({ id }) => id) });
    await t.sendOk("ann", "PUT", "", { deletes: ids.sections.slice(1).map(({ id }) => id) });
    expect(await t.outline()).toHaveLength(1);
  });

  test("a section's title that another user has changed since is not overwritten; the same title is no conflict", async () => {
    const t = await start();
    const rev = ((await t.send("bob", "GET", "/items")).data as TreeItem[])[1]?.rev ?? 0;
    await t.sendOk("cy", "PUT", "/items/@B", { title: "by Cy" });
    const sections = (title: string) => [{ id: "@A" }, { id: "@B", title, rev }];
    const refused = await t.send("bob", "PUT", "", {
      title: "New",
      sections: sections("by Bob"),
      deletes: ["@C"],
    });
    expect([refused.status, refused.code, Object.keys(refused.errors ?? {})]).toEqual([
      409,
      "conflict",
      ["sections.1.title"],
    ]);
    expect(refused.data).toEqual({ "sections.1.title": { text: "by Cy", rev: rev + 1 } });
    expect((await t.sendOk("bob", "PUT", "", { sections: sections("by Cy") })).meta?.changes).toEqual([]);
  });

  test.each(["title", "description"])(
    "a %s that another user has changed since is not overwritten",
    async (field) => {
      const t = await start();
      const from = { title: "Retro", description: "" };
      await t.sendOk("cy", "PUT", "", { [field]: "by Cy" });
      const refused = await t.send("bob", "PUT", "", { [field]: "by Bob", from });
      expect([refused.status, Object.keys(refused.errors ?? {}), refused.data]).toEqual([
        409,
        [field],
        { [field]: { text: "by Cy" } },
      ]);
      expect((await t.sendOk("bob", "PUT", "", { [field]: "by Cy", from })).meta?.changes).toEqual([]);
      const other = field === "title" ? "description" : "title";
      await t.sendOk("bob", "PUT", "", { [other]: "by Bob", from });
      await t.sendOk("bob", "PUT", "", { [field]: "by Bob", from: { [field]: "by Cy" } });
    },
  );
});

describe("making a board", () => {
  const made = { title: "  Ёлка ", description: " Why ", template: "4Ls" };

  test("writes one board with its sections, its creator's visit and the template's count; sends no event", async () => {
    const t = await start();
    const done = await t.send("cy", "POST", "/api/v1/boards", made);
    const board = done.data as Board;
    expect([done.status, board]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        title: "Ёлка",
        description: "Why",
        facilitator_id: null,
        facilitator_options: noOptions,
        timer: idleTimer,
        sections: ["Liked", "Learned", "Lacked", "Longed for"].map((title) => ({
          id: expect.any(String),
          title,
        })),
        version: 1,
        serverTime: t.app.time.now,
      },
    ]);
    const { boards, items, visits, template_counts, ...rest } = done.stored;
    expect(rest).toEqual({});
    expect(boards).toEqual({
      added: {
        [board.id]: {
          id: board.id,
          title: "Ёлка",
          description: "Why",
          search: "елка",
          creator_id: "@cy",
          version: 1,
          facilitator_id: null,
          facilitator_options: noOptions,
          timer: idleTimer,
          timer_settles_at: null,
          section_count: 4,
          sticker_count: 0,
          action_count: 0,
          created_at: t.app.time.now,
          last_used_at: t.app.time.now,
          locked: 0,
          archived_at: null,
          deleted_at: null,
          deleted_by: null,
          passphrase_hash: null,
          passphrase_set_at: null,
          passphrase_space_id: null,
          space_id: null,
          meeting: null,
          meeting_undo: null,
          next_steps: null,
          last_meeting: null,
          rounds: null,
        },
      },
    });
    expect(Object.values(items?.added ?? {})).toHaveLength(16);
    expect(new Set(Object.values(items?.added ?? {}).map(({ board_id }) => board_id))).toEqual(
      new Set([board.id]),
    );
    expect(visits?.added).toEqual({
      [`@cy ${board.id}`]: {
        user_id: "@cy",
        board_id: board.id,
        visited_at: t.app.time.now,
        removed_at: null,
      },
    });
    expect(template_counts).toEqual({ added: { "four-ls": { template_key: "four-ls", count: 1 } } });
    expect((await t.send("cy", "POST", "/api/v1/boards", made)).stored.template_counts).toEqual({
      changed: { "four-ls": { count: 2 } },
    });
  });

  test.each([
    ["no title", { title: undefined }, "title"],
    ["an unknown template", { template: "nope" }, "template"],
    ["another's own template", { template: "Bob's own" }, "template"],
  ])("refuses %s, and writes nothing", async (name, wrong, field) => {
    const t = await start();
    if (name === "another's own template")
      await t.people.bob.post(`${t.url}/template`, { title: "Bob's own" });
    const done = await t.send("cy", "POST", "/api/v1/boards", { title: "New", ...wrong });
    expect([done.status, Object.keys(done.errors ?? {})]).toEqual([422, [field]]);
    expect(done.stored.boards).toBeUndefined();
    expect(done.stored.template_counts).toBeUndefined();
  });

  test.each([
    ["no template", undefined, "Went well"],
    ["an empty name", "", "Went well"],
    ["a Russian name", "Четыре L", "Liked"],
  ])("with %s", async (_name, template, first) => {
    const t = await start();
    const done = await t.send("cy", "POST", "/api/v1/boards", { title: "New", template });
    expect((done.data as Board).sections[0]?.title).toBe(first);
  });
});

describe("opening and listing boards", () => {
  test("opening a board notes the visit, at most hourly, for this user and board only", async () => {
    const t = await start();
    const hour = 3_600_000;
    t.app.time.now += hour;
    await t.send("cy", "GET", "");
    const last = t.app.time.now;
    t.app.time.now += hour - 1;
    expect((await t.send("cy", "GET", "")).stored).toEqual({});
    t.app.time.now = last + hour;
    const { visits } = (await t.send("cy", "GET", "")).stored;
    expect(Object.keys(visits?.changed ?? visits?.added ?? {})).toEqual(["@cy @retro"]);
  });

  test("a list shows only the user's own boards, the latest first, with exact counts", async () => {
    const t = await start();
    const list = async (who: "ann" | "cy" | "dan", query = "") =>
      (await t.send(who, "GET", `/api/v1/boards${query}`)).data as (Board & {
        section_count: number;
        sticker_count: number;
      })[];
    t.app.time.now += 3_600_000;
    await t.send("dan", "GET", `/api/v1/boards/@other`);
    expect(await list("dan")).toMatchObject([{ id: "@other", section_count: 3, sticker_count: 3 }]);
    await t.send("dan", "GET", "");
    t.app.time.now += 3_600_000;
    await t.send("dan", "GET", `/api/v1/boards/@other`);
    expect((await list("dan")).map(({ id }) => id)).toEqual(["@other", "@retro"]);
    expect((await list("dan", "?per_page=1&page=2")).map(({ id }) => id)).toEqual(["@retro"]);
    await t.sendOk("ann", "PUT", "", { title: "100% Ёлка_" });
    expect((await list("dan", `?q=${encodeURIComponent("ёЛК")}`)).map(({ id }) => id)).toEqual(["@retro"]);
    expect((await list("dan", `?q=${encodeURIComponent("0% ё")}`)).map(({ id }) => id)).toEqual(["@retro"]);
    expect(await list("dan", `?q=${encodeURIComponent("1_0")}`)).toEqual([]);
  });

  test("users-options names authors and those present; while avatars are hidden only those present [H3]", async () => {
    const t = await start();
    const names = async () =>
      ((await t.send("cy", "GET", "/users-options")).data as { id: string }[]).map(({ id }) => id).toSorted();
    expect(await names()).toEqual(["@ann", "@bob", "@cy"]);
    const { raw } = t.connections.bob;
    raw.send("pusher:unsubscribe", { channel: `presence-boards.${t.names.id("@retro")}` });
    await t.connections.bob.flush();
    expect(await names()).toEqual(["@ann", "@bob", "@cy"]);
    await t.facilitate({ avatars: "hide" });
    expect(await names()).toEqual(["@ann", "@cy"]);
    await t.connections.bob.join(`presence-boards.${t.names.id("@retro")}`);
    expect(await names()).toEqual(["@ann", "@bob", "@cy"]);
  });
});
