import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { beforeAll, afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { nextVersion, unreleasedPart } from "../../scripts/release.mjs";
import { makeClone } from "./clone.mjs";
import { recipe } from "./documents.mjs";
import { makeDataFolder, runServer } from "./packed-server.mjs";

const root = join(import.meta.dirname, "../..");
const succeeds = (command, ...args) => spawnSync(command, args, { cwd: root }).status === 0;
const isClone = succeeds("git", "rev-parse", "HEAD") && succeeds("npm", "--version");
if (!isClone) console.log("The release is not tested: that needs npm and a clone with its history.");

/** Gives a clone the packages of this one. */
function bringPackages(folder) {
  for (const packages of ["node_modules", ...globSync("*/node_modules", { cwd: root })])
    execFileSync("cp", ["-al", join(root, packages), join(folder, packages)]);
  // Written to: it must not be shared with this clone.
  rmSync(join(folder, "node_modules/.cache"), { recursive: true, force: true });
  const native = join(root, ".build/native");
  if (existsSync(native)) cpSync(native, join(folder, ".build/native"), { recursive: true });
}

describe.skipIf(!isClone || inject("artefact").platforms.length < 2)("a release in a clone", () => {
  let [folder, version] = ["", ""];
  let [dry, refused, failed, done] = [{}, {}, {}, {}];
  const names = ["AUTHOR", "COMMITTER"].map((who) => [`GIT_${who}_NAME`, "Tests"]);
  const mails = ["AUTHOR", "COMMITTER"].map((who) => [`GIT_${who}_EMAIL`, "tests@example.com"]);
  const env = {
    ...process.env,
    ...Object.fromEntries([...names, ...mails]),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    IMAGE_REGISTRY: "registry.example.com/team",
    NODE_ENV: "",
  };
  const run = (command, ...args) => {
    const options = { cwd: folder, env, encoding: "utf8", maxBuffer: 1e8 };
    const { status, stdout, stderr } = spawnSync(command, args, options);
    return { status, text: stdout + stderr };
  };
  const git = (...args) => run("git", ...args).text.trim();
  const read = (file) => readFileSync(join(folder, file), "utf8");
  beforeAll(() => {
    // Beside the packages, so that these need no copy.
    mkdirSync(join(root, ".build"), { recursive: true });
    folder = mkdtempSync(join(root, ".build/release-"));
    makeClone(folder);
    bringPackages(folder);
    // Right after a release nothing is unreleased.
    const news = "## [Unreleased]\n\n### Added\n- What is tested.\n";
    const changelog = read("CHANGELOG.md").replace("## [Unreleased]\n", news);
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    git("add", "--all");
    git("commit", "--quiet", "--message", "What is tested");
    version = nextVersion(JSON.parse(read("package.json")).version, unreleasedPart(read("CHANGELOG.md")));
    dry = { ...run("npm", "run", "--silent", "release"), changed: git("status", "--porcelain") };
    // What is ignored by git, but lies in a packed folder.
    writeFileSync(join(folder, "deploy/docker/.env"), "POSTGRES_PASSWORD=secret\n");
    const go = (registry) => run("env", ...registry, "npm", "run", "--silent", "release", "--", "--go");
    const hook = join(folder, ".git/hooks/pre-commit");
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    refused = { ...go([]), changed: git("status", "--porcelain") };
    rmSync(hook);
    renameSync(join(folder, ".build/native"), join(folder, ".build/native-later"));
    failed = go(["npm_config_registry=http://127.0.0.1:9", `npm_config_cache=${folder}/.build/cache`]);
    rmSync(join(folder, ".build/native"), { recursive: true, force: true });
    renameSync(join(folder, ".build/native-later"), join(folder, ".build/native"));
    done = go([]);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const built = () => {
    const [archive] = globSync(".build/pack/*.tar.gz", { cwd: folder });
    return { archive: join(folder, archive), build: basename(archive, ".tar.gz").slice("retro-".length) };
  };

  test("is only said without --go", () => {
    expect(dry).toEqual({
      status: 0,
      text: expect.stringContaining(`Release ${version}, after `),
      changed: "",
    });
  });

  test("says that it needs git", () => {
    const { status, text } = run("env", "PATH=/nonexistent", process.execPath, "scripts/release.mjs");
    expect([status, text]).toEqual([1, "A release needs git, which is not on the PATH.\n"]);
  });

  test("leaves the files as they were when git refuses the commit", () => {
    expect(refused).toEqual({
      status: 1,
      text: expect.stringContaining("git did not commit"),
      changed: "",
    });
  });

  test("goes on where a run before has failed", () => {
    expect([failed.status, failed.text]).toEqual([1, expect.stringContaining("could not be fetched")]);
    const titles = git("log", "--format=%s", "-2").split("\n");
    expect(titles.map((title) => title === `Release ${version}`)).toEqual([true, false]);
    expect(done.text).toContain(`Release ${version} is committed already`);
  });

  test("is a commit with the version in every file, and an annotated tag on it", () => {
    expect([done.status, done.text]).toEqual([0, expect.stringContaining("git push --follow-tags")]);
    expect(git("status", "--porcelain")).toBe("");
    expect(git("cat-file", "-t", `v${version}`)).toBe("tag");
    expect(git("rev-parse", `v${version}^{commit}`)).toBe(git("rev-parse", "HEAD"));
    expect(git("log", "-1", "--format=%s")).toBe(`Release ${version}`);
    expect(JSON.parse(read("package.json")).version).toBe(version);
    expect(read("CHANGELOG.md")).toContain(`## [Unreleased]\n\n## [${version}] - `);
    const again = run("npm", "run", "--silent", "release");
    expect([again.status, again.text]).toEqual([1, expect.stringContaining("nothing to release")]);
  });

  test("names the artefact and the images by version, day and commit, and the registry by the setting", () => {
    const { build } = built();
    const commit = git("rev-parse", "--short=8", "HEAD");
    expect(build).toMatch(new RegExp(`^${RegExp.escape(version)}-20\\d{6}-${commit}$`));
    for (const name of [version, build])
      expect(done.text).toContain(` -t registry.example.com/team/retro:${name} `);
    expect(done.text).toContain(
      `--build-context pack=.build/pack --label org.opencontainers.image.version=${build} `,
    );
  });

  test("has a bill of materials in CycloneDX, with the packages of both sides and none of the tools", () => {
    const { archive, build } = built();
    const bill = JSON.parse(read(`.build/pack/retro-${build}.cdx.json`));
    const packedBill = run("tar", "-xOf", archive, `retro-${build}/retro.cdx.json`).text;
    expect(packedBill).toBe(read(`.build/pack/retro-${build}.cdx.json`));
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      metadata: { component: { name: "retro", version } },
    });
    const all = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name));
    expect(run("tar", "--list", "--file", archive).text).not.toMatch(/\/\.env$/m);
    const packed = run("tar", "--list", "--file", archive).text.matchAll(
      /\/node_modules\/((?:@[^/\n]+\/)?[^@/\n]+)\/package\.json$/gm,
    );
    const ofTarball = [...packed].map(([, name]) => name);
    expect(ofTarball.length).toBeGreaterThan(100);
    expect(ofTarball.filter((name) => !all.includes(name))).toEqual([]);
    // In the web bundle.
    expect(all).toEqual(expect.arrayContaining(["fastify", "react", "react-dom"]));
    expect(all.filter((name) => /^(?:vite|vitest|oxlint|playwright)$/.test(name))).toEqual([]);
    expect(bill.components.filter(({ licenses }) => licenses === undefined)).toEqual([]);
    const references = new Set(bill.components.map((component) => component["bom-ref"]));
    const graph = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect([...graph.values()].flat().filter((ref) => !references.has(ref))).toEqual([]);
    expect([...references].filter((ref) => !graph.has(ref))).toEqual([]);
    const from = (ref, name) => graph.get(ref).find((needed) => needed.startsWith(`${name}@`));
    expect(from(from(`retro@${version}`, "fastify"), "avvio")).toBeDefined();
    expect(from(from(`retro@${version}`, "react-dom"), "scheduler")).toBeDefined();
    expect(run("sh", "-c", "cd .build/pack && sha256sum --check --strict *.sha256").status).toBe(0);
  });

  test("is installed as docs/operating.md says, and names itself", async () => {
    const { archive, build } = built();
    const commands = recipe("docs/operating.md", "build=1.1.0-");
    const target = mkdtempSync(join(tmpdir(), "retro-installed-"));
    onTestFinished(() => rmSync(target, { recursive: true, force: true }));
    const script = commands
      .replace(/^build=.*$/m, `build=${build}`)
      .replaceAll("/opt", target)
      .replace("/var/lib/retro", makeDataFolder())
      .replace(" node ", ` exec ${process.execPath} `);
    const server = runServer(["sh", "-euc", script], {
      cwd: dirname(archive),
      env: { PATH: process.env.PATH, PORT: "0", LOG_LEVEL: "info" },
    });
    const answer = await fetch(`${await server.address}/health/live`);
    expect((await answer.json()).data.build).toBe(build);
    expect(server.text()).toContain(`retro-${build}.tar.gz: OK`);
    expect(/^\{.*"starting"\}$/m.exec(server.text())?.[0]).toContain(`"build":"${build}"`);
  });

  test("the clone itself serves with the README's first command", async () => {
    const data = makeDataFolder();
    const server = runServer(["sh", "-euc", `exec ${recipe("README.md", "npm start")}`], {
      cwd: folder,
      env: { ...env, PORT: "0", DATA_DIR: data },
    });
    expect((await fetch(`${await server.address}/health/ready`)).status).toBe(200);
    // npm passes it on, so that the server ends too.
    server.child.kill("SIGTERM");
    await server.exit;
  });
});
