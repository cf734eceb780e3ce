import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { installMissing } from "./machine/install.mjs";
import { findNode } from "./machine/node-runtime.mjs";
import { pack } from "./pack.mjs";
import { PlainError, root, runScript } from "./process.mjs";

/** Every place that names the release. */
const versionPlaces = {
  "package.json": [/^(  "version": ")[^"]+/m],
  "package-lock.json": [/^(  "version": ")[^"]+/m, /^(      "version": ")[^"]+/m],
  "deploy/helm/retro/Chart.yaml": [/^(version: ).+/m, /^(appVersion: ").+(?=")/m],
};

/** Without what somebody could miss, a release has repairs only. */
export function nextVersion(current, unreleased) {
  const [major, minor, patch] = current.split(".").map(Number);
  const onlyRepairs = [...unreleased.matchAll(/^### (.+)$/gm)].every(([, kind]) =>
    /^(?:Fixed|Security)$/.test(kind),
  );
  return onlyRepairs ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

export function unreleasedPart(changelog) {
  const [, part] = /^## \[Unreleased\]\n([^]*?)(?=^## \[|$(?![^]))/m.exec(changelog) ?? [];
  if (part === undefined || !/^- /m.test(part))
    throw new PlainError("CHANGELOG.md has nothing under [Unreleased]: there is nothing to release.");
  return part;
}

/** @returns the text of each file that the release changes, by the file's name */
export function releasedFiles(read, version, day) {
  const changed = Object.entries(versionPlaces).map(([file, places]) => {
    const text = places.reduce((before, place) => {
      if (!place.test(before)) throw new PlainError(`${file} does not say which version it is of.`);
      return before.replace(place, (_all, start) => start + version);
    }, read(file));
    return [file, text];
  });
  const heading = "## [Unreleased]\n";
  const changelog = read("CHANGELOG.md").replace(heading, `${heading}\n## [${version}] - ${day}\n`);
  return { ...Object.fromEntries(changed), "CHANGELOG.md": changelog };
}

/** @throws when a release of this version would not be the newest one */
export function requireLater(version, current) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new PlainError(`${version} is no version like 1.2.3.`);
  if (version.localeCompare(current, "en", { numeric: true }) <= 0)
    throw new PlainError(`${version} is not above ${current}, the version of now.`);
}

/** A version, and the version with the day and the commit, which no later image gets. */
export function imageNames(registry, names) {
  if (!/^(?:[a-z0-9.-]+(?::\d+)?(?:\/[a-z0-9._-]+)*\/?)?$/.test(registry))
    throw new PlainError(
      `IMAGE_REGISTRY must be like registry.example.com/team, without https:// and without a tag, not "${registry}".`,
    );
  const repository = registry === "" ? "retro" : `${registry.replace(/\/$/, "")}/retro`;
  return names.map((name) => `${repository}:${name}`);
}

function git(...args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  } catch (error) {
    throw error.code === "ENOENT" ? new PlainError("A release needs git, which is not on the PATH.") : error;
  }
}
const read = (file) => readFileSync(join(root, file), "utf8");

const commitMessage = (version) => `Release ${version}`;

/** Writes and commits the files; if git refuses, they are as before. */
function commit(files, version) {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  try {
    git("commit", "--all", "--message", commitMessage(version));
  } catch {
    git("checkout", "--", ...Object.keys(files));
    throw new PlainError("git did not commit: see above.");
  }
}

const isTagged = (version) => git("tag", "--list", `v${version}`) !== "";

async function release({ version: given, go }) {
  const current = JSON.parse(read("package.json")).version;
  // A run before has failed after its commit, as when the native code of a platform could not be fetched.
  const isCommitted = git("log", "-1", "--format=%s") === commitMessage(current) && !isTagged(current);
  const version = isCommitted
    ? current
    : (given ?? nextVersion(current, unreleasedPart(read("CHANGELOG.md"))));
  if (given !== undefined && given !== version)
    throw new PlainError(`Release ${version} is committed already, and not ${given}.`);
  if (!isCommitted) requireLater(version, current);
  if (isTagged(version)) throw new PlainError(`The tag v${version} exists.`);
  const files = isCommitted ? {} : releasedFiles(read, version, new Date().toISOString().slice(0, 10));
  const imagesOf = (...names) => imageNames(process.env.IMAGE_REGISTRY ?? "", names);
  const image = imagesOf(version).join(" ");
  const isClean = git("status", "--porcelain") === "";
  console.log(
    isCommitted
      ? `Release ${version} is committed already, and not tagged:
  it packs, writes SHA-256 and SBOM into .build/pack, and tags v${version}.`
      : `Release ${version}, after ${current}, on ${git("branch", "--show-current")}:
  it sets the version in ${Object.keys(files).join(", ")}
  and commits, packs, writes SHA-256 and SBOM into .build/pack, and tags v${version}.`,
  );
  if (!go) {
    console.log(`  Image: ${image} (IMAGE_REGISTRY chooses the registry)`);
    if (!isClean) console.log("There are uncommitted changes: commit them first, or --go refuses.");
    return console.log("Nothing has changed. To do it: npm run release -- --go");
  }
  if (!isClean) throw new PlainError("There are uncommitted changes.");
  const node = await findNode();
  await installMissing();
  if (!isCommitted) commit(files, version);
  const archive = await pack(node);
  const build = basename(archive, ".tar.gz").slice("retro-".length);
  // Last: the tag names only what could be packed.
  git("tag", "--annotate", `v${version}`, "--message", `Retro ${version}`);
  const tags = imagesOf(version, build).map((name) => `-t ${name}`);
  // Docker would push a name without a registry to its own.
  const images = process.env.IMAGE_REGISTRY
    ? `docker buildx build --platform linux/amd64,linux/arm64 -f deploy/docker/Dockerfile --build-context pack=.build/pack --label org.opencontainers.image.version=${build} ${tags.join(" ")} --push .`
    : "and set IMAGE_REGISTRY for the command of the images";
  console.log(`${archive}
Publish it:
  git push --follow-tags
  ${images}`);
}

const usage = "npm run release -- [--version 2.0.0] [--go]";

export function readArguments(words) {
  try {
    return parseArgs({ args: words, options: { version: { type: "string" }, go: { type: "boolean" } } })
      .values;
  } catch (error) {
    throw new PlainError(`${error.message}\n${usage}; without --go it only says what it would do.`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await runScript(() => release(readArguments(process.argv.slice(2))));
