import { describe, expect, it } from "vitest";
import { deferDeletion } from "./deferredDeletion.ts";
import { createEntry } from "./outboxEntry.ts";
import { createSimulation } from "../testing/simulation.ts";

function deferring() {
  const simulation = createSimulation();
  const { env } = simulation.openTab();
  const entry = createEntry({ type: "item.delete", id: "a" }, env, null, null, "deletion");
  const log: string[] = [];
  const deletion = deferDeletion(entry, env, {
    commit: () => log.push("commit"),
    undo: () => log.push("undo"),
  });
  void deletion.ended.then(() => log.push("ended"));
  return { simulation, entry, deletion, log };
}

describe("a deletion that can be undone", () => {
  it("is sent after ten seconds, once", async () => {
    const { simulation, entry, deletion, log } = deferring();
    await simulation.advance(9999);
    expect([log, entry.deferred]).toEqual([[], true]);
    await simulation.advance(1);
    expect([log, entry.deferred, entry.cancelWait]).toEqual([["commit", "ended"], false, null]);
    deletion.undo();
    deletion.commit();
    await simulation.advance(20_000);
    expect(log).toEqual(["commit", "ended"]);
  });

  it("is never sent after it was undone", async () => {
    const { simulation, entry, deletion, log } = deferring();
    deletion.undo();
    deletion.commit();
    await simulation.advance(20_000);
    expect([log, entry.deferred]).toEqual([["undo", "ended"], false]);
  });
});
