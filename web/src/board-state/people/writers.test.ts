import { describe, expect, it } from "vitest";
import { createSimulation } from "../testing/simulation.ts";
import { createWriters, somebody } from "./writers.ts";

function ann() {
  const world = createSimulation();
  const { env } = world.openTab();
  const said: (string | null)[] = [];
  const state = { nameMe: true, nameOthers: true, changes: 0 };
  const writers = createWriters({
    env,
    mayNameMe: () => state.nameMe,
    mayNameOthers: () => state.nameOthers,
    whisperNamed: (columnId) => said.push(columnId),
    whisperAnonymously: (columnId) => said.push(`somebody in ${columnId}`),
    changed: () => (state.changes += 1),
  });
  return { world, writers, said, state, shown: () => Object.fromEntries(writers.byColumn()) };
}

describe("[H7] where the user writes", () => {
  it("is whispered at once, every three seconds while it lasts, and its end once", async () => {
    const { world, writers, said } = ann();
    writers.set("c1");
    writers.set("c1");
    await world.advance(2999);
    expect(said).toEqual(["c1"]);
    await world.advance(1);
    expect(said).toEqual(["c1", "c1"]);
    writers.set(null);
    await world.advance(60_000);
    expect(said).toEqual(["c1", "c1", null]);
  });

  it("is whispered without a name while the name is withheld; its end is not", async () => {
    const { world, writers, said, state } = ann();
    state.nameMe = false;
    writers.set("c1");
    await world.advance(3000);
    writers.set(null);
    await world.advance(10_000);
    expect(said).toEqual(["somebody in c1", "somebody in c1"]);
  });

  it("changes to the other way when the name is withheld meanwhile", async () => {
    const { world, writers, said, state } = ann();
    writers.set("c1");
    state.nameMe = false;
    await world.advance(3000);
    writers.close();
    expect(said).toEqual(["c1", "somebody in c1"]);
  });

  it("ends when the board is closed", async () => {
    const { world, writers, said } = ann();
    writers.set("c1");
    writers.close();
    await world.advance(60_000);
    expect(said).toEqual(["c1", null]);
  });
});

describe("[H7] where others write", () => {
  it("is shown by column, the withheld ones together, in an array that stays the same", () => {
    const { writers, shown } = ann();
    writers.whispered("c1", "bob");
    writers.whispered("c1", "cem");
    writers.whispered("c1", undefined);
    writers.whispered("c1", undefined);
    writers.whispered("c2", "dan");
    expect(shown()).toEqual({ c1: ["bob", "cem", somebody], c2: ["dan"] });
    const before = writers.byColumn().get("c1");
    writers.whispered("c2", "dan");
    writers.whispered("c3", undefined);
    expect(writers.byColumn().get("c1")).toBe(before);
    writers.whispered(null, "bob");
    writers.whispered("c2", "cem");
    expect(shown()).toEqual({ c1: [somebody], c2: ["dan", "cem"], c3: [somebody] });
  });

  it("ends seven seconds after the last word, and when they leave", async () => {
    const { world, writers, shown } = ann();
    writers.whispered("c1", "bob");
    writers.whispered("c2", "cem");
    writers.whispered("c3", undefined);
    writers.left("cem");
    expect(shown()).toEqual({ c1: ["bob"], c3: [somebody] });
    await world.advance(6000);
    writers.whispered("c1", "bob");
    await world.advance(1000);
    expect(shown()).toEqual({ c1: ["bob"] });
    writers.keepOnly(new Set(["ann"]));
    expect(shown()).toEqual({});
  });

  it("drops a name that came although it is withheld, and all marks when that changes", () => {
    const { writers, shown, state } = ann();
    writers.whispered("c1", "bob");
    state.nameOthers = false;
    writers.scrub();
    expect(shown()).toEqual({});
    writers.whispered("c1", "bob");
    expect(shown()).toEqual({ c1: [somebody] });
    writers.whispered(null, "bob");
    expect(shown()).toEqual({ c1: [somebody] });
  });
});
