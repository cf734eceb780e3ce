import { expect, test } from "vitest";
import { scrubWithheldData } from "./apply-change.ts";
import { facilitation, sticker, boardView } from "./testing/board.ts";

test("[H6] a text stays when only its count or its author is withheld", () => {
  const items = [sticker("a", "c"), sticker("b", "c", { title: null, hidden: true })];
  const after = scrubWithheldData(
    boardView("me", items, { facilitation: facilitation({ avatars: "hide", concealVoteCount: true }) }),
  );
  expect(after.items.get("a")).toEqual({ ...items[0], user_id: null, votes: null });
  expect(after.items.get("b")).toEqual({ ...items[1], user_id: null, votes: null });
});
