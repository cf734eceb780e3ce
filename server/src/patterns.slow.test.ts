import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { check } from "recheck";
import { parseAst } from "rolldown/parseAst";
import { expect, it } from "vitest";

/*
 * X3: a pattern whose steps grow with the square of the text lets one sticker block a thread for seconds.
 * recheck proves of every pattern of the product that they grow with its length, or finds a text with which
 * they do not. It counts steps, so the machine's speed does not matter.
 */
const root = join(import.meta.dirname, "../..");
const folders = ["contract", "rules", "server", "web"].map((folder) => `${folder}/src/**/*.{ts,tsx}`);
const files = globSync(folders, { cwd: root }).filter((file) => !/\.test\.tsx?$|\/testing\//u.test(file));

/** Patterns that are not linear, and why their text is always short. */
const bounded = new Map([
  ['"[^"]*"|\\\\.|[_*].|\\[(?![hms]+\\])[^\\]]*\\]', "a number format that was cut to 255 characters"],
  ["[. ]+$", "a file name that was cut to 100 characters"],
  ["^[^\\p{L}]+|[^\\p{L}]+$", "a password, whose length is limited"],
  ["(?:^|\\/boards\\/)([A-Za-z0-9_-]{1,64})(?:[/?#].*)?$", "an argument that the operator types"],
]);

interface Pattern {
  source: string;
  flags: string;
  at: string;
}

function patternsIn(file: string): Pattern[] {
  const code = readFileSync(file, "utf8");
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && "type" in node && node.type === "Literal") {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ source: pattern, flags, at: relative(root, file) });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

const patterns = files.flatMap((file) => patternsIn(join(root, file)));

async function isLinear({ source, flags }: Pattern): Promise<boolean> {
  const { status } = await check(source, flags, { timeout: null });
  if (status === "unknown") throw new Error(`recheck cannot judge /${source}/${flags}`);
  return status === "safe";
}

it("finds the patterns, also the one with which a board full of U+2028 froze the server", () => {
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.map(({ at }) => at)).toContain("server/src/features/exports/markdown.ts");
});

it("tells a quadratic pattern", async () => {
  expect(await isLinear({ source: "^(\\s*)([#+])", flags: "gmu", at: "here" })).toBe(false);
}, 60_000);

it("no pattern of the product takes steps that grow with the square of a hostile text", async () => {
  const unique = new Map(patterns.map((each) => [`${each.source}/${each.flags}`, each]));
  const slow: string[] = [];
  for (const each of unique.values())
    if (!bounded.has(each.source) && !(await isLinear(each)))
      slow.push(`${each.at}: /${each.source}/${each.flags}`);
  expect(slow).toEqual([]);
}, 600_000);

it("every pattern that is known not to be linear is still in the product", () => {
  const sources = new Set(patterns.map(({ source }) => source));
  expect([...bounded.keys()].filter((source) => !sources.has(source))).toEqual([]);
});

/** Builds the patterns of the contract's schemas, which this test sees there, and tries its own examples on them. */
const ofTheContract = "server/src/http/openapi-examples.ts";

it("no pattern is built at run time, where this test cannot see it", () => {
  const built = files.filter(
    (file) =>
      file !== ofTheContract && /\bnew RegExp\(|[^.\w]RegExp\(/u.test(readFileSync(join(root, file), "utf8")),
  );
  expect(built).toEqual([]);
});
