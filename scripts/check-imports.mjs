import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "./process.mjs";

/*
 * Which folder may import which (docs/architecture.md draws it). The linter's import/no-cycle finds cycles.
 * A layer is a folder; each row names the layers that its files may import besides their own.
 */
const layers = {
  contract: [],
  rules: ["contract"],
  "server:main": [
    "server:app",
    "server:features",
    "server:board",
    "server:deps",
    "server:http",
    "server:db",
    "server:jobs",
    "server:realtime",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:app": [
    "server:features",
    "server:board",
    "server:deps",
    "server:http",
    "server:db",
    "server:jobs",
    "server:realtime",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:features": [
    "server:board",
    "server:deps",
    "server:http",
    "server:db",
    "server:jobs",
    "server:realtime",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:board": [
    "server:deps",
    "server:http",
    "server:db",
    "server:jobs",
    "server:realtime",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:deps": [
    "server:http",
    "server:db",
    "server:realtime",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:http": [
    "server:deps",
    "server:realtime",
    "server:db",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:realtime": [
    "server:deps",
    "server:http",
    "server:db",
    "server:limits",
    "server:base",
    "contract",
    "rules",
  ],
  "server:db": ["server:jobs", "server:base", "contract", "rules"],
  // Worker threads and queues: knows no feature and no database.
  "server:jobs": ["server:http", "server:base", "contract", "rules"],
  "server:limits": ["server:http", "server:base", "contract"],
  "server:base": ["contract", "rules"],
  "web:app": [
    "web:features",
    "web:board-state",
    "web:realtime",
    "web:api",
    "web:ui",
    "web:routes",
    "web:theme",
    "web:i18n",
    "contract",
    "rules",
  ],
  "web:features": [
    "web:board-state",
    "web:api",
    "web:ui",
    "web:routes",
    "web:theme",
    "web:i18n",
    "contract",
    "rules",
  ],
  "web:board-state": ["web:realtime", "web:api", "contract", "rules"],
  "web:realtime": ["web:api", "contract"],
  "web:routes": ["web:i18n", "contract"],
  "web:ui": ["web:theme", "web:i18n", "contract"],
  "web:theme": ["contract"],
  "web:api": ["web:i18n", "contract"],
  "web:i18n": ["contract"],
  e2e: ["contract"],
  bench: ["contract", "rules"],
};

/** What a feature of the server keeps to itself: its SQL and its routes. Its commands and its presenting are for all. */
const privateToFeature = /^(?:(?:[\w-]+-)?store|routes)\b/;
/** The only places that speak SQL. */
const mayTouchSql = (file) =>
  /\/(?:features\/[^/]+|board)\/(?:[\w-]+-)?store\.(?:test\.)?ts$/.test(file) ||
  /^server\/src\/(db\/|testing\/|deps\.ts$)/.test(file) ||
  // The bench has another server (the floor), writes lists that are too long to make through the API, and inspects data after a crash.
  /^bench\/src\/(floor-server|seed-[\w-]+|database-check)\.ts$/.test(file) ||
  // Makes the database that the server under test gets for itself.
  file === "e2e/support/server.ts";
const sqlPackages = new Set(["kysely", "pg", "node:sqlite"]);
const tables = /^server\/src\/db\/(schema|tables)\b/;
/** Folders of which the browser, or any other runtime, must be able to run every line. */
const browserCode = ["contract/src/", "rules/src/", "web/src/"];

const isTest = (file) => /\.test\.tsx?$/.test(file) || /\/testing\//.test(file);
export const workspaces = ["contract", "rules", "server", "web", "e2e", "bench"];
const builtins = new Set(builtinModules);

/** Every breach of the rules in the checkout, one line each: `file: what is wrong`. Empty when there is none. */
export function importFaults() {
  const declared = Object.fromEntries(workspaces.map((name) => [name, packagesOf(join(root, name))]));
  const ofRoot = packagesOf(root);
  return workspaces.flatMap((workspace) =>
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
}

/** Faults of the file alone: a layer that does not exist, a barrel. */
function* shapeFaults(file, code) {
  if (locate(file) === undefined) yield "lies in no known folder.";
  if (/(^|\/)index\.tsx?$/.test(file))
    yield "an index file is a barrel: import from the file that defines it.";
  if (/^export\s+\*/m.test(code)) yield "export * makes a barrel: import from the file that defines it.";
  const statements = withoutComments(code)
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  if (
    statements.length > 0 &&
    statements.every((statement) => /^export\s[^"'`]*\sfrom\s+["'][^"']+["']$/.test(statement))
  )
    yield "holds nothing but re-exports, which makes a barrel.";
}

/** Why `file` may not import `specifier`, or undefined when it may. */
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
  return declared.has(name) ? undefined : "its workspace's package.json does not name it.";
}

/** Runs the tests of other files once more, on another engine. */
const engineRerunTest = "server/src/testing/commands-on-postgres.test.ts";

function edgeFault(file, target) {
  if (!existsSync(join(root, target))) return "no such file.";
  const from = locate(file);
  const to = locate(target);
  if (!from || !to) return undefined;
  if (/\.test\.tsx?$/.test(target) && file !== engineRerunTest) return "a test is not a library.";
  const fromSide = from.layer.split(":")[0];
  const toSide = to.layer.split(":")[0];
  // Tests build the real thing from whatever part of their own side they need.
  if (isTest(file) && fromSide === toSide) return undefined;
  if (from.layer === "server:features" && tables.test(target) && !mayTouchSql(file))
    return "only a feature's store knows the tables.";
  // The one place where both sides meet without a browser: the real store of the one against the real server of the other.
  if (/^e2e\/fuzz\/.*\.test\.ts$/.test(file)) return undefined;
  if (to.layer.endsWith(":testing")) return "only tests may use testing/.";
  if (from.layer.endsWith(":testing")) return sideFault(fromSide, toSide);
  if (from.layer !== to.layer) {
    return layers[from.layer].includes(to.layer) ? undefined : `${from.layer} may not import ${to.layer}.`;
  }
  if (from.feature === to.feature) return undefined;
  if (from.layer === "web:features") return "features of the web do not know each other.";
  const name = target.split("/").slice(4).join("/");
  return privateToFeature.test(name)
    ? "another feature's store and routes are its own; call its command."
    : undefined;
}

function sideFault(from, to) {
  return from === to || to === "contract" || to === "rules" ? undefined : `${from} may not import ${to}.`;
}

/** The layer of a file, and its feature where it lies in one; undefined for a file that has no place in a layer. */
function locate(file) {
  const [workspace, src, ...rest] = file.split("/");
  if (/^[^/]+\/[^/]+\.config\.[a-z]+$/.test(file))
    return { layer: workspace in layers ? workspace : `${workspace}:config` };
  if (["e2e", "bench"].includes(workspace)) return { layer: workspace };
  if (src !== "src") return undefined;
  if (["contract", "rules"].includes(workspace)) return { layer: workspace };
  const [first, feature, ...inside] = rest;
  if (first === "features")
    return inside.length > 0 ? { layer: `${workspace}:features`, feature } : undefined;
  if (first === "testing") return { layer: `${workspace}:testing` };
  const layer = feature !== undefined ? `${workspace}:${first}` : layerOfRootFile(workspace, first);
  return layer in layers ? { layer } : undefined;
}

/** The layer of a file directly in src/. */
function layerOfRootFile(workspace, name) {
  if (workspace === "web") return "web:app";
  if (/^(main|admin-cli|engines)\b/.test(name)) return "server:main";
  if (/^app\b/.test(name)) return "server:app";
  return /^(deps|feature)\b/.test(name) ? "server:deps" : "server:base";
}

/** The file that `specifier` means (relative to the root), or undefined for a package. */
export function targetOf(file, specifier) {
  if (specifier.startsWith(".")) {
    const path = resolve(root, dirname(file), specifier.replace(/\?.*$/, ""));
    return relative(root, path).split(sep).join("/");
  }
  const own = /^@retro\/([a-z0-9-]+)\/(.+)$/.exec(specifier);
  return own ? `${own[1]}/src/${own[2]}.ts` : undefined;
}

/** The specifiers of every static, re-exporting and dynamic import. */
export function importsOf(source) {
  const code = withoutComments(source);
  const statements = /(?:^|[\n;])\s*(?:import|export)\s(?:[^"'`;=(]*?\sfrom\s*)?["']([^"'\n]+)["']/g;
  const calls = /\bimport\(\s*["']([^"'\n]+)["']/g;
  return [...code.matchAll(statements), ...code.matchAll(calls)].map(([, specifier]) => specifier);
}

/** The code without block comments and whole-line comments: what they quote is no import. */
function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function packagesOf(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** The TypeScript files below a folder. */
export function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["node_modules", "dist", "data", "results", "test-results"].includes(entry.name)
        ? []
        : sourcesIn(path);
    }
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
  });
}
