import { describe, expect, it } from "vitest";
import { applyEdit } from "./mutant.ts";
import { createMutants } from "./mutant-generator.ts";

/** The texts that a source becomes, one for each mutant. */
function variants(source: string): string[] {
  return createMutants("sample.ts", source).map((mutant) => applyEdit(source, mutant));
}

describe("the mutants of a source", () => {
  it.each<[what: string, source: string, mutants: string[]]>([
    ["boundaries", "f(a < b)", ["f(a <= b)"]],
    ["boundaries of a query", 'q.eb("at", ">", now)', ['q.eb("at", ">=", now)']],
    ["comparisons", "f(a === b)", ["f(a !== b)"]],
    ["arithmetic", "f(a + b)", ["f(a - b)"]],
    ["logic", "f(a && b)", ["f(a || b)"]],
    ["negations", "f(!a)", ["f((a))"]],
    ["numbers", "f(1)", ["f(2)"]],
    ["truth values", "f(true)", ["f(false)"]],
    ["defaults", "f(a ?? b)", ["f(a)"]],
    ["optional chains", "f(a?.b)", ["f(a.b)"]],
    ["lists", "f([a])", ["f([])"]],
    ["objects", "f({ a })", ["f({})"]],
    ["links of a chain", "f(a.filter(b))", ["f(a)"]],
    ["methods", "f(a.some(b))", ["f(a.every(b))"]],
    ["sums", "f(a += b)", ["f(a -= b)"]],
  ])("change %s", (_what, source, mutants) => {
    const wrapped = (code: string) => `const x = ${code};`;
    expect(variants(wrapped(source))).toEqual(mutants.map(wrapped));
  });

  it("take conditions for true and for false, and leave out what depends on them", () => {
    expect(variants("if (a === b) c();")).toEqual(["if (true) c();", "if (false) c();", "if (a === b) ;"]);
  });

  it("leave statements out: calls, throws, the end of a function", () => {
    expect(variants("function f() { a(); throw b; }")).toEqual([
      "function f() { ; throw b; }",
      "function f() { a(); ; }",
    ]);
    expect(variants("const f = () => { return; };")).toEqual(["const f = () => { ; };"]);
  });

  it("return nothing, or an empty text", () => {
    expect(variants("function f() { return a; }")).toEqual(["function f() { return undefined; }"]);
    expect(variants('const f = () => "a";')).toEqual(['const f = () => "";']);
  });

  it("leave types, imports, texts of the log and concatenated texts alone", () => {
    expect(variants('import a from "a"; type B = [1, "a"]; export type { B };')).toEqual([]);
    expect(variants("const a: Record<string, true> = b as [1];")).toEqual([]);
    expect(variants('request.log.warn({ a: 1 }, "a" + 1);')).toEqual([]);
    expect(variants('const a = "b" + c;')).toEqual([]);
  });

  it("leave the API's document alone", () => {
    const schema = "response: answers({ 200: a }, 404), tags: [b], summary: c + d";
    expect(variants(`f({ schema: { ${schema} } })`).every((text) => !text.includes("405"))).toBe(true);
    expect(variants(`f({ schema: { ${schema} } })`)).toHaveLength(3);
  });

  it("say where they are", () => {
    const source = "const a = 0;\nfunction f() {\n  return a < 1;\n}\n";
    expect(createMutants("a/b.ts", source)).toContainEqual({
      file: "a/b.ts",
      line: 3,
      start: source.indexOf("a < 1"),
      end: source.indexOf("a < 1") + 5,
      original: "a < 1",
      replacement: "a <= 1",
      operator: "boundary",
      block: 0,
    });
    // The top level of a module is no block: it runs for every test that loads the module.
    expect(createMutants("a/b.ts", source)[0]).toMatchObject({ line: 1, replacement: "1", block: -1 });
  });

  it("tell a file with a syntax error", () => {
    expect(() => createMutants("broken.ts", "const = 1;")).toThrow(/broken\.ts/);
  });
});
