import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, relative, sep } from "node:path";
import { layerOf, layers } from "./import-layers.mjs";
import { firstViewFaults, plainPartFaults } from "./first-view.mjs";
import { importsOf, sourcesIn, targetOf, withoutComments } from "./import-specifiers.mjs";
import { root } from "../process.mjs";

/** Files of a feature that no other feature may import: SQL and routes. */
const privateToFeature = /^(?:(?:[\w-]+-)?store|routes)\b/;
/** The only files that may contain SQL. */
const mayTouchSql = (file) =>
  /\/(?:features\/[^/]+|board)\/(?:[\w-]+\/)?(?:[\w-]+-)?store\.(?:test\.)?ts$/.test(file) ||
  /^server\/src\/(db\/|testing\/|deps\.ts$)/.test(file) ||
  // The bench runs another server, the floor, and counts the rows that a soak leaves.
  /^bench\/src\/(floor\/floor-database|stored-data)\.ts$/.test(file) ||
  file === "e2e/support/server-process.ts";
const sqlPackages = new Set(["kysely", "pg", "node:sqlite"]);
const tables = /^server\/src\/db\/schema\//;
/** Folders whose code must run in browsers too. */
const browserCode = ["contract/src/", "rules/src/", "web/src/"];

const isTest = (file) => /\.test\.tsx?$/.test(file) || /\/testing\//.test(file);
export const workspaces = ["contract", "rules", "server", "web", "e2e", "bench"];
const builtins = new Set(builtinModules);

export function importFaults() {
  const declared = Object.fromEntries(workspaces.map((name) => [name, packagesOf(join(root, name))]));
  const ofRoot = packagesOf(root);
  const faults = workspaces.flatMap((workspace) =>
    sourcesIn(join(root, workspace)).flatMap((path) => {
      const file = relative(root, path).split(sep).join("/");
      const code = readFileSync(path, "utf8");
      const faults = [...shapeFaults(file, code)];
      for (const specifier of importsOf(code)) {
        const fault = faultOf(file, specifier, new Set([...declared[workspace], ...ofRoot]));
        if (fault) faults.push(`imports ${specifier}: ${fault}`);
      }
      return faults.map((fault) => `${file}: ${fault}`);
    }),
  );
  return [...faults, ...firstViewFaults(), ...plainPartFaults()];
}

function* shapeFaults(file, code) {
  if (layerOf(file) === undefined) yield "is in no known folder.";
  if (/(^|\/)index\.tsx?$/.test(file))
    yield "an index file is a barrel: import from the file that defines it.";
  const statements = withoutComments(code)
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  if (
    statements.length > 0 &&
    statements.every((statement) => /^export\s[^"'`]*\sfrom\s+["'][^"']+["']$/.test(statement))
  )
    yield "contains only re-exports, which makes a barrel.";
}

/** Why `file` may not import `specifier`; undefined if it may. */
function faultOf(file, specifier, declared) {
  const target = targetOf(file, specifier);
  return target === undefined ? packageFault(file, specifier, declared) : edgeFault(file, target);
}

function packageFault(file, specifier, declared) {
  const name = specifier.startsWith("node:")
    ? specifier
    : specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (sqlPackages.has(name) && !mayTouchSql(file) && !isTest(file)) return "only a store and db/ touch SQL.";
  if (specifier.startsWith("node:") || builtins.has(specifier)) {
    if (!specifier.startsWith("node:")) return `write node:${specifier}.`;
    return browserCode.some((folder) => file.startsWith(folder)) && !isTest(file)
      ? "this code runs in browsers too."
      : undefined;
  }
  return declared.has(name) ? undefined : "the package.json of its workspace does not list it.";
}

/** A model that called the rules would agree with their faults. */
const referenceModel = "rules/src/testing/model/";

function edgeFault(file, target) {
  if (!existsSync(join(root, target))) return "no such file.";
  const from = layerOf(file);
  const to = layerOf(target);
  if (!from || !to) return undefined;
  if (/\.test\.tsx?$/.test(target)) return "a test is not a library.";
  const fromSide = from.layer.split(":")[0];
  const toSide = to.layer.split(":")[0];
  if (file.startsWith(referenceModel) && toSide === "rules" && !target.startsWith(referenceModel))
    return "the reference model uses none of the rules that it checks.";
  // Tests may import every part of their side.
  if (isTest(file) && fromSide === toSide) return undefined;
  if (from.layer === "server:features" && tables.test(target) && !mayTouchSql(file))
    return "only a feature's store knows the tables.";
  // These tests run the browser's store against the real server, without a browser.
  if (/^e2e\/fuzz\/.*\.test\.ts$/.test(file)) return undefined;
  if (to.layer.endsWith(":testing")) return "only tests may use testing/.";
  if (from.layer.endsWith(":testing")) return sideFault(fromSide, toSide);
  if (from.layer !== to.layer) {
    return layers[from.layer].includes(to.layer) ? undefined : `${from.layer} may not import ${to.layer}.`;
  }
  if (from.feature === to.feature) return undefined;
  if (from.layer === "web:features") return "a feature of the web may not import another one.";
  const name = target.split("/").at(-1);
  return privateToFeature.test(name)
    ? "a feature may not import another feature's store or routes; call its command."
    : undefined;
}

function sideFault(from, to) {
  return from === to || to === "contract" || to === "rules" ? undefined : `${from} may not import ${to}.`;
}

function packagesOf(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies });
}
