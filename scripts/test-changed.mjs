import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { workspaces } from "./check-imports.mjs";
import { importsOf, sourcesIn, targetOf } from "./import-specifiers.mjs";
import { capture, PlainError, root } from "./process.mjs";

const formatted = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml)$/;
const linted = /\.(?:[cm]?js|tsx?)$/;

/**
 * Seconds of test files that `npm test -- changed` starts at most, as they took the last time, and how long an unknown one counts. The rest
 * of its minute is for the checks, and for what each file loads.
 */
export const budget = 40;
const unknownFileSeconds = 6;

/** Browser tests of a part of the product, by the path of what changed. */
const specs = [
  [/features\/(?:exports|templates)\//, "exports"],
  [/features\/(?:feedback|outreach)\/|\/legal/, "feedback-and-outreach"],
  [/features\/(?:admin|activity)\//, "admin"],
  [/features\/captcha\//, "guest-entry captcha-retry"],
  [/features\/(?:session|facilitation)\//, "facilitation hidden-content seat-takeover"],
  [/features\/votes\/|rules\/src\/votes/, "votes"],
  [/features\/people\//, "presence-and-profile user-refresh guest-entry"],
  [
    /features\/(?:stickers|boards)\//,
    "stickers edit-conflicts drag-and-drop board-settings live-updates keyboard",
  ],
  [/web\/src\/(?:board-state|realtime)\//, "connection-status network-faults offline live-updates"],
  [/web\/src\/(?:theme|ui|i18n)\/|messages\//, "accessibility phone"],
  [/server\/src\/realtime\//, "live-updates connection-status"],
];

/**
 * What changed since `main`, or since the commit before where this is `main`: committed or not.
 * @returns paths relative to the root; deleted files are left out
 * @throws PlainError where git cannot say
 */
export async function changedFiles() {
  const head = await git("rev-parse", "HEAD");
  const bases = [await git("merge-base", "main", "HEAD"), await git("merge-base", "origin/main", "HEAD")];
  const base =
    bases.find((each) => each !== undefined && each !== head) ?? (await git("rev-parse", "HEAD~1"));
  if (base === undefined) throw new PlainError("npm test -- changed needs git and a commit to compare with.");
  const listed = [
    await git("diff", "--name-only", "--diff-filter=d", base),
    await git("ls-files", "--others", "--exclude-standard"),
  ];
  const names = listed.flatMap((output) => (output ?? "").split("\n").filter(Boolean));
  return [...new Set(names)].filter((name) => existsSync(join(root, name)));
}

/**
 * What to check of the changed files.
 * @param changed paths relative to the root
 * @param seconds how long each test file took the last time
 * @returns `formatted` and `linted` files; `tests` to run, the closest to a change first and within the budget; `later` and
 *   `specs`, which are affected too and are not run
 */
export function planTests(changed, seconds) {
  const distances = findDependants(changed);
  const affected = [...distances.keys()].filter((file) => existsSync(join(root, file)));
  const byDistance = affected
    .filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file))
    .toSorted(
      (a, b) =>
        distances.get(a) - distances.get(b) || estimateSeconds(a, seconds) - estimateSeconds(b, seconds),
    );
  const tests = [];
  const later = [];
  let left = budget;
  for (const file of byDistance) {
    const isRun = tests.length === 0 || estimateSeconds(file, seconds) <= left;
    (isRun ? tests : later).push(file);
    if (isRun) left -= estimateSeconds(file, seconds);
  }
  return {
    formatted: changed.filter((file) => formatted.test(file)),
    linted: changed.filter((file) => linted.test(file)),
    tests,
    later,
    specs: findSpecs(changed, affected),
  };
}

function estimateSeconds(file, seconds) {
  return seconds.get(file) ?? unknownFileSeconds;
}

/** Every file that imports a changed one, directly or not, and over how many imports. */
function findDependants(changed) {
  const importers = new Map();
  for (const path of workspaces.flatMap((folder) => sourcesIn(join(root, folder)))) {
    const file = relative(root, path).split(sep).join("/");
    for (const specifier of importsOf(readFileSync(path, "utf8"))) {
      const target = targetOf(file, specifier);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const distances = new Map(changed.map((file) => [file, 0]));
  // A Map can grow while it is walked: each file is visited once, the closest first.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

function findSpecs(changed, affected) {
  const named = specs.flatMap(([pattern, names]) =>
    changed.some((file) => pattern.test(file) && !/\.test\.tsx?$/.test(file)) ? names.split(" ") : [],
  );
  const imported = affected
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => file.replace(/^e2e\/|\.spec\.ts$/g, ""));
  return [...new Set([...imported, ...named])].filter((name) =>
    existsSync(join(root, `e2e/${name}.spec.ts`)),
  );
}

/** Git's answer, or undefined where it has none. */
async function git(...args) {
  const { code, output } = await capture("git", args);
  return code === 0 ? output.trim() : undefined;
}
