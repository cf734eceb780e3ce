import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../process.mjs";

const workspaces = ["contract", "rules", "server", "web", "e2e", "bench", "scripts"];
const isTest = (path) => /\.(test|spec)\.(tsx?|mjs)$/.test(path);
const skipped = new Set(["node_modules", "dist", "data", "results", "test-results"]);

const numbers = String.raw`[A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*`;
/** How a test's name cites rules: `T3 · a move …` and `a move … [T3]`. */
const citations = [new RegExp(`["'\`](${numbers}) · `, "g"), new RegExp(`\\[(${numbers})\\]`, "g")];

/** Rules without a test that cites them, citations of unknown rules, and calls without a test. */
export function ruleFaults() {
  const rules = new Set(
    [...read("docs/rules.md").matchAll(/^- \*\*([A-Z]\d{1,2})\*\*/gm)].map(([, rule]) => rule),
  );
  const files = workspaces.flatMap((workspace) => filesIn(join(root, workspace)));
  const readCode = (path) => ({
    file: relative(root, path),
    code: withoutComments(readFileSync(path, "utf8")),
  });
  const tests = files.filter(isTest).map(readCode);
  // Several tests make the calls of a table, which is in no test file.
  const tables = files.filter((path) => dirname(path).endsWith(join("testing", "access"))).map(readCode);
  return [...citationFaults(rules, tests), ...callFaults([...tests, ...tables])];
}

function* citationFaults(rules, tests) {
  const cited = new Set();
  for (const { file, code } of tests)
    for (const literal of literalsOf(code))
      for (const rule of citations
        .flatMap((form) => [...literal.matchAll(form)])
        .flatMap(([, list]) => list.split(", "))) {
        cited.add(rule);
        if (!rules.has(rule)) yield `${file}: cites ${rule}, which docs/rules.md does not have.`;
      }
  for (const rule of rules) if (!cited.has(rule)) yield `docs/rules.md: no test's name cites ${rule}.`;
}

function* callFaults(tests) {
  const calls = new Set(
    [...read("docs/access.md").matchAll(/\| (GET|POST|PUT|DELETE) (\/[^ |…]+) \|/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  );
  if (calls.size === 0) yield "docs/access.md: names no call.";
  const codes = tests.map(({ code }) => withAddresses(code));
  for (const call of calls) {
    const [method, path] = call.split(" ");
    if (!codes.some((code) => callsApi(code, method, path))) yield `docs/access.md: no test makes ${call}.`;
  }
}

/** Whether code contains `.method("…path")`, with any text instead of the path's parameters. */
function callsApi(code, method, path) {
  const verb = method.toLowerCase();
  const tail = path.replace(/^\/api\/v1\/boards\/\{id\}|^\/api\/v1/, "");
  // Tests keep the address of the board in a variable.
  if (tail === "")
    return new RegExp(`\\.${verb}\\((\\w+\\.)?url\\b|\\.${verb}\\(\`\\$\\{(\\w+\\.)?url\\}["'\`?]`).test(
      code,
    );
  const pattern = tail
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`[^/"'\`]+`);
  // `.get("…")`, or `["GET", "…"]` in a table.
  return new RegExp(`\\b(${verb}|${method})\\b[^;]{0,80}["'\`}]?${pattern}["'\`?]`).test(code);
}

/** The code in which constants with addresses (`const url = "/api/v1/…"`) are replaced by their values. */
function withAddresses(code) {
  let expanded = code;
  for (const [, name, address] of code.matchAll(/\bconst (\w+) = "(\/[^"]+)"/g))
    expanded = expanded
      .replaceAll(`\${${name}}`, address)
      .replace(new RegExp(`\\(${name}\\b`, "g"), () => `("${address}"`);
  return expanded;
}

/** The text literals of a file, quotes included. */
function literalsOf(code) {
  return code.match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [];
}

function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function read(file) {
  return readFileSync(join(root, file), "utf8");
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path);
    return [path];
  });
}
