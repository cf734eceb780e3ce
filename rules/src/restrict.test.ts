import { expect, test } from "vitest";
import { restrict } from "./apply.ts";
import { session, sticker, view } from "./testing/board.ts";

test("H6 · a text stays known where only its count or its author is withheld", () => {
  const items = [sticker("a", "c"), sticker("b", "c", { title: null, hidden: true })];
  const after = restrict(
    view("me", items, { session: session({ avatars: "hide", concealVoteCount: true }) }),
  );
  expect(after.items.get("a")).toEqual({ ...items[0], user_id: null, votes: null });
  expect(after.items.get("b")).toEqual({ ...items[1], user_id: null, votes: null });
});
