// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { aSticker, aView } from "../../../board-state/testing/samples.ts";
import { startI18n } from "../../../i18n/i18n.ts";
import { failureText } from "./undoTexts.ts";

beforeAll(startI18n);
const view = aView([aSticker("a", { title: "Slow builds" })]);
const refused = (status: number, code?: string) =>
  failureText(
    {
      command: { type: "item.delete", id: "a" },
      error: { name: "ApiError", message: "Why", status, ...(code !== undefined && { code }) },
      partly: false,
    },
    "undo",
    view,
  );

describe("Y7 · the undo of a new sticker that the server refuses", () => {
  it("says whether others have voted for it, changed it or deleted it", () => {
    expect(refused(409, "has_votes")).toBe("Others have voted for “Slow builds” since. Nothing was undone.");
    expect(refused(409, "conflict")).toBe(
      "Someone else has changed “Slow builds” since. Nothing was undone.",
    );
    expect(refused(404)).toMatch("deleted");
    expect(refused(422)).toBe("Why. Nothing was undone.");
  });
});
