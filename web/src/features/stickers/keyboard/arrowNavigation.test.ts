import { expect, it } from "vitest";
import { nearestInDirection } from "./arrowNavigation.ts";

/** Two sections side by side with two columns each, and one section below; stickers are 100 wide. */
const wall = [
  ["a1", 0, 0, 50],
  ["a2", 0, 60, 200],
  ["a3", 0, 210, 260],
  ["b1", 110, 0, 40],
  ["c1", 240, 0, 90],
  ["c2", 240, 100, 300],
  ["d1", 0, 400, 450],
] as const;
const boxes = wall.map(([name, left, top, bottom]) => ({
  name,
  box: { left, right: left + 100, top, bottom },
}));

function goes(from: string, key: string): string | null {
  const start = boxes.find(({ name }) => name === from);
  if (start === undefined) throw new Error(`no sticker ${from}`);
  return (
    nearestInDirection(
      start.box,
      boxes.filter((each) => each !== start),
      key,
    )?.name ?? null
  );
}

it("goes down and up a column, and on to the section below", () => {
  expect(["a1", "a2", "a3"].map((name) => goes(name, "ArrowDown"))).toEqual(["a2", "a3", "d1"]);
  expect(["d1", "a3", "a2"].map((name) => goes(name, "ArrowUp"))).toEqual(["a3", "a2", "a1"]);
});

it("goes to the column beside, however short, to what is nearest in it", () => {
  expect(goes("a3", "ArrowRight")).toBe("b1");
  expect(goes("b1", "ArrowRight")).toBe("c1");
  expect(goes("c2", "ArrowLeft")).toBe("b1");
  expect(goes("b1", "ArrowLeft")).toBe("a1");
});

it("stays where nothing is that way, and for other keys", () => {
  expect(goes("a1", "ArrowUp")).toBeNull();
  expect(goes("a1", "ArrowLeft")).toBeNull();
  expect(goes("c1", "ArrowRight")).toBeNull();
  expect(goes("a1", "Home")).toBeNull();
});
