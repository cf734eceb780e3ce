import { describe, expect, it } from "vitest";
import { createPageCheck } from "./page-check.ts";
import { createWorld } from "./testing/world.ts";

function check(answers: Array<boolean | Error>) {
  const world = createWorld();
  const found = { asked: 0, outdated: false };
  const page = createPageCheck({
    env: world.tab().env,
    isCurrent() {
      found.asked += 1;
      const answer = answers.shift() ?? true;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    outdated() {
      found.outdated = true;
    },
  });
  return { world, page, found };
}

describe("the page after an outage", () => {
  it("is asked for once for each outage, and never without one", async () => {
    const { world, page, found } = check([]);
    page.back();
    await world.pass(10_000);
    expect(found.asked).toBe(0);
    page.lost();
    page.lost();
    page.back();
    page.back();
    await world.pass(10_000);
    expect(found).toEqual({ asked: 1, outdated: false });
  });

  it("is out of date when the server hands out another one", async () => {
    const { world, page, found } = check([false]);
    page.lost();
    page.back();
    await world.pass(10_000);
    expect(found.outdated).toBe(true);
  });

  it("is asked for again when the question gets no answer", async () => {
    const { world, page, found } = check([new Error("502"), false]);
    page.lost();
    page.back();
    await world.pass(10_000);
    expect(found.outdated).toBe(false);
    page.back();
    await world.pass(10_000);
    expect(found.outdated).toBe(true);
  });
});
