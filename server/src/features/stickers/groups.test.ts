import { describe, expect, test } from "vitest";
import type { TreeItem } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";
import type { FixtureUser } from "../../testing/board-fixture.ts";
import { describeReceived } from "../../testing/received-events.ts";

const start = observeBoards();
const name = (t: ObservedBoard, who: FixtureUser, item: string, body: object) =>
  t.send(who, "PUT", `/items/${item}`, body);
async function read(t: ObservedBoard, who: FixtureUser, item: string): Promise<TreeItem | undefined> {
  const flatten = (nodes: TreeItem[]): TreeItem[] =>
    nodes.flatMap((node) => [node, ...flatten(node.children)]);
  return flatten((await t.send(who, "GET", "/items")).data as TreeItem[]).find(({ id }) => id === item);
}
const into = (parent_id: string, ...ids: string[]) => ({
  moves: ids.map((item_id, i) => ({ item_id, parent_id, after_id: ids[i - 1] ?? null })),
});

describe("the name of a group [N1]", () => {
  test("is stored with the sticker that is the group, in one line; everybody gets it in one version", async () => {
    const t = await start();
    const done = await name(t, "cy", "@two", { name: "  Tests\nand builds " });
    expect(done.data).toMatchObject({ id: "@two", name: "Tests and builds", rev: 2, title: "two" });
    expect(done.stored).toEqual({ items: { changed: { "@two": { name: "Tests and builds", rev: 2 } } } });
    expect(describeReceived(done).ann).toEqual(["presence board-items.update: put @two"]);
    expect((await read(t, "bob", "@two"))?.name).toBe("Tests and builds");
  });

  test("attack: while content is hidden nobody reads it on any road, and only those who see the text change it [H1]", async () => {
    const t = await start();
    await name(t, "bob", "@two", { name: "Secret name" });
    await t.facilitate({ hideContent: true });
    const roads = ["/items", "/changes?since=1", "/items/votes", "/actions"];
    for (const road of roads)
      expect(JSON.stringify(await t.send("cy", "GET", road))).not.toContain("Secret name");
    for (const kind of ["json", "csv", "markdown"]) {
      const { body } = await t.people.cy.get(`/web/boards/${t.names.id("@retro")}/export-${kind}`);
      expect([kind, body.includes("Secret name")]).toEqual([kind, false]);
    }
    expect((await name(t, "cy", "@two", { name: "Mine" })).code).toBe("content_hidden");
    const done = await name(t, "bob", "@two", { name: "Secret name 2" });
    expect(done.status).toBe(200);
    expect(JSON.stringify(done.received.cy)).not.toContain("Secret");
    expect(JSON.stringify(done.received.ann)).toContain("Secret name 2");
  });

  test(`has at most ${limits.groupName} characters; a section has none`, async () => {
    const t = await start();
    const tooLong = await name(t, "ann", "@two", { name: "x".repeat(limits.groupName + 1) });
    expect([tooLong.status, Object.keys(tooLong.errors ?? {})]).toEqual([422, ["name"]]);
    expect((await name(t, "ann", "@A", { name: "No" })).data).not.toHaveProperty("name");
  });
});

describe("several stickers into one group [T13]", () => {
  test("attack: one move that is refused undoes all of them", async () => {
    const t = await start();
    const outline = await t.outline();
    const refused = [
      into("@one", "@three", "@x-one"),
      into("@one", "@three", "@one"),
      into("@two", "@three", "@two-a", "nowhere"),
      {
        moves: [
          { item_id: "@three", parent_id: "@one", after_id: null },
          { item_id: "@A", parent_id: "@one", after_id: null },
        ],
      },
    ];
    for (const body of refused) expect((await t.send("cy", "PUT", "/sort", body)).status).toBe(422);
    const stale = { parent_id: "@A.0", order: "zz" };
    const moved = {
      moves: [
        ...into("@one", "@three").moves,
        { item_id: "@five", parent_id: "@one", after_id: null, from: stale },
      ],
    };
    expect((await t.send("cy", "PUT", "/sort", moved)).code).toBe("conflict");
    expect(await t.outline()).toEqual(outline);
  });

  test.each([
    ["none", []],
    [
      `more than ${limits.movesPerCall}`,
      Array(limits.movesPerCall + 1).fill(into("@one", "@three").moves[0]),
    ],
  ])("%s is refused", async (_name, moves) => {
    const t = await start();
    expect((await t.send("cy", "PUT", "/sort", { moves })).status).toBe(422);
  });
});
