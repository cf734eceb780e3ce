import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";

const deploy = join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(deploy, path), "utf8");
const readYaml = (path) => parse(read(path), { merge: true });
const succeeds = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

const has = {
  docker: succeeds("docker", "info"),
  compose: succeeds("docker", "compose", "version"),
  helm: succeeds("helm", "version"),
  systemd: succeeds("systemd-analyze", "--version"),
};
if (!has.docker) console.log("deploy/docker: no image is built: there is no Docker daemon.");
if (!has.compose)
  console.log("deploy/docker: the compose files are checked as YAML only: docker compose is not installed.");
if (!has.helm) console.log("deploy/helm: the templates are not rendered: helm is not installed.");
if (!has.systemd) console.log("deploy/systemd: the unit is not verified: systemd-analyze is not installed.");

/** The names in the table of settings in the README. */
const settings = new Set(
  [...readFileSync(join(deploy, "../README.md"), "utf8").matchAll(/^\| (`[A-Z_]+`[^|]*) \|/gm)].flatMap(
    ([, names]) => names.match(/[A-Z_]{3,}/g),
  ),
);
const expectSettings = (names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
};

describe("containers", () => {
  const composeFiles = ["docker/compose.yaml", "docker/compose.cluster.yaml"];

  test("the Dockerfile has no fault, and its user is a number other than root", () => {
    const problems = validate(read("docker/Dockerfile"));
    expect(problems).toEqual([]);
    expect(read("docker/Dockerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(read("docker/Dockerfile")).toMatch(
      /nonroot\nARG BUILD=""\nLABEL (?:.*\\\n)*.*image\.version="\$BUILD"/,
    );
    expectSettings(/^ENV (.*(?:\\\n.*)*)$/m.exec(read("docker/Dockerfile"))[1].match(/[A-Z_]+(?==)/g));
  });

  test.each(composeFiles)(
    "%s runs the servers without rights, on a read-only system, with settings that exist",
    (file) => {
      const { services } = readYaml(file);
      const servers = Object.entries(services).filter(([name]) => name.startsWith("retro"));
      expect(servers.length).toBe(file.includes("cluster") ? 3 : 1);
      for (const [, server] of servers) {
        expect(server).toMatchObject({
          read_only: true,
          cap_drop: ["ALL"],
          security_opt: ["no-new-privileges:true"],
          build: { context: "../../.build/pack", dockerfile: "../../deploy/docker/Dockerfile" },
        });
        expectSettings(Object.keys(server.environment));
      }
    },
  );

  test.skipIf(!has.compose).each(composeFiles)("docker compose accepts %s", (file) => {
    const env = { ...process.env, POSTGRES_PASSWORD: "x", PUBLIC_URL: "https://retro.example.com" };
    const { status, stderr } = spawnSync(
      "docker",
      ["compose", "-f", join(deploy, file), "config", "--quiet"],
      {
        encoding: "utf8",
        env,
      },
    );
    expect([status, stderr]).toEqual([0, ""]);
  });

  test.skipIf(!has.docker)("the image starts on a read-only system and is healthy", async () => {
    const context = join(inject("artefact").archive, "..");
    const tag = "retro:test";
    execFileSync("docker", ["build", "--file", join(deploy, "docker/Dockerfile"), "--tag", tag, context], {
      stdio: "inherit",
    });
    const limits = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--health-interval", "1s"];
    const id = execFileSync("docker", ["run", "--detach", ...limits, tag], { encoding: "utf8" }).trim();
    onTestFinished(() => void execFileSync("docker", ["rm", "--force", "--volumes", id]));
    const health = () =>
      execFileSync("docker", ["inspect", "--format", "{{.State.Health.Status}}", id], { encoding: "utf8" });
    await expect.poll(health).toContain("healthy");
  });
});

describe("the Helm chart", () => {
  const values = readYaml("helm/retro/values.yaml");
  const accepts = new Ajv().compile(JSON.parse(read("helm/retro/values.schema.json")));

  test("its values fit their schema, and the schema knows every one", () => {
    expect([accepts(values), accepts.errors]).toEqual([true, null]);
    expect(accepts({ ...values, replica: 3 })).toBe(false);
    expect(accepts({ ...values, basePath: "retro" })).toBe(false);
    for (const publicUrl of ["https://retro.example.com", "https://intranet.example:8443/retro"])
      expect([publicUrl, accepts({ ...values, publicUrl })]).toEqual([publicUrl, true]);
    for (const publicUrl of ["retro.example.com", "https://retro.example.com/?a"])
      expect([publicUrl, accepts({ ...values, publicUrl })]).toEqual([publicUrl, false]);
  });

  test("several servers need PostgreSQL and Redis", () => {
    const secrets = {
      database: { existingSecret: "db", key: "url" },
      redis: { existingSecret: "redis", key: "url" },
    };
    expect(accepts({ ...values, replicas: 3 })).toBe(false);
    expect(accepts({ ...values, replicas: 3, database: secrets.database })).toBe(false);
    expect(accepts({ ...values, replicas: 3, ...secrets })).toBe(true);
  });

  test("it is of the product's release, uses only values that exist, and sets only settings that exist", () => {
    const { version } = JSON.parse(readFileSync(join(deploy, "../package.json"), "utf8"));
    const chart = readYaml("helm/retro/Chart.yaml");
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
    const templates = readdirSync(join(deploy, "helm/retro/templates")).map((file) =>
      read(`helm/retro/templates/${file}`),
    );
    const used = [...templates.join("\n").matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) =>
      path.slice(1).split("."),
    );
    expect(used.length).toBeGreaterThan(20);
    const missing = used.filter((path) => path.reduce((value, key) => value?.[key], values) === undefined);
    expect(missing).toEqual([]);
    expectSettings(
      [...read("helm/retro/templates/deployment.yaml").matchAll(/name: ([A-Z_]+)\b/g)].map(
        ([, name]) => name,
      ),
    );
  });

  test("without its template actions, every template is YAML, and every block ends", () => {
    const folder = join(deploy, "helm/retro/templates");
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
      const text = readFileSync(join(folder, file), "utf8");
      const blocks = text.match(/\{\{-? (?:if|with|range|define) /g) ?? [];
      expect([file, text.match(/\{\{-? end /g)?.length ?? 0]).toEqual([file, blocks.length]);
      const plain = text
        .replaceAll(/^\s*\{\{-? .* -?\}\}$/gm, "")
        .replaceAll(/\{\{- (?:include|toYaml) .*\}\}/g, " {}")
        .replaceAll(/"?\{\{ .*? \}\}"?/g, "x");
      // Both branches of a condition are left, so keys may repeat.
      const { apiVersion, kind, metadata } = parse(plain, { uniqueKeys: false });
      expect([file, apiVersion, kind, metadata.name]).toEqual([
        file,
        expect.any(String),
        expect.any(String),
        "x",
      ]);
    }
  });

  test("only servers that share Redis are replaced one by one: without it a second server ends at once", () => {
    const template = read("helm/retro/templates/deployment.yaml");
    expect(template).toMatch(/\$shared := and \(not \$sqlite\) \(ne \.Values\.redis\.existingSecret ""\)/);
    const [, shared, alone] = /if \$shared \}\}([^]*?)\{\{- else \}\}([^]*?)\{\{- end \}\}/.exec(template);
    expect(shared).toContain("type: RollingUpdate");
    expect(alone).toContain("type: Recreate");
    expect(template.match(/RollingUpdate/g)).toHaveLength(1);
  });

  const cases = {
    "one server": [],
    "three servers below a path": [
      "replicas=3",
      "database.existingSecret=db",
      "redis.existingSecret=redis",
      "basePath=/retro",
      "publicUrl=https://retro.example.com:8443/retro",
      "ingress.enabled=true",
      "ingress.tlsSecret=tls",
      "settings.LOG_LEVEL=debug",
    ],
  };
  test.skipIf(!has.helm).each(Object.entries(cases))("helm renders %s", (_name, given) => {
    const chart = join(deploy, "helm/retro");
    const set = given.flatMap((value) => ["--set", value]);
    execFileSync("helm", ["lint", "--strict", chart, ...set], { stdio: "inherit" });
    const rendered = execFileSync("helm", ["template", "test", chart, ...set], { encoding: "utf8" });
    const documents = rendered.split(/^---$/m).map((document) => parse(document));
    const hosts = documents
      .filter((document) => document?.kind === "Ingress")
      .flatMap(({ spec }) => spec.rules.map(({ host }) => host));
    expect(hosts).toEqual(given.includes("ingress.enabled=true") ? ["retro.example.com"] : []);
  });
});

describe("systemd", () => {
  test("the settings in its file exist", () => {
    expectSettings(read("systemd/retro.env").match(/[A-Z_]+(?==)/g));
  });

  test("the wrapper runs a command with the program, the user, the folder and the settings of the unit", () => {
    const unit = read("systemd/retro.service");
    const wrapper = read("systemd/retro");
    const given = [...wrapper.matchAll(/--property=(\S+)/g)].map(([, property]) => property);
    expect(given.length).toBeGreaterThan(4);
    expect(given.filter((property) => !unit.split("\n").includes(property))).toEqual([]);
    for (const name of ["User", "StateDirectory", "Environment", "EnvironmentFile"])
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
    expect(shared).toHaveLength(6);
    expect(shared.filter((line) => !lines("retro.service").includes(line))).toEqual([]);
    const program = /^ExecStart=(.*)$/m.exec(read("systemd/retro.service"))[1];
    const folder = /^ReadWritePaths=(.*)$/m.exec(read("systemd/retro-backup.service"))[1];
    expect(backup).toContain(`ExecStart=${program} backup ${folder} --keep-days 30`);
    // The rights of the folder are those that the recipe gives.
    expect(backup).toContain(`#   install -d -m 0700 -o retro -g retro ${folder}`);
  });

  const units = ["retro.service", "retro-backup.service", "retro-backup.timer"];
  test.skipIf(!has.systemd)("systemd accepts the units", () => {
    const folder = mkdtempSync(join(tmpdir(), "retro-unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The program must exist: this machine may have its Node elsewhere.
    for (const name of units)
      writeFileSync(join(folder, name), read(`systemd/${name}`).replace("/usr/bin/node", process.execPath));
    const verify = ["verify", ...units.map((name) => join(folder, name))];
    const { status, stderr } = spawnSync("systemd-analyze", verify, { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

test("Traefik's file sends to the servers without sticky sessions", () => {
  const { http } = readYaml("proxies/traefik.yaml");
  expect(http.services.retro.loadBalancer.servers.map(({ url }) => url)).toEqual(
    [1, 2, 3].map((number) => `http://retro-${number}:3000`),
  );
  expect(http.services.retro.loadBalancer.sticky).toBeUndefined();
  expect(http.routers.retro.service).toBe("retro");
});
