import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { workspaces } from "./checks/imports.mjs";
import { importsOf, sourcesIn, targetOf } from "./checks/import-specifiers.mjs";
import { capture, PlainError, root } from "./process.mjs";

const formatted = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml)$/;
const linted = /\.(?:[cm]?js|tsx?)$/;

export const budget = 40;
const unknownFileSeconds = 6;

/** What the artefact is made of and installed with. */
const deployed = /^(?:deploy\/|scripts\/pack|scripts\/server-arguments)|base-path/;

/** Browser tests of a part of the product, by the path of what changed. */
const specs = [
  [/features\/(?:exports|templates)\//, "exports"],
  [/features\/(?:feedback|outreach)\/|\/legal/, "feedback-and-outreach"],
  [/features\/(?:admin|activity)\//, "admin"],
  [/features\/captcha\//, "guest-entry"],
  [/features\/(?:session|facilitation)\//, "facilitation hidden-content seat-takeover"],
  [/features\/votes\/|rules\/src\/votes/, "votes"],
  [/features\/people\//, "presence-and-profile user-refresh guest-entry"],
  [
    /features\/(?:stickers|boards)\//,
    "stickers edit-conflicts drag-and-drop board-settings live-updates keyboard",
  ],
  [/web\/src\/(?:board-state|realtime)\//, "connection-status network-faults offline live-updates"],
  [/base-?path|web\/public|web\/index/i, "base-path offline"],
  [/web\/src\/(?:theme|ui|i18n)\/|messages\//, "accessibility phone"],
  [/server\/src\/realtime\//, "live-updates connection-status"],
];

/** What changed since `main`, or since the commit before where this is `main`: committed or not. */
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

export function planTests(changed, seconds) {
  const distances = findDependants(changed);
  const affected = [...distances.keys()].filter((file) => existsSync(join(root, file)));
  const byDistance = affected
    .filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file) && !file.startsWith("deploy/"))
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
    deploy: changed.some((file) => deployed.test(file)),
  };
}

function estimateSeconds(file, seconds) {
  return seconds.get(file) ?? unknownFileSeconds;
}

/** Every file that imports a changed one, directly or indirectly, and the number of imports in between. */
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
  // The loop also visits entries that it adds to the Map: each file once, the closest first.
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

/** The output of git, or undefined if it fails. */
async function git(...args) {
  const { code, output } = await capture("git", args);
  return code === 0 ? output.trim() : undefined;
}
