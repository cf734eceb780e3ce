import { describe, expect, it } from "vitest";
import { createPageVersionCheck } from "./pageVersionCheck.ts";
import { createSimulation } from "../testing/simulation.ts";

function check(answers: Array<boolean | Error>) {
  const simulation = createSimulation();
  const found = { asked: 0, outdated: false };
  const page = createPageVersionCheck({
    env: simulation.openTab().env,
    isCurrent() {
      found.asked += 1;
      const answer = answers.shift() ?? true;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    outdated() {
      found.outdated = true;
    },
  });
  return { simulation, page, found };
}

describe("the page after an outage", () => {
  it("is asked for once for each outage, and never without one", async () => {
    const { simulation, page, found } = check([]);
    page.connectionRestored();
    await simulation.advance(10_000);
    expect(found.asked).toBe(0);
    page.connectionLost();
    page.connectionLost();
    page.connectionRestored();
    page.connectionRestored();
    await simulation.advance(10_000);
    expect(found).toEqual({ asked: 1, outdated: false });
  });

  it("is out of date when the server serves another one", async () => {
    const { simulation, page, found } = check([false]);
    page.connectionLost();
    page.connectionRestored();
    await simulation.advance(10_000);
    expect(found.outdated).toBe(true);
  });

  it("is asked for again when the question gets no answer", async () => {
    const { simulation, page, found } = check([new Error("502"), false]);
    page.connectionLost();
    page.connectionRestored();
    await simulation.advance(10_000);
    expect(found.outdated).toBe(false);
    page.connectionRestored();
    await simulation.advance(10_000);
    expect(found.outdated).toBe(true);
  });
});
