// @vitest-environment jsdom
import type { ChangesOfOthers } from "@retro/contract/changes";
import { beforeAll, describe, expect, it } from "vitest";
import { aSticker, aView } from "../../../board-state/testing/samples.ts";
import { startTexts } from "../../../testing/startTexts.ts";
import { failureText } from "./undoTexts.ts";

beforeAll(startTexts);
const view = aView([aSticker("a", { title: "Slow builds" })]);
const refused = (status: number, data?: ChangesOfOthers) =>
  failureText(
    {
      command: { type: "item.delete", id: "a" },
      error: { name: "ApiError", message: "Why", status, data },
      partly: false,
    },
    "undo",
    view,
  );

describe("[Y7] the undo of a new sticker that the server refuses", () => {
  it("says whether others have voted for it, changed it or deleted it", () => {
    const voted = { what: "voted", user_id: null } as const;
    const inside = { what: "inside", user_id: "bob" } as const;
    expect(refused(409, { changed: [voted] })).toBe(
      "Others have voted for “Slow builds” since. Nothing was undone.",
    );
    for (const changed of [[inside, voted], []])
      expect(refused(409, { changed })).toBe(
        "Someone else has changed “Slow builds” since. Nothing was undone.",
      );
    expect(refused(404)).toMatch("deleted");
    expect(refused(422)).toBe("Why. Nothing was undone.");
  });
});
