import { describe, expect, it } from "vitest";
import { deferDeletion } from "./deletion.ts";
import { newEntry } from "./entry.ts";
import { createWorld } from "./testing/world.ts";

function deferring() {
  const world = createWorld();
  const { env } = world.tab();
  const entry = newEntry({ type: "item.delete", id: "a" }, env, null, null, "deletion");
  const heard: string[] = [];
  const deletion = deferDeletion(entry, env, {
    commit: () => heard.push("commit"),
    undo: () => heard.push("undo"),
  });
  void deletion.ended.then(() => heard.push("ended"));
  return { world, entry, deletion, heard };
}

describe("a deletion that can be undone", () => {
  it("is sent after ten seconds, once", async () => {
    const { world, entry, deletion, heard } = deferring();
    await world.pass(9999);
    expect([heard, entry.deferred]).toEqual([[], true]);
    await world.pass(1);
    expect([heard, entry.deferred, entry.stop]).toEqual([["commit", "ended"], false, null]);
    deletion.undo();
    deletion.commit();
    await world.pass(20_000);
    expect(heard).toEqual(["commit", "ended"]);
  });

  it("is never sent after it was undone", async () => {
    const { world, entry, deletion, heard } = deferring();
    deletion.undo();
    deletion.commit();
    await world.pass(20_000);
    expect([heard, entry.deferred]).toEqual([["undo", "ended"], false]);
  });
});
