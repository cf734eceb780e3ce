import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PlainError, root, runScript } from "./process.mjs";

const page = "docs/licences.md";

/** Licences of packages whose package.json names none, from their LICENSE files. */
export const readByHand = { "friendly-pow": "MIT", "png-js": "MIT" };

/** Needs no installed packages: package-lock.json has the licence of every package. */
export function licencesPage(lock) {
  const used = new Map();
  for (const workspace of ["server", "web"])
    for (const path of reachable(lock.packages, workspace)) {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const { version, license = readByHand[name] } = lock.packages[path];
      const row = used.get(`${name}@${version}`) ?? { name, version, license, workspaces: [] };
      if (!row.workspaces.includes(workspace)) row.workspaces.push(workspace);
      used.set(`${name}@${version}`, row);
    }
  const rows = [...used.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
  const unknown = rows.filter(({ license }) => license === undefined).map(({ name }) => name);
  if (unknown.length > 0)
    throw new PlainError(
      `No licence known: ${unknown.join(", ")}. Read the packages and add them in scripts/licences.mjs.`,
    );
  return `# Licences of third parties

Made by \`npm run licences\` from \`package-lock.json\`; \`npm test -- imports\` checks that it is current. The server and
the web bundle depend on these packages, directly or through another package. Packages with native code are listed for every platform. Retro itself: [MIT](../LICENSE).

| licence | packages |
|---|---|
${countsOf(rows)}

| package | version | licence | used by |
|---|---|---|---|
${rows.map(({ name, version, license, workspaces }) => `| ${name} | ${version} | ${license} | ${workspaces.join(", ")} |`).join("\n")}
`;
}

/** A line if the page differs from what `npm run licences` would write. */
export function licenceFaults() {
  const current = readFileSync(join(root, page), "utf8") === licencesPage(readLock());
  return current ? [] : [`${page} is out of date: run npm run licences.`];
}

/** The paths in the lock of every package that a workspace needs at run time, on any platform. */
export function reachable(packages, workspace) {
  const found = new Set();
  const queue = [workspace];
  for (const from of queue)
    for (const path of dependenciesOf(packages, from)) {
      if (queue.includes(path)) continue;
      queue.push(path);
      if (path.includes("node_modules/")) found.add(path);
    }
  return found;
}

/** The paths in the lock of what the package or workspace at `from` needs itself. */
export function dependenciesOf(packages, from) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[from];
  const optionalPeer = (name) => peerDependenciesMeta?.[name]?.optional === true;
  const names = [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...Object.keys(peerDependencies ?? {}).filter((name) => !optionalPeer(name)),
  ];
  return names.map((name) => resolve(packages, from, name)).filter((path) => path !== undefined);
}

/** The nearest node_modules upwards, or the workspace of that name. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "") {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link ? entry.resolved : path;
    if (folder === "") return undefined;
  }
}

function countsOf(rows) {
  const counts = new Map();
  for (const { license } of rows) counts.set(license, (counts.get(license) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || compare(a, b))
    .map(([license, count]) => `| ${license} | ${count} |`)
    .join("\n");
}

/** By UTF-16 code units, so that the page does not depend on the machine's locale. */
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

function readLock() {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await runScript(async () => {
    writeFileSync(join(root, page), licencesPage(readLock()));
    console.log(`${page} is current.`);
  });
