import {
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { makeDatabase, makeDataFolder, otherUser, runPacked } from "./packed-server.mjs";
import { useProduct } from "./use-product.mjs";
import { Visitor } from "./visitor.mjs";

const admin = { email: "admin@example.com", password: "a password of the tests" };
const engines = ["SQLite", ...(process.env.TEST_DATABASE_URL ? ["PostgreSQL"] : [])];

/** The processor's number in an ELF file (its bytes 18 and 19), by Node's name of the processor. */
const machines = { x64: 62, arm64: 183 };

test("the artefact has the native code of every platform, and no sources", () => {
  const { archive, folder, platforms } = inject("artefact");
  const list = ["--list", "--file", archive];
  const names = execFileSync("tar", list, { encoding: "utf8", maxBuffer: 1e7 }).split("\n");
  const natives = names
    .filter((name) => name.endsWith(".node"))
    .map((name) => name.slice(name.indexOf("/") + 1));
  for (const platform of platforms.filter((name) => name.startsWith("linux"))) {
    const own = natives.filter((name) => name.includes(platform));
    expect(own.map((name) => /argon2|sharp/.exec(name)?.[0])).toEqual(
      expect.arrayContaining(["argon2", "sharp"]),
    );
    for (const name of own)
      expect(readFileSync(join(folder, name)).readUInt16LE(18)).toBe(
        machines[platform.slice("linux-".length)],
      );
    expect(names.filter((name) => name.includes(`sharp-libvips-${platform}/lib/`))).not.toEqual([]);
  }
  expect(
    names.filter((name) => /\.tsx?$|linuxmusl|win32|node_modules\/(?:vite|@playwright)\//.test(name)),
  ).toEqual([]);
});

describe.each(engines)(
  "the artefact on %s, as another user, in a read-only folder, with Node alone",
  (engine) => {
    const settings = async () => {
      const DATA_DIR = makeDataFolder();
      const database = engine === "PostgreSQL" ? { DATABASE_URL: await makeDatabase() } : {};
      return { DATA_DIR, ...database, PORT: "0", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    };

    test("serves the page, a board with live updates, every export, a picture and an administrator", async () => {
      const server = runPacked(await settings());
      await useProduct(await server.address, admin);
      server.child.kill("SIGTERM");
      expect(await server.exit).toBe(0);
    });

    test("tells a supervisor whether it is ready, and has the commands of the operator", async () => {
      const env = await settings();
      const server = runPacked({ ...env, BASE_PATH: "/retro" });
      const { port } = new URL(await server.address);
      const probe = (BASE_PATH) => runPacked({ PORT: port, BASE_PATH }, "health");
      expect(await probe("/retro").exit).toBe(0);
      const ready = runPacked({ PORT: port, BASE_PATH: "/retro" }, "health", "ready");
      expect([await ready.exit, JSON.parse(ready.text())]).toEqual([
        0,
        expect.objectContaining({ data: expect.anything() }),
      ]);
      const wrong = probe("");
      expect(await wrong.exit).toBe(1);
      expect(wrong.text()).toContain("answers 404");
      const list = runPacked(env, "admin", "list");
      expect(await list.exit).toBe(0);
      expect(list.text()).toContain(admin.email);
      const verified = runPacked(env, "verify");
      expect([await verified.exit, verified.text()]).toEqual([0, expect.any(String)]);
      server.child.kill("SIGTERM");
      expect(await server.exit).toBe(0);
      const after = probe("/retro");
      expect(await after.exit).toBe(1);
      expect(after.text()).toContain("does not answer");
    });
  },
);

test("has every page that its pages link to", () => {
  const { folder } = inject("artefact");
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: folder });
  expect(pages).toContain("docs/operating.md");
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), "utf8").matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .map(([, link]) => join(dirname(page), link))
      .filter((path) => !existsSync(join(folder, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("has the clone's files of deploy, and a copy where the clone has a link", () => {
  const { folder } = inject("artefact");
  const filesOf = (at) =>
    globSync("deploy/**", { cwd: at, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => relative(at, join(parentPath, name)))
      .filter((name) => !name.startsWith("deploy/test/"))
      .toSorted();
  const clone = join(import.meta.dirname, "../..");
  const names = filesOf(folder);
  expect(names).toContain("deploy/helm/retro/files/retro.rules.yml");
  expect(names).toEqual(filesOf(clone));
  for (const name of names) {
    expect([name, lstatSync(join(folder, name)).isFile()]).toEqual([name, true]);
    expect(readFileSync(join(folder, name), "utf8")).toBe(readFileSync(join(clone, name), "utf8"));
  }
});

test("has one name in the file, the log, the metrics and the answer about its life", async () => {
  const server = runPacked({ DATA_DIR: makeDataFolder(), PORT: "0", LOG_LEVEL: "info" });
  const visitor = new Visitor(await server.address);
  const { build } = (await visitor.send("GET", "/health/live")).json();
  expect(build).toMatch(/^\d+\.\d+\.\d+-20\d{6}-[0-9a-f]{8}(?:-changed)?$/);
  expect(basename(inject("artefact").archive)).toBe(`retro-${build}.tar.gz`);
  expect((await visitor.send("GET", "/metrics")).text).toContain(`retro_info{version="${build}"} 1`);
  expect(server.text()).toContain(`"build":"${build}"`);
});

test("writes nothing beside its data, and says what to type for the first administrator", async () => {
  const data = makeDataFolder();
  const server = runPacked({ DATA_DIR: data, PORT: "0" });
  await server.address;
  const command = () => /First admin: (.*)$/m.exec(server.text())?.[1];
  await expect.poll(command).toBeDefined();
  const path = `${inject("artefact").folder}:${process.env.PATH}`;
  const options = { cwd: "/", env: { PATH: path }, encoding: "utf8", input: admin.password, ...otherUser };
  const typed = spawnSync("sh", ["-c", `${command()} --password -`], options);
  expect(typed).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("you@example.com is an administrator"),
  });
  expect(existsSync(join(data, "retro.db"))).toBe(true);
  expect(existsSync(join(inject("artefact").folder, "data"))).toBe(false);
});

test("says it so that a shell takes it, from a folder with spaces", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro in a folder's "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("cp", ["-r", `${inject("artefact").folder}/.`, folder]);
  onTestFinished(() => void execFileSync("chmod", ["-R", "u+w", folder]));
  const path = `${folder}:${process.env.PATH}`;
  const env = { PATH: path, DATA_DIR: folder };
  const shown = spawnSync("node", [join(folder, "retro.mjs"), "admin", "--help"], { env, encoding: "utf8" });
  const [, command] = /^Usage: (.*) <command>$/m.exec(shown.stdout + shown.stderr);
  const again = spawnSync("sh", ["-c", `${command} --help`], { env, encoding: "utf8" });
  expect(again).toMatchObject({ stdout: shown.stdout, stderr: shown.stderr });
});

test("its texts name the commands as OPERATOR_COMMAND says, where node is not what an operator can type", async () => {
  const env = { OPERATOR_COMMAND: "docker compose exec retro", DATA_DIR: makeDataFolder(), PORT: "0" };
  const server = runPacked(env);
  await server.address;
  await expect
    .poll(server.text)
    .toContain("First admin: docker compose exec retro admin add you@example.com\n");
  for (const [words, line] of [
    [["admin", "--help"], "Usage: docker compose exec retro admin <command>"],
    [["restore", "--help"], "docker compose exec retro restore <file"],
    [["--help"], "Usage: docker compose exec retro [command]"],
  ]) {
    const shown = runPacked(env, ...words);
    expect([await shown.exit, shown.text()]).toEqual([0, expect.stringContaining(line)]);
  }
});

test("native code that is missing or does not load is named at the start, in one line", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-incomplete-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["retro.mjs", "server-arguments.mjs"])
    copyFileSync(join(inject("artefact").folder, name), join(folder, name));
  const run = (command) => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "retro.mjs"), command], {
      env: { DATA_DIR: folder, PORT: "0" },
      encoding: "utf8",
    });
    return [status, stderr];
  };
  const packages = `node_modules/@img/sharp-${process.platform}-${process.arch}/lib`;
  expect(run("start")).toEqual([78, expect.stringMatching(/^Retro is incomplete: .*@img\/sharp for .*\n$/)]);
  mkdirSync(join(folder, packages), { recursive: true });
  writeFileSync(join(folder, packages, "sharp.node"), "not a library");
  expect(run("backup")).toEqual([
    78,
    expect.stringMatching(/^Retro's native code does not load: .*sharp\.node.*\n$/),
  ]);
});

test("a wrong setting ends the start with the code that retro.service does not restart", async () => {
  const server = runPacked({ DATA_DIR: makeDataFolder(), PORT: "many" });
  const code = await server.exit;
  const unit = readFileSync(join(inject("artefact").folder, "deploy/systemd/retro.service"), "utf8");
  expect(unit).toContain(`\nRestartPreventExitStatus=${code}\n`);
});

test("an unknown command explains itself and fails", async () => {
  const server = runPacked({}, "serve");
  expect(await server.exit).toBe(1);
  expect(server.text()).toContain("Usage: node retro.mjs");
});

test("start refuses words, which would be ignored", async () => {
  const server = runPacked({}, "start", "--port", "3");
  expect(await server.exit).toBe(1);
  expect(server.text()).toContain("start takes no words");
});
