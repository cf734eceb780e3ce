import { describe, expect, it } from "vitest";
import { readMessage } from "./realtimeMessage.ts";
import { aBoard, aFacilitation } from "../testing/samples.ts";

const tick = { type: "tick" } as const;
const read = (source: string, data: unknown) => readMessage(source, data, "board");

describe("a realtime message", () => {
  it("of the board's channel tells a version's changes to everyone", () => {
    expect(read("board-items.update", { version: 3, changes: [tick] })).toEqual({
      kind: "version",
      version: 3,
      changes: [tick],
      isPersonal: false,
      serverTime: null,
    });
    const head = { type: "board.put", board: { title: "New", description: "" } } as const;
    const board = aBoard(4, { title: "New" });
    expect(read("board.update", { version: 4, board, changes: [head] })).toMatchObject({
      kind: "version",
      version: 4,
      changes: [head],
      isPersonal: false,
    });
  });

  it("of the facilitation begins with the facilitation itself, and tells the server's time", () => {
    const session = aFacilitation({ hideContent: true }, "bob");
    const event = { ...session, version: 5, serverTime: 1234 };
    expect(read("session", { ...event, changes: [tick] })).toEqual({
      kind: "version",
      version: 5,
      changes: [{ type: "session.put", session }, tick],
      isPersonal: false,
      serverTime: 1234,
    });
    expect(read("session", event)).toMatchObject({ changes: [{ type: "session.put", session }] });
  });

  it("of the user's own channel is personal, and may be about another board", () => {
    const own = { board_id: "board", version: 6, changes: [tick] };
    expect(read("mine", own)).toMatchObject({
      kind: "version",
      version: 6,
      isPersonal: true,
      changes: [tick],
    });
    expect(read("mine", { ...own, board_id: "other" })).toEqual({ kind: "elsewhere" });
  });

  it("that was too large names its version only", () => {
    for (const source of ["mine", "session", "board-items.update", "board.update"])
      expect(read(source, { version: 7, fetch: true })).toEqual({ kind: "fetch", version: 7 });
  });

  it("that this page does not understand is unknown", () => {
    for (const data of [null, "text", {}, { version: "8", changes: [] }, { version: 8 }])
      for (const source of ["mine", "session", "board-items.update", "board.update"])
        expect(read(source, data)).toEqual({ kind: "unknown" });
    const sparkle = { version: 8, changes: [{ type: "item.sparkle" }] };
    expect(read("board-items.update", sparkle)).toEqual({ kind: "unknown" });
  });
});
