import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { parse } from "yaml";

/*
 * Stands in for `docker compose`, which needs a daemon and images: a container of the product is a process of the
 * artefact with the environment that the image and the compose file give it; an image is its name in a file. Its
 * settings, in STAND_IN:
 * `unpacked`, the artefact; `state`, a folder for data, logs and ids of processes; `settings`, what a test has
 * elsewhere than the file, such as the database; `hosts`, the file that has the containers' addresses, which are new
 * after each start; `proxy`, which runs a command in the proxy's container.
 */
const { unpacked, state, settings, hosts, proxy } = JSON.parse(process.env.STAND_IN);
const image = { HOST: "0.0.0.0", PORT: "3000", DATA_DIR: "/data" };

const [group, ...words] = process.argv.slice(2);
if (group !== "compose") throw new Error(`${group} is not known here.`);
const { values, positionals } = parseArgs({
  args: words.slice(0, words.findIndex((word) => /^(?:up|build|stop|start|run|exec)$/.test(word)) + 1),
  options: { file: { type: "string", short: "f" } },
  allowPositionals: true,
});
const [command] = positionals;
const rest = words.slice(words.indexOf(command) + 1);
const flags = rest.slice(0, rest.findIndex((word) => !word.startsWith("-")) >>> 0);
const [service, ...args] = rest.slice(flags.length);

const readYaml = (path) => parse(readFileSync(path, "utf8"), { merge: true });
const file = resolve(values.file ?? readYaml("compose.yaml").include[0]);
const { services } = readYaml(file);
const settingsFile = join(dirname(file), ".env");
const given = existsSync(settingsFile) ? parseEnv(readFileSync(settingsFile, "utf8")) : {};
/** Compose reads the file for its variables; what the caller has set takes precedence. */
const variables = { ...given, ...process.env };
const servers = Object.keys(services).filter((name) => name.startsWith("retro"));

const keepsData = (name) => services[name].volumes?.includes("data:/data") ?? false;
const dataOf = (name) => join(state, keepsData(name) ? "volume" : `${name}-own`);
/** What is on no volume ends with its container. */
const forget = (name) => keepsData(name) || rmSync(dataOf(name), { recursive: true, force: true });
const pidFile = (name) => join(state, `${name}.pid`);

/** Puts the caller's variables into a value of the file, as Compose does. */
function interpolate(value) {
  return String(value).replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, other = "") => {
    if (variables[name]) return variables[name];
    if (kind === "?") throw new Error(`${name}: ${other}`);
    return other;
  });
}

function environment(name) {
  const own = Object.entries(services[name].environment).map(([key, value]) => [key, interpolate(value)]);
  mkdirSync(dataOf(name), { recursive: true, mode: 0o700 });
  const at = hosts === undefined ? {} : { HOST: addresses().get(name) };
  return { ...image, ...given, ...Object.fromEntries(own), ...settings, ...at, DATA_DIR: dataOf(name) };
}

function addresses() {
  const lines = readFileSync(hosts, "utf8").trim().split("\n");
  return new Map(lines.map((line) => line.split(" ").toReversed()));
}

/** Like Docker's, the address of a new container is one that nobody has had. */
function giveAddress(name) {
  const known = addresses();
  const last = Math.max(0, ...[...known.values()].map((address) => Number(address.split(".")[3])));
  known.set(name, `127.0.31.${last + 1}`);
  writeFileSync(hosts, [...known].map(([of, address]) => `${address} ${of}\n`).join(""));
}

/** As the image has them: Node, and the artefact below /opt/retro. */
const inContainer = (word) =>
  word === "/nodejs/bin/node" ? process.execPath : word.replace(/^\/opt\/retro(?=\/)/, unpacked);
const entrypoint = ["/nodejs/bin/node", "/opt/retro/retro.mjs"].map(inContainer);

const build = (name) => writeFileSync(imageFile(services[name].image), "");
const imageFile = (tag) => join(state, `image-${interpolate(tag)}`);

function runIn(name, [program, ...words]) {
  return spawnSync(program, words, { env: environment(name), stdio: "inherit" }).status ?? 1;
}

async function stop(name) {
  if (!existsSync(pidFile(name))) return;
  const pid = Number(readFileSync(pidFile(name), "utf8"));
  rmSync(pidFile(name));
  process.kill(pid, "SIGTERM");
  while (isRunning(pid)) await new Promise((done) => setTimeout(done, 50));
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    // A process whose parent has ended before stays as a zombie where nobody takes its exit code.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function start(name) {
  writeFileSync(join(state, `${name}.image`), interpolate(services[name].image));
  if (hosts !== undefined) giveAddress(name);
  forget(name);
  const log = openSync(join(state, `${name}.log`), "a");
  const [program, ...words] = [...entrypoint, "start"];
  const child = spawn(program, words, {
    env: environment(name),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  writeFileSync(pidFile(name), String(child.pid));
  child.unref();
  endWithTest(child.pid);
}

/** The pipe ends with the test's process, however that ends. An open folder of /proc is never another process's. */
function endWithTest(pid) {
  const script = 'cd "/proc/$1"; read -r _ <"$2"; test -e stat && kill -KILL "$1"';
  spawn("sh", ["-c", script, "sh", String(pid), join(state, "alive")], {
    detached: true,
    stdio: "ignore",
  }).unref();
}

const exitCode = {
  build() {
    servers.forEach(build);
    return 0;
  },
  async up() {
    for (const name of service === undefined ? servers : [service]) {
      if (flags.includes("--build") || !existsSync(imageFile(services[name].image))) build(name);
      await stop(name);
      start(name);
      while (flags.includes("--wait") && runIn(name, [...entrypoint, "health"]) !== 0)
        await new Promise((done) => setTimeout(done, 200));
    }
    return 0;
  },
  async stop() {
    for (const name of [service, ...args]) await stop(name);
    return 0;
  },
  start() {
    for (const name of [service, ...args]) start(name);
    return 0;
  },
  run: () => {
    forget(service);
    return runIn(service, [...entrypoint, ...args]);
  },
  exec: () =>
    service === "proxy"
      ? spawnSync(proxy[0], [...proxy.slice(1), ...args.slice(1)], { stdio: "inherit" }).status
      : runIn(service, args.map(inContainer)),
};
process.exitCode = await exitCode[command]();
