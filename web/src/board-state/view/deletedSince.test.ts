import { expect, it } from "vitest";
import type { Call } from "../apiCalls.ts";
import { DeletedSinceQuery } from "./deletedSince.ts";

/** A change log in which version 6 deleted "early" and version 11 deleted "late". */
function changeLog() {
  const asked: string[] = [];
  const call: Call = (_method, path) => {
    asked.push(path);
    const since = Number(new URL(path, "http://server").searchParams.get("since"));
    const deleted = [
      { version: 6, ids: ["early"] },
      { version: 11, ids: ["late"] },
    ].filter(({ version }) => version > since);
    const changes = deleted.map(({ ids }) => ({ type: "item.deleted", ids }));
    return Promise.resolve({ data: { version: 11, changes, serverTime: 0 }, meta: undefined });
  };
  return { asked, query: new DeletedSinceQuery(call, "boards/board", () => 1_800_000_000_000) };
}

it("an answer since a later version does not say what was deleted before it", async () => {
  const { query } = changeLog();
  expect([...(await query.since(10))]).toEqual(["late"]);
  expect([...(await query.since(5))]).toEqual(["early", "late"]);
});

it("changes that wait at the same time share the answer since the earliest version", async () => {
  const { asked, query } = changeLog();
  expect([...(await query.since(5))]).toEqual(["early", "late"]);
  expect([...(await query.since(10))]).toContain("late");
  expect(asked).toEqual(["boards/board/changes?since=5"]);
});
