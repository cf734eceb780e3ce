import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { buildStale } from "./build.mjs";
import { installMissing } from "./machine/install.mjs";
import { findNode } from "./machine/node-runtime.mjs";
import { billOfMaterials } from "./pack/bill-of-materials.mjs";
import { buildName, sourceSeconds } from "./pack/build-name.mjs";
import { packageFiles, platforms } from "./pack/packages.mjs";
import { PlainError, root, runScript } from "./process.mjs";
import { writeArchive } from "./pack/tar.mjs";

const outputFolder = join(root, ".build", "pack");

export async function pack(node, on = platforms) {
  await buildStale(node);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const top = `retro-${await buildName()}`;
  const seconds = await sourceSeconds();
  const bill = `${JSON.stringify(billOfMaterials(manifest, lock, on, seconds), null, 2)}\n`;
  const entries = [
    ...ownFiles(manifest, on),
    { name: "retro.cdx.json", text: bill },
    ...["server/dist", "server/template-pictures", "web/dist", "deploy", "docs"].flatMap(filesIn),
    ...(await packageFiles(lock, on)),
  ].map((entry) => ({ ...entry, name: `${top}/${entry.name}` }));
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });
  const file = join(outputFolder, `${top}.tar.gz`);
  await writeArchive(file, entries, seconds);
  writeHash(file);
  const billFile = join(outputFolder, `${top}.cdx.json`);
  writeFileSync(billFile, bill);
  writeHash(billFile);
  return file;
}

function writeHash(file) {
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeFileSync(`${file}.sha256`, `${hash}  ${basename(file)}\n`);
}

/** The files that exist only in the artefact, and the pages beside it. */
function ownFiles({ version, description, license }, on) {
  const commands = { start: "retro.mjs", admin: "retro.mjs admin", backup: "retro.mjs backup" };
  const scripts = {
    ...commands,
    restore: "retro.mjs restore",
    "db:copy": "retro.mjs copy",
    verify: "retro.mjs verify",
  };
  const packed = {
    name: "retro",
    version,
    private: true,
    description,
    license,
    type: "module",
    scripts: Object.fromEntries(Object.entries(scripts).map(([name, args]) => [name, `exec node ${args}`])),
    engines: { node: ">=24" },
    os: [...new Set(on.map(({ os }) => os))],
    cpu: on.map(({ cpu }) => cpu),
    libc: ["glibc"],
  };
  const pages = ["README", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map((name) => `${name}.md`);
  return [
    { name: "package.json", text: `${JSON.stringify(packed, null, 2)}\n` },
    { name: "retro.mjs", path: join(root, "scripts/pack/retro.mjs") },
    { name: "server-arguments.mjs", path: join(root, "scripts/server-arguments.mjs") },
    ...[...pages, "LICENSE"].map((name) => ({ name, path: join(root, name) })),
  ];
}

function filesIn(folder) {
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      // The chart's alert rules are a link to those of Prometheus; the archive gets what it leads to.
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => ({ name: relative(root, path).replaceAll("\\", "/"), path }))
      // An operator's deploy/docker/.env holds passwords.
      .filter(({ name }) => !name.startsWith("deploy/test/") && !basename(name).startsWith("."))
  );
}

/** @param architecture as Docker names it; all without one */
function platformsOf(architecture) {
  if (architecture === undefined) return platforms;
  const names = { x64: "amd64", arm64: "arm64" };
  const on = platforms.filter(({ cpu }) => names[cpu] === architecture);
  if (on.length === 0)
    throw new PlainError(`Retro runs on ${Object.values(names).join(" and ")}, not on ${architecture}.`);
  return on;
}

// npm run pack, or npm run pack -- arm64
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await runScript(async () => {
    const on = platformsOf(process.argv[2]);
    const node = await findNode();
    await installMissing();
    const file = await pack(node, on);
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    console.log(
      `${relative(process.cwd(), file)} (${megabytes} MB, for ${on.map(({ name }) => name).join(" and ")})`,
    );
  });
