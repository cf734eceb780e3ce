import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { insertCounters } from "./blocks.ts";

/** Runs the source with counters in it, and gives its result and the blocks that ran. */
function run(source: string): { result: unknown; hits: string[] } {
  const mutantHits = new Set<string>();
  const result: unknown = runInNewContext(stripTypeScriptTypes(insertCounters("a.ts", source)), {
    mutantHits,
  });
  return { result, hits: [...mutantHits] };
}

it("counts the branch that runs, and not the other one", () => {
  const source = (value: number) =>
    `function f(n: number) { if (n > 1) return "many"; else return "few"; } f(${value})`;
  expect(run(source(2))).toEqual({ result: "many", hits: ["a.ts#0", "a.ts#1"] });
  expect(run(source(1))).toEqual({ result: "few", hits: ["a.ts#0", "a.ts#2"] });
});

it("counts arrow functions, whatever they consist of", () => {
  expect(run("const f = (a: number) => ({ a }); f(1).a").hits).toEqual(["a.ts#0"]);
  expect(run("const f = (a: number) => (b: number) => a + b; f(1)(2)")).toEqual({
    result: 3,
    hits: ["a.ts#0", "a.ts#1"],
  });
  expect(run("const f = () => {}; f; 1").hits).toEqual([]);
});

it("counts the bodies of loops, with and without braces", () => {
  expect(run("let n = 0; for (const a of [1, 2]) n += a; n")).toEqual({ result: 3, hits: ["a.ts#0"] });
  expect(run("let n = 0; while (n < 3) { n += 1; } n")).toEqual({ result: 3, hits: ["a.ts#0"] });
  expect(run("let n = 0; for (const a of []) n += a; n")).toEqual({ result: 0, hits: [] });
});
