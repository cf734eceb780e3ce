import { expect, test } from "vitest";
import { compareSiblings, maxOrderKeyLength, type ItemNode, makeOrderKeys, placeItem } from "./tree.ts";

const siblings = (orders: readonly string[]): ItemNode[] =>
  orders.map((order, i) => ({ id: `n${i}`, parent_id: "c", kind: "sticker", order }));

/** Moves an item and gives the siblings in their new order, as their keys have it. */
function move(
  nodes: readonly ItemNode[],
  id: string,
  position: number,
): { nodes: ItemNode[]; rekeyed: number } {
  const item = nodes.find((node) => node.id === id) as ItemNode;
  const others = nodes.filter((node) => node.id !== id);
  const { order, rekeyed } = placeItem(others, position);
  const orders = new Map(rekeyed.map((each) => [each.item.id, each.order]));
  const next = others.map((node) => ({ ...node, order: orders.get(node.id) ?? node.order }));
  const wanted = [...next.slice(0, position), { ...item, order }, ...next.slice(position)];
  expect(wanted.toSorted(compareSiblings).map((node) => node.id)).toEqual(wanted.map((node) => node.id));
  return { nodes: wanted, rekeyed: rekeyed.length };
}

/** The longest keys come from moves between the same two neighbours, from above and from below. */
const attacks: [string, (turn: number, nodes: readonly ItemNode[]) => [string, number]][] = [
  ["the last to the second place", (_, nodes) => [nodes.at(-1)?.id ?? "", 1]],
  ["the first to the place before the last", (_, nodes) => [nodes[0]?.id ?? "", nodes.length - 2]],
  ["the outer ones by turns into the middle", (turn, nodes) => [nodes.at(turn % 2 ? 0 : -1)?.id ?? "", 5]],
  ["the second and the third by turns", (_, nodes) => [nodes[1]?.id ?? "", 2]],
];

test.each(attacks)("4,000 moves of %s leave no key longer than 50 characters", (_, next) => {
  let nodes = siblings(makeOrderKeys(10));
  let [rekeyed, longest] = [0, 0];
  for (let turn = 0; turn < 4000; turn += 1) {
    const done = move(nodes, ...next(turn, nodes));
    nodes = done.nodes;
    rekeyed += done.rekeyed;
    for (const { order } of nodes) longest = Math.max(longest, order.length);
  }
  expect(longest).toBeLessThanOrEqual(maxOrderKeyLength);
  // On average a move gives less than one other sibling a new key.
  expect(rekeyed).toBeLessThan(4000);
});

test("a move among 6,000 siblings gives few of them new keys", () => {
  let nodes = siblings(makeOrderKeys(6000));
  let most = 0;
  for (let turn = 0; turn < 300; turn += 1) {
    const others = nodes.slice(0, -1);
    const { order, rekeyed } = placeItem(others, 3000);
    const orders = new Map(rekeyed.map((each) => [each.item.id, each.order]));
    most = Math.max(most, rekeyed.length);
    const next = others.map((node) => ({ ...node, order: orders.get(node.id) ?? node.order }));
    nodes = [...next.slice(0, 3000), { ...(nodes.at(-1) as ItemNode), order }, ...next.slice(3000)];
  }
  expect(nodes.toSorted(compareSiblings)).toEqual(nodes);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(32);
});

test.each([
  ["equal keys", ["a0", "a0", "a0"]],
  ["keys of thousands of characters", ["a0", `a0${"V".repeat(13_000)}`, `a0${"V".repeat(13_001)}`, "a1"]],
])("%s get new keys by the next move between them", (_, orders) => {
  const nodes = siblings(orders);
  const after = move([...nodes, { id: "x", parent_id: "c", kind: "sticker", order: "a5" }], "x", 2).nodes;
  expect(after.map((node) => node.id)).toEqual(["n0", "n1", "x", ...nodes.slice(2).map((node) => node.id)]);
  expect(Math.max(...after.map((node) => node.order.length))).toBeLessThanOrEqual(maxOrderKeyLength);
});
