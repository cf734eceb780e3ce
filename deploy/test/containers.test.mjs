import { execFileSync, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { containerTools, hasProgram } from "../../scripts/machine/deploy-tools.mjs";
import { makeClone } from "./clone.mjs";
import {
  environmentOfNode,
  machineAddress,
  makeNodeLayer,
  makeRuntimeLayer,
  names,
  startDocker,
} from "./docker-machine.mjs";
import { recipe } from "./documents.mjs";
import { useProduct } from "./use-product.mjs";
import { Visitor } from "./visitor.mjs";

const root = join(import.meta.dirname, "../..");
const page = "docs/operating.md";
const missing = [...containerTools, "unshare", "nsenter", "ip"].filter((name) => !hasProgram(name));
const isAsked = process.env.RETRO_CONTAINERS === "1";
const canRun = isAsked && process.getuid() === 0 && missing.length === 0;
if (!isAsked)
  console.log(
    "deploy/docker: no image is built and no container run, which takes minutes: RETRO_CONTAINERS=1 does.",
  );
else if (!canRun) console.log(`deploy/docker: no image is built: that needs root and ${missing.join(", ")}.`);

describe.skipIf(!canRun)("the image is built in a clone, without npm or Node on the machine", () => {
  // On the disk: folders for temporary files may be in memory.
  let [work, clone] = ["", ""];
  beforeAll(() => {
    mkdirSync(join(root, ".build"), { recursive: true });
    work = mkdtempSync(join(root, ".build/containers-"));
    clone = join(work, "clone");
    makeClone(clone);
    makeNodeLayer();
    makeRuntimeLayer();
  }, 900_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }), 900_000);

  test("by Buildah, with an empty TARGETARCH", { timeout: 1_200_000 }, () => {
    const store = ["--root", join(work, "store"), "--runroot", join(work, "store-run")];
    const buildah = (...words) =>
      execFileSync("buildah", [...store, ...words], { cwd: clone, encoding: "utf8" });
    onTestFinished(() => void buildah("rm", "--all"));
    for (const [name, layer, lines] of [
      [names.NODE_IMAGE, makeNodeLayer(), `ENV ${environmentOfNode}`],
      [names.RUNTIME_IMAGE, makeRuntimeLayer(), ""],
    ]) {
      const context = mkdtempSync(join(work, "base-"));
      linkSync(layer, join(context, "layer.tar"));
      writeFileSync(join(context, "Dockerfile"), `FROM scratch\nADD layer.tar /\n${lines}\n`);
      buildah("bud", "--isolation", "chroot", "--tag", name, context);
    }
    const given = [...Object.entries(names).map((pair) => pair.join("=")), "TARGETARCH="];
    const build = recipe(page, "buildah bud ").split(" ").slice(1, -1);
    buildah(...build, "--isolation", "chroot", ...given.flatMap((pair) => ["--build-arg", pair]), ".");
    const image = buildah("mount", buildah("from", "retro").trim()).trim();
    const bill = JSON.parse(readFileSync(join(image, "opt/retro/retro.cdx.json"), "utf8"));
    expect(bill.bomFormat).toBe("CycloneDX");
    const words = [image, "/nodejs/bin/node", "/opt/retro/retro.mjs", "verify", "--help"];
    const { status, stderr } = spawnSync("chroot", ["--userspec=65532:65532", ...words], {
      encoding: "utf8",
      env: {},
    });
    expect([status, stderr]).toEqual([0, ""]);
  });

  describe("by Docker", () => {
    let [docker, port] = [null, 0];
    const address = () => `http://127.0.0.1:${port}`;
    /** As "Without TLS" says. */
    const configure = (more) => {
      const own = { PUBLIC_URL: address(), PROXY_ADDRESS: machineAddress, PORT: port };
      const all = Object.entries({ ...own, CAPTCHA_DIFFICULTY: "1:1", ...names, ...more });
      writeFileSync(join(clone, "deploy/docker/.env"), all.map((pair) => `${pair.join("=")}\n`).join(""));
    };
    beforeAll(async () => {
      docker = await startDocker(clone, work);
      port = await freePort();
      await docker.open(port, port);
    }, 900_000);
    afterAll(() => docker?.close());
    const health = () => docker.run("docker inspect --format '{{.State.Health.Status}}' retro-retro-1");
    const becomesHealthy = () => expect.poll(health, { timeout: 60_000 }).toBe("healthy\n");

    test("with one command, which serves; the recipes follow", { timeout: 1_800_000 }, async () => {
      const file = "/base/saved.jsonl.gz";
      configure({});
      await docker.run(recipe(page, "docker compose up -d --build"));
      await becomesHealthy();
      const git = ["rev-parse", "--short=8", "HEAD"];
      const commit = execFileSync("git", git, { cwd: clone, encoding: "utf8" }).trim();
      const { data } = await (await fetch(`${address()}/health/live`)).json();
      expect(data.build).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+-20\\d{6}-${commit}$`));
      const list = `docker run --rm --entrypoint /nodejs/bin/node retro:local -p 'fs.readdirSync("/opt/retro")'`;
      expect(await docker.run(list)).toContain("'retro.cdx.json'");

      const compose = "docker compose exec";
      const admin = { email: "you@example.com", password: "a password of the tests" };
      const add = recipe(page, `${compose} retro `).replace("exec", "exec -T");
      await docker.run(`${add} --password -`, admin.password);
      await useProduct(address(), admin);
      const ann = new Visitor(address());
      expect((await ann.enter("Ann")).status).toBe(201);
      const make = async (title) => (await ann.send("POST", "/api/v1/boards", { title })).json().id;
      const status = async (id) => (await ann.send("GET", `/api/v1/boards/${id}`)).status;
      const kept = await make("Kept");
      await docker.run(recipe(page, `${compose} -T retro `).replace("FILE", file));
      const later = await make("Later");
      await docker.run(recipe(page, "docker compose stop retro").replace("FILE", file));
      await becomesHealthy();
      expect([await status(kept), await status(later)]).toEqual([200, 404]);
      const deleted = await docker.run(
        recipe(page, "docker compose run --rm -T retro restore --delete-former"),
      );
      expect(deleted).toMatch(/^\/data\/before-restore-\S+ is deleted\.$/m);

      // Without a proxy nobody chooses an address.
      const liar = new Visitor(address(), { headers: { "x-forwarded-for": "203.0.113.9" } });
      const signIn = { ...admin, solution: await liar.solution() };
      expect((await liar.send("POST", "/api/v1/users/sign-in", signIn)).status).toBe(200);
      const sessions = (await liar.send("GET", "/api/v1/admin/sessions")).json();
      expect(sessions.map((session) => session.address)).not.toContain("203.0.113.9");
      await docker.run("docker compose down --volumes");
    });

    test(
      "as a cluster, whose proxy never answers 502 and logs no board's id",
      { timeout: 1_800_000 },
      async () => {
        const cluster = "docker compose -f deploy/docker/compose.cluster.yaml";
        configure({ POSTGRES_PASSWORD: "secret" });
        // The images of the test have other digests.
        await docker.run(`sed -i 's/@sha256:[0-9a-f]*//' deploy/docker/compose.cluster.yaml`);
        await docker.run(`${cluster} up -d --build`);
        const first = () => fetch(`${address()}/health/serving`).then(({ status }) => status);
        expect(await vi.waitFor(first, { timeout: 20_000 })).toBe(200);
        const ann = new Visitor(address());
        expect((await ann.enter("Ann")).status).toBe(201);
        const { id } = (await ann.send("POST", "/api/v1/boards", { title: "On three" })).json();
        const frames = await Promise.all([1, 2, 3].map(() => ann.listen(`presence-boards.${id}`)));
        const [section] = (await ann.send("GET", `/api/v1/boards/${id}/items`)).json();
        const sticker = { title: "Seen", parent_id: section.children[0].id };
        expect((await ann.send("POST", `/api/v1/boards/${id}/items`, sticker)).status).toBe(201);
        for (const received of frames) await expect.poll(() => received.join("\n")).toContain("Seen");
        const logs = await docker.run(`${cluster} logs proxy`);
        expect(logs).toContain('"POST /api/v1/boards/- HTTP/1.1" 201');
        expect(logs).not.toContain(id);
        await docker.run(`${cluster} down --volumes`);
      },
    );
  });
});

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
