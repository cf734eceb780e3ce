import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { isInstalled } from "../../scripts/machine/deploy-tools.mjs";
import { hasRedis, startRedis } from "../../server/src/testing/nodes/redis.ts";
import { blocks, commands, recipe } from "./documents.mjs";
import { makeDatabase, makeDataFolder, otherUser, runPacked } from "./packed-server.mjs";
import { proxies } from "./proxy-examples.mjs";
import { Visitor } from "./visitor.mjs";

const root = join(import.meta.dirname, "../..");
const page = "docs/operating.md";

async function freePort(host = "127.0.0.1") {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Runs commands. The test goes on meanwhile, so that it sees which connections end. */
async function run(script, options, input = "") {
  const child = spawn("sh", ["-euc", script], options);
  child.stdin.on("error", () => undefined).end(input);
  const closed = once(child, "close");
  const [stderr] = await Promise.all([child.stderr.setEncoding("utf8").toArray(), child.stdout.toArray()]);
  const [code] = await closed;
  if (code !== 0) throw new Error(`${script}\nends with ${code}: ${stderr.join("")}`);
}

/**
 * Makes a `docker` that runs the artefact, and a clone with the deployment's files. @returns `run`, which follows
 * commands of a document in the clone; `set`, which writes settings into the file that the recipe makes; `cutOff`, which
 * does to its servers what the end of this process does
 */
function makeDocker(given) {
  const state = mkdtempSync(join(tmpdir(), "retro-docker-"));
  const alive = join(state, "alive");
  execFileSync("mkfifo", [alive]);
  const held = openSync(alive, "r+");
  const cutOff = () => closeSync(held);
  onTestFinished(() => {
    for (const file of readdirSync(state).filter((name) => name.endsWith(".pid")))
      spawnSync("kill", ["-KILL", readFileSync(join(state, file), "utf8")]);
    rmSync(state, { recursive: true, force: true });
  });
  const bin = mkdtempSync(join(tmpdir(), "retro-bin-"));
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  const clone = join(bin, "a clone");
  for (const folder of ["deploy/docker", "deploy/proxies"])
    cpSync(join(root, folder), join(clone, folder), { recursive: true });
  cpSync(join(root, "compose.yaml"), join(clone, "compose.yaml"));
  const set = (settings) => {
    const file = join(clone, "deploy/docker/.env");
    // As an operator who removes the sign of a comment.
    const lines = Object.entries(settings).map(([name, value]) => [
      new RegExp(`^(?:# )?(${name}=).*$`, "m"),
      value,
    ]);
    const write = (text, [line, value]) => {
      expect(text).toMatch(line);
      return text.replace(line, (_all, name) => name + value);
    };
    writeFileSync(file, lines.reduce(write, readFileSync(file, "utf8")));
  };
  const program = join(import.meta.dirname, "container-program.mjs");
  writeFileSync(join(bin, "docker"), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`, {
    mode: 0o755,
  });
  const common = { CAPTCHA_DIFFICULTY: "1:1", LOG_LEVEL: "warn" };
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    STAND_IN: JSON.stringify({
      unpacked: inject("artefact").folder,
      state,
      ...given,
      settings: { ...common, ...given.settings },
    }),
    ...given.env,
  };
  const runHere = (script, input) => run(script, { cwd: clone, env }, input);
  return { run: runHere, set, env, state, clone, cutOff };
}

const envFile = "cp deploy/docker/env.example deploy/docker/.env";

test("Compose: the recipes install, make the first administrator, back up, restore and upgrade", async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const { run, set, state, clone, cutOff } = makeDocker({
    settings: { HOST: "127.0.0.1", PORT: String(port) },
  });
  const install = recipe(page, "docker compose up -d --build");
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ status }) => status,
      () => readFileSync(join(state, "retro.log"), "utf8"),
    );
  const becomesReady = () => expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  const [first, second] = ["1.1.0", "1.2.0"];
  const image = () => readFileSync(join(state, "retro.image"), "utf8");
  // To try it, that is the whole installation.
  await run(install);
  await becomesReady();
  expect(image()).toBe("retro:local");
  await run(recipe(page, envFile));
  set({ BUILD: first, PUBLIC_URL: address });
  await run(install);
  await becomesReady();
  const log = () => readFileSync(join(state, "retro.log"), "utf8");
  const firstAdmin = recipe(page, "docker compose exec retro ");
  await expect.poll(log).toContain(`First admin: ${firstAdmin}\n`);

  const compose = "docker compose exec";
  const admin = { email: "you@example.com", password: "a password of the tests" };
  await run(`${recipe(page, `${compose} retro `)} --password -`, admin.password);
  const visitor = new Visitor(address);
  const signedIn = await visitor.send("POST", "/api/v1/users/sign-in", {
    ...admin,
    solution: await visitor.solution(),
  });
  expect([signedIn.status, signedIn.json().role]).toEqual([200, "admin"]);

  const ann = new Visitor(address);
  expect((await ann.enter("Ann")).status).toBe(201);
  const make = async (title) => (await ann.send("POST", "/api/v1/boards", { title })).json().id;
  const status = async (id) => (await ann.send("GET", `/api/v1/boards/${id}`)).status;
  const kept = await make("Kept");
  const file = join(state, "saved.jsonl.gz");
  await run(recipe(page, `${compose} -T retro `).replace("FILE", file));
  const nightly = recipe(page, "#!/bin/sh").replaceAll("/mnt/backups", state);
  await run(nightly.replace("/srv/retro", `"${clone}"`));
  const made = readdirSync(state).filter((name) => /^retro-\d{4}-\d\d-\d\d\./.test(name));
  expect(made).toEqual([expect.stringMatching(/\d\.jsonl\.gz$/)]);
  const later = await make("Later");
  await run(recipe(page, "docker compose stop retro").replace("FILE", file));
  await becomesReady();
  expect([await status(kept), await status(later)]).toEqual([200, 404]);
  await run(recipe(page, "docker compose run --rm -T retro restore --delete-former"));
  set({ BUILD: second });
  await run(install);
  await becomesReady();
  expect([image(), await status(kept)]).toEqual([`retro:${second}`, 200]);
  set({ BUILD: first });
  await run(recipe(page, "docker compose up -d"));
  await becomesReady();
  expect([image(), await status(kept)]).toEqual([`retro:${first}`, 200]);
  // A test that is killed leaves no server behind.
  cutOff();
  await expect
    .poll(() =>
      fetch(address).then(
        () => "serves",
        () => "has ended",
      ),
    )
    .toBe("has ended");
});

const canBindHosts =
  process.getuid() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0 && isInstalled("nginx");
const canRoll = canBindHosts && hasRedis && Boolean(process.env.TEST_DATABASE_URL);
if (!canRoll)
  console.log("The rolling recipe is not followed: that needs root, nginx, PostgreSQL and Redis.");

/** Runs nginx with the example as it is; it alone sees the file of the containers' addresses. */
async function startNginx(hosts) {
  const folder = mkdtempSync(join(tmpdir(), "retro-nginx-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(folder, "proxy.conf");
  writeFileSync(file, proxies.nginx.config({ folder, port, basePath: "" }));
  const nginx = ["nginx", ...proxies.nginx.run(file, folder)];
  const start = () => {
    const script = `mount --bind ${hosts} /etc/hosts && exec "$@"`;
    const child = spawn("unshare", ["--mount", "sh", "-euc", script, "sh", ...nginx], { stdio: "inherit" });
    onTestFinished(async () => {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    });
    return child.pid;
  };
  return { address: `http://127.0.0.1:${port}`, start, nginx };
}

test.skipIf(!canRoll)(
  "Compose with several servers: the rolling recipe replaces all of them, and every read and write succeeds meanwhile",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "retro-hosts-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hosts = join(folder, "hosts");
    writeFileSync(hosts, "127.0.0.1 localhost\n");
    const { address, start, nginx } = await startNginx(hosts);
    const pid = { file: join(folder, "pid") };
    // The program of the proxy's container, once it runs.
    const enter = ["sh", "-euc", `exec nsenter --mount --target "$(cat ${pid.file})" "$@"`, "sh", ...nginx];
    const { run, set, env, state, clone } = makeDocker({
      settings: { DATABASE_URL: await makeDatabase(), REDIS_URL: (await startRedis()).url },
      hosts,
      proxy: enter,
    });
    await run(recipe(page, envFile));
    set({ BUILD: "first", PUBLIC_URL: address, POSTGRES_PASSWORD: "unused" });
    await run("docker compose -f deploy/docker/compose.cluster.yaml up -d --wait");
    writeFileSync(pid.file, String(start()));
    const serving = () =>
      fetch(`${address}/health/serving`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(serving).toBe(200);
    const pids = () =>
      readdirSync(state)
        .filter((name) => name.endsWith(".pid"))
        .map((name) => readFileSync(join(state, name), "utf8"));
    const before = pids();

    const ann = new Visitor(address);
    expect((await ann.enter("Ann")).status).toBe(201);
    const { id } = (await ann.send("POST", "/api/v1/boards", { title: "Rolling" })).json();
    const [section] = (await ann.send("GET", `/api/v1/boards/${id}/items`)).json();
    set({ BUILD: "second" });
    const roll = recipe(page, "docker compose -f deploy/docker/compose.cluster.yaml build");
    const rolling = spawn("sh", ["-euc", roll], { cwd: clone, env, stdio: "inherit" });
    const ended = once(rolling, "close");
    onTestFinished(async () => {
      rolling.kill("SIGTERM");
      await ended;
    });
    let written = 0;
    while (rolling.exitCode === null) {
      const sticker = { id: randomUUID(), title: "One", parent_id: section.children[0].id };
      expect((await ann.send("POST", `/api/v1/boards/${id}/items`, sticker)).status).toBe(201);
      written += 1;
      expect((await ann.send("GET", `/api/v1/boards/${id}`)).status).toBe(200);
      // The pace of a busy team, within the limits of one session.
      await setTimeout(100);
    }
    expect((await ended)[0]).toBe(0);
    const [read] = (await ann.send("GET", `/api/v1/boards/${id}/items`)).json();
    expect(read.children[0].children).toHaveLength(written);
    expect(pids().filter((one) => before.includes(one))).toEqual([]);

    const [add, save] = recipe(
      page,
      "docker compose -f deploy/docker/compose.cluster.yaml exec retro-1",
    ).split("\n");
    expect(readFileSync(join(state, "retro-1.log"), "utf8")).toContain(`First admin: ${add}\n`);
    const admin = { email: "you@example.com", password: "a password of the tests" };
    await run(`${add} --password -`, admin.password);
    const visitor = new Visitor(address);
    const signIn = { ...admin, solution: await visitor.solution() };
    expect((await visitor.send("POST", "/api/v1/users/sign-in", signIn)).status).toBe(200);
    const file = join(folder, "saved.jsonl.gz");
    await run(save.replace("FILE", file));
    const later = (await ann.send("POST", "/api/v1/boards", { title: "Later" })).json();
    await run(
      recipe(page, "docker compose -f deploy/docker/compose.cluster.yaml stop").replace("FILE", file),
    );
    const status = async (board) => (await ann.send("GET", `/api/v1/boards/${board}`)).status;
    await expect.poll(() => status(id)).toBe(200);
    expect(await status(later.id)).toBe(404);
  },
);

test("what a page tells npm to run exists", () => {
  const pages = ["README.md", page, "docs/sign-in.md", "docs/retention.md"];
  const lines = pages
    .flatMap((name) => [...blocks(name), ...commands(name)])
    .flatMap((text) => text.split("\n"));
  const npm = /^(?:[A-Z_]+=\S* )*npm run (?:-s )?(\S+)/;
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = lines.flatMap((line) => npm.exec(line.trim())?.[1] ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("Kubernetes: the recipes make the first administrator, back up and restore", async () => {
  const [folder, bin] = [makeDataFolder(), makeDataFolder()];
  const port = await freePort();
  const env = { DATA_DIR: folder, PORT: String(port), PATH: `${bin}${delimiter}${process.env.PATH}` };
  // What needs a cluster does nothing: the test stops the server, and the command runs here.
  const kubectl = '[ "$1" = exec ] || exit 0; while [ "$1" != -- ]; do shift; done; shift; exec "$@"';
  for (const [name, script] of Object.entries({ kubectl, helm: "exit 0" }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const runIn = (script, input) => {
    const inContainer = script
      .replaceAll("/nodejs/bin/node", process.execPath)
      .replaceAll("/opt/retro/", `${inject("artefact").folder}/`);
    return run(inContainer, { env, ...otherUser }, input);
  };
  const ann = new Visitor(`http://127.0.0.1:${port}`);
  const serve = async (work) => {
    const server = runPacked(env);
    await server.address;
    await work();
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
  };
  const file = join(makeDataFolder(), "saved.jsonl.gz");
  const make = async (title) => (await ann.send("POST", "/api/v1/boards", { title })).json().id;
  const status = async (id) => (await ann.send("GET", `/api/v1/boards/${id}`)).status;
  let [kept, later] = ["", ""];
  await serve(async () => {
    expect((await ann.enter("Ann")).status).toBe(201);
    kept = await make("Kept");
    await runIn(`${recipe(page, "kubectl exec -it ")} --password -`, "a password of the tests");
    await runIn(recipe(page, "kubectl exec deploy/retro-retro -- ").replace("FILE", file));
    later = await make("Later");
  });
  const restore = blocks(page).find((text) => text.includes("maintenance=true") && text.includes("restore"));
  await runIn(restore.replace("FILE", file));
  await serve(async () => expect([await status(kept), await status(later)]).toEqual([200, 404]));
});
