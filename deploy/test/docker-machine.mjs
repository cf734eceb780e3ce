import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { vi } from "vitest";

/*
 * Base images without a registry, and a Docker without a daemon on this machine. Both are made by debootstrap, once, in
 * .build/containers.
 */

const root = join(import.meta.dirname, "../..");
const kept = join(root, ".build/containers");
const certificates = "/etc/ssl/certs/ca-certificates.crt";
export const names = { NODE_IMAGE: "localhost/node:24", RUNTIME_IMAGE: "localhost/runtime:24" };
/** The registry of npm may have a certificate that only this machine knows. */
export const environmentOfNode = `NODE_EXTRA_CA_CERTS=${certificates}`;

/** By their names in compose.cluster.yaml, and what starts them. */
const services = {
  "nginxinc/nginx-unprivileged:1.29-alpine": ["USER 101:101", 'CMD ["nginx"]'],
  "postgres:17-bookworm": ['CMD ["start-postgres"]'],
  "redis:8-bookworm": ['CMD ["redis-server"]'],
};

function mirror() {
  const format = "$(ORIGIN) $(RELEASE) $(REPO_URI)";
  const lines = execFileSync("apt-get", ["indextargets", "--format", format], { encoding: "utf8" }).split(
    "\n",
  );
  const own = lines.map((line) => /^Debian [a-z]+ (\S+)$/.exec(line)?.[1]);
  return own.find((address) => address !== undefined) ?? "http://deb.debian.org/debian";
}

/** @returns the folder of a Debian system; what fails leaves none */
function makeSystem(suite, name, packages) {
  const folder = join(kept, name);
  if (existsSync(folder)) return folder;
  console.log(`Making a Debian ${suite} with ${[name, ...packages].join(", ")} in .build/containers (once).`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  const include = packages.length > 0 ? [`--include=${packages.join(",")}`] : [];
  // In a namespace of its own: an end in between leaves nothing mounted.
  const words = ["--mount", "debootstrap", "--variant=minbase", ...include, suite, unfinished, mirror()];
  execFileSync("unshare", words, { stdio: ["ignore", "ignore", "inherit"] });
  renameSync(unfinished, folder);
  return folder;
}

/** Stands in for node:24-bookworm-slim: Debian, Node and npm. @returns the file of its layer */
export function makeNodeLayer() {
  const layer = join(kept, "node.tar");
  if (existsSync(layer)) return layer;
  const system = makeSystem("bookworm", "bookworm", []);
  copyFileSync(process.execPath, join(system, "usr/local/bin/node"));
  const npm = dirname(dirname(process.env.npm_execpath));
  cpSync(npm, join(system, "usr/local/lib/node_modules/npm"), { recursive: true });
  execFileSync("ln", ["-sfn", "../lib/node_modules/npm/bin/npm-cli.js", join(system, "usr/local/bin/npm")]);
  mkdirSync(join(system, dirname(certificates)), { recursive: true });
  copyFileSync(certificates, join(system, certificates));
  return pack(system, layer);
}

/** Stands in for distroless: Node, and the libraries of C and C++. @returns the file of its layer */
export function makeRuntimeLayer() {
  const layer = join(kept, "runtime.tar");
  if (existsSync(layer)) return layer;
  const folder = join(kept, "runtime");
  const libraries = "libc libm libdl libpthread librt libresolv libgcc_s libstdc++ libnss_dns libnss_files";
  const script = `
    mkdir -p nodejs/bin tmp lib64 lib/${libraryFolder}
    chmod 1777 tmp
    cp ${process.execPath} nodejs/bin/node
    for name in ${libraries}; do cp -L "$1"/usr/lib/${libraryFolder}/$name.so.[0-9]* lib/${libraryFolder}/; done
    cp -L "$1"/lib*/ld-linux* lib64/
    test -e lib64/ld-linux-aarch64.so.1 && cp lib64/* lib/
    true`;
  mkdirSync(folder, { recursive: true });
  execFileSync("sh", ["-euc", script, "sh", makeSystem("bookworm", "bookworm", [])], { cwd: folder });
  return pack(folder, layer);
}
/** Stands in for the images of nginx, PostgreSQL and Redis, all in one. @returns the file of its layer */
function makeServicesLayer() {
  const layer = join(kept, "services.tar");
  if (existsSync(layer)) return layer;
  const system = makeSystem("bookworm", "services", ["nginx-light", "postgresql", "redis-server"]);
  execFileSync("sh", [join(import.meta.dirname, "services-image.sh"), system]);
  return pack(system, layer);
}

const libraryFolder = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" }[process.arch];

function pack(folder, layer) {
  const words = ["-C", folder, "--exclude=./proc/*", "--exclude=./sys/*", "-cf", `${layer}.part`, "."];
  execFileSync("tar", words);
  renameSync(`${layer}.part`, layer);
  return layer;
}

/**
 * Starts a Docker in a network of its own, which sees the clone at /clone and has the base images.
 * @param data a folder for its images, on a disk
 * @returns `run`, which runs a script in the clone; `open`, which leads a port of this machine to one of Docker; `close`
 */
export async function startDocker(clone, data) {
  const packages = [
    "docker.io",
    "docker-compose",
    "docker-buildx",
    "docker-cli",
    "iptables",
    "ca-certificates",
  ];
  const system = makeSystem("trixie", "trixie", packages);
  for (const layer of [makeNodeLayer(), makeRuntimeLayer(), makeServicesLayer()])
    execFileSync("ln", [layer, data]);
  const script = join(import.meta.dirname, "docker-machine.sh");
  const isolated = ["--net", "--mount", "--pid", "--fork", "--kill-child", "sh", script, system, data, clone];
  const machine = spawn("unshare", isolated, { stdio: "inherit" });
  const ended = once(machine, "close");
  const pid = await vi.waitFor(() => childOf(machine), starting);
  const socket = join(data, "slirp.socket");
  const wire = spawn("slirp4netns", [
    "--configure",
    "--disable-host-loopback",
    "--api-socket",
    socket,
    pid,
    "tap0",
  ]);
  const close = async () => {
    wire.kill();
    machine.kill("SIGKILL");
    await ended;
  };
  const enter = ["--net", "--mount", "--pid", "--target", pid];
  const run = async (command, input = "") => {
    const words = [...enter, "sh", "-euc", `cd /clone\n${command}`];
    const child = spawn("nsenter", words, { env: { PATH: process.env.PATH, HOME: "/root" } });
    child.stdin.on("error", () => undefined).end(input);
    const exit = once(child, "close");
    const [out, err] = await Promise.all(
      [child.stdout, child.stderr].map((stream) => stream.setEncoding("utf8").toArray()),
    );
    const [code] = await exit;
    if (code !== 0) throw new Error(`${command}\nends with ${code}: ${err.join("").slice(-4000)}`);
    return out.join("");
  };
  try {
    await vi
      .waitFor(() => run("docker info"), starting)
      .catch(() => {
        throw new Error(
          `Docker does not start: ${readFileSync(join(data, "dockerd.log"), "utf8").slice(-2000)}`,
        );
      });
    await run(`docker import --change "ENV ${environmentOfNode}" /base/node.tar ${names.NODE_IMAGE}`);
    await run(`docker import /base/runtime.tar ${names.RUNTIME_IMAGE}`);
    for (const [image, changes] of Object.entries(services)) {
      const options = changes.map((change) => `--change '${change}'`).join(" ");
      await run(`docker import ${options} /base/services.tar ${image}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const open = async (port, to) => {
    const call = {
      execute: "add_hostfwd",
      arguments: { proto: "tcp", host_addr: "127.0.0.1", host_port: port },
    };
    Object.assign(call.arguments, { guest_addr: machineAddress, guest_port: to });
    const asked = connect(socket);
    asked.end(JSON.stringify(call));
    const answer = JSON.parse((await asked.setEncoding("utf8").toArray()).join(""));
    if (answer.error !== undefined) throw new Error(answer.error.desc);
  };
  return { run, open, close };
}

/** Of slirp4netns, for the only interface of the network. */
export const machineAddress = "10.0.2.100";

const starting = { timeout: 60_000, interval: 200 };

function childOf({ pid }) {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  if (child === "") throw new Error("unshare has started nothing");
  return child;
}
