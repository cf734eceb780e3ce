import { describe, expect, it } from "vitest";
import { EntryTakeover } from "./entryTakeover.ts";
import type { StoredEntry } from "../storage/entryStorage.ts";
import { createSimulation } from "../testing/simulation.ts";

function setUpTakeover() {
  const simulation = createSimulation();
  const tab = simulation.openTab();
  const asked: string[] = [];
  const received: string[][] = [];
  let found: Partial<StoredEntry>[] = [];
  let wait: Promise<void> = Promise.resolve();
  const env = {
    ...tab.env,
    random: () => 0.5,
    storage: {
      ...tab.env.storage,
      async takeOver(board: string, owner: string) {
        asked.push(`${board} ${owner}`);
        await wait;
        return found.splice(0) as StoredEntry[];
      },
    },
  };
  const takeover = new EntryTakeover(env, "board", "ann", (entries) => {
    received.push(entries.map(({ key }) => key));
  });
  return {
    simulation,
    tab,
    takeover,
    asked,
    received,
    leave: (...keys: string[]) => {
      found = keys.map((key) => ({ key }));
    },
    slow: (until: Promise<void>) => {
      wait = until;
    },
  };
}

describe("entries that other tabs left behind", () => {
  it("are looked for at the start and then once a minute, for this board and this user", async () => {
    const { simulation, takeover, asked, received, leave } = setUpTakeover();
    leave("a", "b");
    takeover.start();
    await simulation.advance(59_999);
    expect([asked, received]).toEqual([["board ann"], [["a", "b"]]]);
    leave("c");
    await simulation.advance(1);
    expect([asked.length, received]).toEqual([2, [["a", "b"], ["c"]]]);
    await simulation.advance(120_000);
    expect([asked.length, received.length]).toEqual([4, 2]);
  });

  it("are looked for one search after the other", async () => {
    const { simulation, takeover, asked, slow } = setUpTakeover();
    let go = () => undefined as void;
    slow(new Promise((resolve) => (go = resolve)));
    takeover.check();
    takeover.check();
    await simulation.advance(0);
    expect(asked).toHaveLength(1);
    go();
    await simulation.advance(0);
    expect(asked).toHaveLength(2);
  });

  it("are left to the next one when the board has been closed, also during the search", async () => {
    const { simulation, takeover, asked, received, leave, slow } = setUpTakeover();
    let go = () => undefined as void;
    slow(new Promise((resolve) => (go = resolve)));
    leave("a");
    takeover.start();
    await simulation.advance(0);
    takeover.close();
    go();
    await simulation.advance(300_000);
    takeover.check();
    await simulation.advance(0);
    expect([asked.length, received]).toEqual([1, []]);
  });
});

describe("a page that was suspended", () => {
  it("longer than two minutes was suspended for other tabs; the clock may be set back too", () => {
    const { tab, takeover } = setUpTakeover();
    expect(takeover.wasSuspended()).toBe(false);
    tab.shiftClock(120_000);
    expect(takeover.wasSuspended()).toBe(false);
    tab.shiftClock(120_001);
    expect(takeover.wasSuspended()).toBe(true);
    expect(takeover.wasSuspended()).toBe(false);
    tab.shiftClock(-120_001);
    expect(takeover.wasSuspended()).toBe(true);
  });

  it("was not suspended while its timers run", async () => {
    const { simulation, takeover } = setUpTakeover();
    takeover.start();
    await simulation.advance(600_000);
    expect(takeover.wasSuspended()).toBe(false);
  });
});
