import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Worker } from "node:worker_threads";
import { parseAst } from "rolldown/parseAst";
import { afterAll, expect, it } from "vitest";

/*
 * X3: a pattern whose steps grow with the square of the text lets one sticker block a thread for seconds. This test runs every pattern of
 * the product on long hostile texts: a linear one needs milliseconds for each, a quadratic one more than the deadline for one.
 */
const root = join(import.meta.dirname, "../..");
const length = 150_000;
const deadlineMs = 5_000;

/** Patterns that are not linear, or not known to be, and the length of the longest text that they run on. */
const bounded = new Map<string, { length: number; why: string }>([
  ["[. ]+$", { length: 200, why: "a file name that was cut to 100 characters" }],
  ["^[^\\p{L}]+|[^\\p{L}]+$", { length: 1_000, why: "a password, whose length is limited" }],
  ["\\s*\\n\\s*", { length: 5_000, why: "our own drawings" }],
]);

const pumps = [
  ..." \t\n\r\u2028\u200b.,;:!?)]}([{\"'`\\/#-+=*_~|&<>@%a0я\ufe0f",
  "🦦",
  "\r\n",
  " \n",
  "a.",
  ". ",
  "# ",
  "0 ",
  "' ",
  "a@",
  "; ",
  "1.",
  "\\\\",
  "http://",
  "https://a",
  "\\u0000",
  "=+",
  '"",',
  "a ",
  "- ",
  "0.0",
  "e+",
  "<row ",
  "q=0",
  "(a",
  "[a](b",
];

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

const patterns = globSync(
  ["contract", "rules", "server", "web"].map((folder) => `${folder}/src/**/*.{ts,tsx}`),
  {
    cwd: root,
  },
)
  .filter((file) => !/\.test\.tsx?$|\/testing\//u.test(file))
  .flatMap((file) => patternsIn(join(root, file)));

const feed = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ source, flags, length, pumps }) => {
  const pattern = new RegExp(source, flags);
  for (const pump of pumps)
    for (const end of ["", "\\u0001"]) {
      const text = pump.repeat(Math.ceil(length / pump.length)) + end;
      pattern.lastIndex = 0;
      if (flags.includes("g")) text.replace(pattern, "");
      else pattern.test(text);
    }
  parentPort.postMessage("done");
});`;
let worker = new Worker(feed, { eval: true });
afterAll(() => worker.terminate());

/** Runs a pattern on a text. @returns whether it finished before the deadline */
async function isQuick({ source, flags }: Pattern): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), deadlineMs);
  worker.once("message", () => resolve(true));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  worker.postMessage({ source, flags, length: bounded.get(source)?.length ?? length, pumps });
  const quick = await promise;
  clearTimeout(timer);
  if (!quick) {
    await worker.terminate();
    worker = new Worker(feed, { eval: true });
  }
  return quick;
}

it("finds the patterns, also the one with which a board full of U+2028 froze the server", () => {
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.map(({ at }) => at)).toContain("server/src/features/exports/markdown.ts");
});

it("tells a quadratic pattern", async () => {
  expect(await isQuick({ source: "^(\\s*)([#+])", flags: "gmu", at: "here" })).toBe(false);
}, 60_000);

it("no pattern of the product takes steps that grow with the square of a hostile text", async () => {
  const unique = [...new Map(patterns.map((each) => [`${each.source}/${each.flags}`, each])).values()];
  const slow: string[] = [];
  for (const each of unique)
    if (!(await isQuick(each))) slow.push(`${each.at}: /${each.source}/${each.flags}`);
  expect(slow).toEqual([]);
}, 600_000);

it("no pattern is built at run time, where this test cannot see it", () => {
  const built = globSync(
    ["contract", "rules", "server", "web"].map((folder) => `${folder}/src/**/*.{ts,tsx}`),
    {
      cwd: root,
    },
  ).filter(
    (file) =>
      !/\.test\.tsx?$|\/testing\//u.test(file) &&
      /\bnew RegExp\(|[^.\w]RegExp\(/u.test(readFileSync(join(root, file), "utf8")),
  );
  expect(built).toEqual([]);
});
