import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reachable } from "../licences.mjs";
import { npm, PlainError, root } from "../process.mjs";

/** Linux with glibc. Packages with native code are packed for each. */
export const platforms = [
  { name: "linux-x64", os: "linux", cpu: "x64", libc: "glibc" },
  { name: "linux-arm64", os: "linux", cpu: "arm64", libc: "glibc" },
];
export const here = {
  name: `${process.platform}-${process.arch}`,
  os: process.platform,
  cpu: process.arch,
  libc: "glibc",
};
const foreignFolder = join(root, ".build", "native");

/** A third of the files are not read at run time: types, sources, maps, pages for readers. */
const unused =
  /\.(?:[cm]?tsx?|map|md|markdown|flow)$|\/\.github\/|pdfkit\.standalone\.js$|^node_modules\/@types\/|\/fontkit\/dist\/browser/;
const fontName = /[\w-]+\.ttf/g;

export async function packageFiles(lock, on) {
  const wanted = packagesOf(lock, "server", on);
  const foreign = wanted.filter((path) => !existsSync(join(root, path, "package.json")));
  if (foreign.length > 0) await fetchForeign(lock, foreign);
  const fonts = new Set(serverText().match(fontName));
  return wanted
    .flatMap((path) => filesBelow(foreign.includes(path) ? foreignFolder : root, path))
    .filter(
      ({ name }) =>
        (/\/LICEN[CS]E[^/]*$/i.test(name) || !unused.test(name)) &&
        (!name.endsWith(".ttf") || fonts.has(name.slice(name.lastIndexOf("/") + 1))),
    );
}

/** The paths of all packages that a workspace needs when it runs. */
export function packagesOf(lock, workspace, on = platforms) {
  return [...reachable(lock.packages, workspace)].filter((path) => runsOnAny(on, lock.packages[path]));
}

/** Whether a package is for one of the platforms; a package without native code names none. */
function runsOnAny(on, { os, cpu, libc, optional }) {
  // A WebAssembly form of an optional package names no system: the native one is used instead.
  if (os === undefined && cpu === undefined) return optional !== true;
  return on.some(
    (platform) =>
      (os?.includes(platform.os) ?? true) &&
      (cpu?.includes(platform.cpu) ?? true) &&
      (libc?.includes(platform.libc) ?? true),
  );
}

/** Installs the packages of other platforms. npm verifies their hashes. */
async function fetchForeign(lock, paths) {
  const packages = Object.fromEntries(
    paths.map((path) => [
      path,
      { version: lock.packages[path].version, integrity: lock.packages[path].integrity },
    ]),
  );
  const dependencies = Object.fromEntries(
    paths.map((path) => [path.slice("node_modules/".length), lock.packages[path].version]),
  );
  const wanted = `${JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies }, ...packages } }, null, 2)}\n`;
  const lockFile = join(foreignFolder, "package-lock.json");
  const installed = paths.every((path) => existsSync(join(foreignFolder, path, "package.json")));
  if (installed && readFileSync(lockFile, "utf8") === wanted) return;
  console.log(`Fetching the native code for other platforms than ${here.name} (once).`);
  mkdirSync(foreignFolder, { recursive: true });
  writeFileSync(join(foreignFolder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(lockFile, wanted);
  try {
    await npm(["ci", "--ignore-scripts", "--fetch-retries=1", "--prefix", foreignFolder]);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    throw new PlainError(`The native code for other platforms could not be fetched: ${error.message}`);
  }
}

/** Every file of a package; packages inside it have their own entry in the lock. */
function filesBelow(base, path) {
  return readdirSync(join(base, path), { withFileTypes: true }).flatMap((entry) => {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(base, name);
    return entry.isFile() ? [{ name, path: join(base, name) }] : [];
  });
}

function serverText() {
  const folder = join(root, "server/dist");
  const scripts = readdirSync(folder).filter((file) => file.endsWith(".js"));
  return scripts.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
}
