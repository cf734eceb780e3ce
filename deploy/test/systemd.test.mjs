import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { recipe as documented } from "./documents.mjs";
import { runServer } from "./packed-server.mjs";
import { documentedSettings } from "./documented-settings.mjs";
import { Visitor } from "./visitor.mjs";

const deploy = join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(deploy, path), "utf8");
const succeeds = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

const hasSystemd = succeeds("systemd-analyze", "--version");
if (!hasSystemd) console.log("deploy/systemd: the units are not verified: systemd-analyze is not installed.");

/** Where the recipe writes. The test sees them through an overlay: the machine's own folders stay as they are. */
const written = ["/etc", "/opt", "/usr/lib/sysusers.d", "/usr/local", "/var"];
const canInstall =
  process.getuid() === 0 &&
  ["systemd-sysusers", "setpriv", "nsenter"].every((program) => succeeds(program, "--version")) &&
  succeeds("unshare", "--mount", "true");
if (!canInstall)
  console.log("deploy/systemd: the recipe is not followed: that needs root, systemd-sysusers and unshare.");

describe("systemd's files", () => {
  test("the settings in its file exist", () => {
    const names = read("systemd/retro.env").match(/[A-Z_]+(?==)/g);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !documentedSettings.has(name))).toEqual([]);
  });

  test("the unit lets the server ask for the machine's addresses, which it does with HOST=0.0.0.0", () => {
    expect(read("systemd/retro.service")).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
  });

  test("the wrapper runs a command with the program, the user, the folder and the settings of the unit", () => {
    const unit = read("systemd/retro.service");
    const wrapper = read("systemd/retro");
    const given = [...wrapper.matchAll(/--property=(\S+)/g)].map(([, property]) => property);
    expect(given.length).toBeGreaterThan(4);
    expect(given.filter((property) => !unit.split("\n").includes(property))).toEqual([]);
    for (const name of ["User", "StateDirectory", "Environment=DATA_DIR", "EnvironmentFile"])
      expect(given.filter((property) => property.startsWith(`${name}=`))).toHaveLength(1);
    const program = /^ExecStart=(.*)$/m.exec(unit)[1];
    expect(wrapper).toContain(`${program} "$@"`);
    expect(spawnSync("sh", ["-n", join(deploy, "systemd/retro")]).status).toBe(0);
    // A dynamic user's folder is behind one that only root can enter: no command could run as that user.
    expect(unit).not.toContain("DynamicUser");
    const user = /^User=(.*)$/m.exec(unit)[1];
    expect(read("systemd/sysusers.conf")).toMatch(new RegExp(`^u ${user} `, "m"));
  });

  test("the backup runs with the program, the user, the folder and the settings of the unit", () => {
    const lines = (file) => read(`systemd/${file}`).split("\n");
    const backup = lines("retro-backup.service");
    const shared = backup.filter((line) => /^(?:User|StateDirectory|Environment|UMask)/.test(line));
    expect(shared).toHaveLength(7);
    expect(shared.filter((line) => !lines("retro.service").includes(line))).toEqual([]);
    const program = /^ExecStart=(.*)$/m.exec(read("systemd/retro.service"))[1];
    const folder = /^ReadWritePaths=(.*)$/m.exec(read("systemd/retro-backup.service"))[1];
    expect(backup).toContain(`ExecStart=${program} backup ${folder} --keep 30`);
    // The rights of the folder are those that the recipe gives.
    expect(backup).toContain(`#   install -d -m 0700 -o retro -g retro ${folder}`);
  });

  const units = ["retro.service", "retro-backup.service", "retro-backup.timer"];
  describe.skipIf(!hasSystemd)("read by systemd", () => {
    /** The program must exist: this machine may have its Node elsewhere. */
    const copyUnits = () => {
      const folder = mkdtempSync(join(tmpdir(), "retro-unit-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return units.map((name) => {
        const file = join(folder, name);
        writeFileSync(file, read(`systemd/${name}`).replace("/usr/local/bin/node", process.execPath));
        return file;
      });
    };

    test("have no fault", () => {
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...copyUnits()], {
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([0, ""]);
    });

    test("give a server that was broken into little: the exposure is at most 2 of 10", () => {
      for (const file of copyUnits().filter((name) => name.endsWith(".service"))) {
        const review = ["security", "--offline=true", "--no-pager", "--threshold=20", file];
        const { status, stdout } = spawnSync("systemd-analyze", review, { encoding: "utf8" });
        expect([status, stdout.split("\n").findLast((line) => line.includes("Overall"))]).toEqual([
          0,
          expect.stringContaining(basename(file)),
        ]);
      }
    });
  });
});

/**
 * Stands in for systemd-run, which needs a running systemd: makes the state folder, then runs the program with
 * the user, the settings and the mask of its `--property` arguments, and with nothing of this environment; without
 * `--pipe`, not even its input and output.
 */
const systemdRun = `#!/bin/sh
set -eu
settings= pipe=
while [ "\${1#--}" != "$1" ]; do
  case "$1" in
    --pipe) pipe=1 ;;
    --setenv=*) settings="$settings \${1#--setenv=}" ;;
    --property=User=*) user="\${1##*=}" ;;
    --property=UMask=*) umask "\${1##*=}" ;;
    --property=StateDirectory=*) state="/var/lib/\${1##*=}" ;;
    --property=StateDirectoryMode=*) mode="\${1##*=}" ;;
    --property=Environment=*) settings="$settings \${1#--property=Environment=}" ;;
    --property=EnvironmentFile=-*) settings="$settings $(sed '/^#/d' "\${1#--property=EnvironmentFile=-}")" ;;
  esac
  shift
done
[ "$pipe" ] || exec </dev/null >/dev/null
install -d -m "$mode" -o "$user" -g "$user" "$state"
cd /
exec env -i $settings setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs "$@"
`;

/** Follows the recipe; where no registry answers, the file has the Node of the tests. */
function fetchNode(command, folder) {
  if (succeeds("sh", "-c", `cd ${folder} && ${command}`)) return;
  console.log("deploy/systemd: no registry answers: the recipe is followed with the Node of the tests.");
  mkdirSync(join(folder, "package/bin"), { recursive: true });
  copyFileSync(process.execPath, join(folder, "package/bin/node"));
  const file = `node-linux-${process.arch}-24.0.0.tgz`;
  execFileSync("tar", ["-czf", file, "package/bin/node"], { cwd: folder });
}

/** The command of a unit, with what stands in for systemd. */
function start(unit) {
  const lines = read(`systemd/${unit}`).split("\n");
  const kept = lines.filter((line) => /^(?:User|UMask|StateDirectory|Environment)/.test(line));
  const command = lines.find((line) => line.startsWith("ExecStart=")).slice("ExecStart=".length);
  return ["systemd-run --pipe", ...kept.map((line) => `--property=${line}`), command].join(" ");
}

/** The commands in a unit's first lines, without those that need a running systemd. */
function recipe(unit) {
  return read(`systemd/${unit}`)
    .split("\n")
    .filter((line) => line.startsWith("#   "))
    .map((line) => line.slice(4).replace(/(?: && )?systemctl enable .*$/, ""));
}

test.skipIf(!canInstall)(
  "the recipe of the unit installs, serves, makes the first administrator, backs up and verifies",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "retro-systemd-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    const layer = (path, part) => join(folder, path.slice(1).replaceAll("/", "-"), part);
    for (const path of written)
      for (const part of ["upper", "work"]) mkdirSync(layer(path, part), { recursive: true });
    mkdirSync(join(layer("/usr/local", "upper"), "sbin"));
    writeFileSync(join(layer("/usr/local", "upper"), "sbin/systemd-run"), systemdRun, { mode: 0o755 });

    const { archive } = inject("artefact");
    const build = basename(archive, ".tar.gz").slice("retro-".length);
    const [fetch, unpackNode, example, ...install] = recipe("retro.service").map((line) =>
      line.replaceAll("linux-x64", `linux-${process.arch}`),
    );
    expect([fetch, unpackNode, example]).toEqual([
      expect.stringMatching(/^npm /),
      expect.stringMatching(/^tar .* package\/bin\/node$/),
      expect.stringMatching(/^build=/),
    ]);
    fetchNode(fetch, folder);
    symlinkSync(archive, join(folder, basename(archive)));
    const script = [
      "set -eu",
      ...written.map(
        (path) =>
          `mount -t overlay overlay -o lowerdir=${path},upperdir=${layer(path, "upper")},workdir=${layer(path, "work")} ${path}`,
      ),
      `cd ${folder}`,
      unpackNode,
      `build=${build}`,
      ...install,
      // As an operator edits the file; the test takes any free port.
      "sed -i '/^PUBLIC_URL/d; /^TRUST_PROXY/d' /etc/retro.env",
      "printf 'PORT=0\\nCAPTCHA_DIFFICULTY=1:1\\n' >> /etc/retro.env",
      `exec ${start("retro.service")}`,
    ].join("\n");
    const path = { PATH: "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin" };
    const server = runServer(["unshare", "--mount", "sh", "-c", script], { env: path });
    const address = await server.address;
    const owner = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(owner)[1]).not.toBe("0");

    // It keeps the overlay when the server has ended.
    const holder = spawn("nsenter", ["--mount", "--target", `${server.child.pid}`, "sleep", "infinity"]);
    onTestFinished(() => void holder.kill());
    const run = (command, input = "") =>
      execFileSync("nsenter", ["--mount", "--target", `${holder.pid}`, "sh", "-euc", command], {
        encoding: "utf8",
        env: path,
        input,
      });
    const firstAdmin = documented("docs/operating.md", "retro admin add");
    await expect.poll(server.text).toContain(`First admin: ${firstAdmin}\n`);
    const admin = { email: "you@example.com", password: "a password of the tests" };
    expect(run(`retro admin add ${admin.email} --password - 2>&1`, admin.password)).toContain(
      "/var/lib/retro",
    );
    const visitor = new Visitor(address);
    const signedIn = await visitor.send("POST", "/api/v1/users/sign-in", {
      ...admin,
      solution: await visitor.solution(),
    });
    expect([signedIn.status, signedIn.json().role]).toEqual([200, "admin"]);

    const port = `PORT=${new URL(address).port}`;
    run(`sed -i 's/^PORT=.*/${port}/' /etc/retro.env`);
    expect(run(documented("docs/operating.md", "retro health ready"))).toContain('"data":');

    run(recipe("retro-backup.service").join("\n"));
    run(start("retro-backup.service"));
    const backups = readdirSync(join(layer("/var", "upper"), "backups/retro"));
    expect(backups).toEqual([expect.stringMatching(/^retro-.*\.jsonl\.gz$/)]);
    run(`retro restore /var/backups/retro/${backups[0]} --check`);
    run("retro verify");
    run(`cd /var && ${documented("docs/operating.md", "retro backup")}`);
    for (const words of ["tar -xzf retro-", "ln -sfn "])
      run(
        `cd ${dirname(archive)} && ${documented("docs/operating.md", words).replaceAll(/1\.1\.0-20261201-0123abcd/g, build)}`,
      );
    run("retro verify");
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
    const lines = documented("docs/operating.md", "systemctl stop retro").split("\n");
    const restore = lines.filter((line) => !line.startsWith("systemctl "));
    expect(run(`cd /var && ${restore.join("\n")}`)).toContain("The backup is restored.");
    expect(run("retro admin list")).toContain(admin.email);
  },
);
