import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { TreeItem } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { flattenTree, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { engines } from "../../testing/databases/test-engines.ts";

/** Sends random commands and junk to the item calls: the tree stays a tree, and no answer is a 5xx. */

const pick = fc.nat({ max: 1_000_000 });
const anything = fc.oneof(
  fc.constantFrom(
    null,
    "",
    " ",
    "nope",
    "\u0000",
    "\ud800",
    "🦦".repeat(1001),
    -1,
    1.5,
    true,
    [],
    {},
    { __proto__: null },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const title = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc.constantFrom("Ёж", "x".repeat(1000)),
);
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("add" as const), parent: pick, title }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("move" as const),
      item: pick,
      parent: pick,
      position: fc.nat({ max: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("edit" as const), item: pick, title }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("delete" as const), item: pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("vote" as const), item: pick, on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("junk" as const),
      call: fc.nat({ max: 5 }),
      item: pick,
      body: anything,
      field: anything,
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

function expectTree(tree: readonly TreeItem[]): void {
  const items = flattenTree(tree);
  expect(new Set(items.map((i) => i.id)).size).toBe(items.length);
  const marks = items.flatMap((i) => [i._lft, i._rgt]);
  expect(marks.toSorted((a, b) => a - b)).toEqual(Array.from({ length: items.length * 2 }, (_, i) => i + 1));
  const walk = (node: TreeItem, parent: TreeItem | null, depth: number): void => {
    expect(node.parent_id).toBe(parent?.id ?? null);
    expect(node._lft).toBeLessThan(node._rgt);
    expect(node._lft).toBeGreaterThan(parent?._lft ?? 0);
    expect(node._rgt).toBeLessThan(parent?._rgt ?? Number.POSITIVE_INFINITY);
    expect(node.kind).toBe(depth === 0 ? "section" : depth === 1 ? "column" : "sticker");
    expect(node.children.length).toBeOneOf(
      node.kind === "section" ? [limits.columnsPerSection] : [node.children.length],
    );
    expect(depth).toBeLessThan(2 + limits.maxNesting);
    for (const child of node.children) walk(child, node, depth + 1);
  };
  for (const section of tree) walk(section, null, 0);
}

async function run(ann: Visitor, board: TestBoard, step: Command): Promise<number> {
  const items = flattenTree(await treeOf(ann, board.url));
  const at = (n: number) => items[n % items.length]?.id ?? "none";
  switch (step.type) {
    case "add":
      return (
        await ann.post(`${board.url}/items`, {
          id: randomUUID(),
          parent_id: at(step.parent),
          title: step.title,
        })
      ).statusCode;
    case "move":
      return (
        await ann.put(`${board.url}/sort`, {
          item_id: at(step.item),
          parent_id: at(step.parent),
          position: step.position,
        })
      ).statusCode;
    case "edit":
      return (await ann.put(`${board.url}/items/${at(step.item)}`, { title: step.title })).statusCode;
    case "delete":
      return (await ann.delete(`${board.url}/items/${at(step.item)}`)).statusCode;
    case "vote": {
      const url = `${board.url}/items/${at(step.item)}/vote`;
      return (await (step.on ? ann.post(url) : ann.delete(url))).statusCode;
    }
    case "junk": {
      const body = [
        step.body,
        { title: step.field, parent_id: at(step.item), style: step.body },
        step.item % 2 === 0
          ? { title: "t", parent_id: step.field, id: step.body }
          : { items: [{ title: "t", id: step.body }, step.field], parent_id: at(step.item) },
        step.item % 2 === 0
          ? { item_id: step.field, parent_id: at(step.item), position: step.body }
          : { item_id: at(step.item), parent_id: at(step.item + 1), after_id: step.field },
        { title: step.field, description: step.body, sections: step.field, deletes: step.body },
        { sections: [{ id: step.field, title: step.body }], deletes: [step.field] },
      ][step.call];
      const payload = JSON.stringify(body ?? null);
      const json = { "content-type": "application/json" };
      if (step.call === 3) return (await ann.put(`${board.url}/sort`, payload, json)).statusCode;
      if (step.call >= 4) return (await ann.put(board.url, payload, json)).statusCode;
      if (step.call === 0)
        return (
          await ann.put(
            `${board.url}/items/${encodeURIComponent(JSON.stringify(step.field) ?? "")}`,
            payload,
            json,
          )
        ).statusCode;
      return (await ann.post(`${board.url}/items`, payload, json)).statusCode;
    }
    default:
      return step satisfies never;
  }
}

describe.each(engines)("the item calls on $name", ({ open }) => {
  let app: TestApp;
  let ann: Visitor;
  test("keep the tree a tree under any commands and any junk, and never answer with a 5xx", async () => {
    const { database, drop } = await open();
    app = await buildTestApp({ database, frozenAt: Date.now() });
    ann = await app.visitor();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (steps) => {
        // A new minute for each board, so that no limit is reached.
        app.time.now += 60_000;
        const board = await makeBoard(ann);
        for (const step of steps)
          expect([step, Math.floor((await run(ann, board, step)) / 100)]).not.toEqual([step, 5]);
        expectTree(await treeOf(ann, board.url));
        const { section_count, sticker_count } = (await ann.get("/api/v1/boards?per_page=1")).json<{
          data: { section_count: number; sticker_count: number }[];
        }>().data[0] ?? { section_count: -1, sticker_count: -1 };
        const items = flattenTree(await treeOf(ann, board.url));
        expect([section_count, sticker_count]).toEqual([
          items.filter((i) => i.kind === "section").length,
          items.filter((i) => i.kind === "sticker").length,
        ]);
      }),
      { numRuns: 120 },
    );
    await app.close();
    await drop();
  }, 120_000);
});
