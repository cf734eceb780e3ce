import { describe, expect, it } from "vitest";
import { deferDeletion } from "./deferredDeletion.ts";
import { createEntry } from "./outboxEntry.ts";
import { createSimulation } from "./testing/simulation.ts";

function deferring() {
  const world = createSimulation();
  const { env } = world.openTab();
  const entry = createEntry({ type: "item.delete", id: "a" }, env, null, null, "deletion");
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
    await world.advance(9999);
    expect([heard, entry.deferred]).toEqual([[], true]);
    await world.advance(1);
    expect([heard, entry.deferred, entry.cancelWait]).toEqual([["commit", "ended"], false, null]);
    deletion.undo();
    deletion.commit();
    await world.advance(20_000);
    expect(heard).toEqual(["commit", "ended"]);
  });

  it("is never sent after it was undone", async () => {
    const { world, entry, deletion, heard } = deferring();
    deletion.undo();
    deletion.commit();
    await world.advance(20_000);
    expect([heard, entry.deferred]).toEqual([["undo", "ended"], false]);
  });
});
