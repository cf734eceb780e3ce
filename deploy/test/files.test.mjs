import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { readmeSettings } from "./readme-settings.mjs";

const deploy = join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(deploy, path), "utf8");
const readYaml = (path) => parse(read(path), { merge: true });
const succeeds = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

const has = {
  docker: succeeds("docker", "info"),
  compose: succeeds("docker", "compose", "version"),
};
if (!has.docker) console.log("deploy/docker: no image is built: there is no Docker daemon.");
if (!has.compose)
  console.log("deploy/docker: the compose files are checked as YAML only: docker compose is not installed.");

const expectSettings = (names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !readmeSettings.has(name))).toEqual([]);
};

describe("containers", () => {
  const composeFiles = ["docker/compose.yaml", "docker/compose.cluster.yaml"];

  test("the Dockerfile has no fault, and its user is a number other than root", () => {
    const problems = validate(read("docker/Dockerfile"));
    expect(problems).toEqual([]);
    expect(read("docker/Dockerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    // An argument holds within one stage.
    for (const stage of read("docker/Dockerfile")
      .split(/^FROM /m)
      .slice(1))
      expect(stage).toMatch(/^ARG BUILD$[^]*\$\{?BUILD\b/m);
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
        expect(server).toMatchObject({
          env_file: ".env",
          image: expect.stringMatching(/^retro:\$\{BUILD:\?/),
        });
      }
    },
  );

  test.each(composeFiles)(
    "%s: a server listens where its port leads, whatever HOST and PORT of .env are",
    (file) => {
      const { services } = readYaml(file);
      const servers = Object.entries(services).filter(([name]) => name.startsWith("retro"));
      for (const [, { environment }] of servers)
        expect(environment).toMatchObject({ HOST: "0.0.0.0", PORT: 3000 });
    },
  );

  test.each(composeFiles)("%s bounds the logs of all containers", (file) => {
    for (const [name, { logging }] of Object.entries(readYaml(file).services))
      expect([name, logging]).toEqual([name, { driver: "local" }]);
  });

  test("the cluster's nginx takes a changed file, which git ignores as it does .env", () => {
    const { proxy } = readYaml("docker/compose.cluster.yaml").services;
    expect(proxy.volumes).toEqual([
      "${PROXY_CONFIG:-../proxies/nginx.conf}:/etc/nginx/conf.d/default.conf:ro",
    ]);
    expect(read("docker/env.example")).toContain("PROXY_CONFIG=./nginx.conf");
    const ignored = read("../.gitignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["/deploy/docker/.env", "/deploy/docker/nginx.conf"]));
  });

  test.each(composeFiles)("%s gives a server the time for its DRAIN_SECONDS", (file) => {
    const { services } = readYaml(file);
    const graces = Object.entries(services).flatMap(([name, { stop_grace_period: grace }]) =>
      name.startsWith("retro") ? grace : [],
    );
    // Compose adds the parts of a duration up.
    expect([...new Set(graces)]).toEqual(["${DRAIN_SECONDS:-0}s10000ms"]);
  });

  test.each(composeFiles)(
    "attack: %s opens its ports to this machine only, unless asked for more",
    (file) => {
      const ports = Object.values(readYaml(file).services).flatMap((service) => service.ports ?? []);
      expect(ports).toHaveLength(1);
      expect(ports[0]).toMatch(/^\$\{PROXY_ADDRESS:-127\.0\.0\.1\}:\$\{PORT:-\d+\}:\d+$/);
    },
  );

  test.skipIf(!has.compose).each(composeFiles)("docker compose accepts %s", (file) => {
    const env = {
      ...process.env,
      BUILD: "1",
      POSTGRES_PASSWORD: "x",
      PUBLIC_URL: "https://retro.example.com",
    };
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
    const build = `BUILD=${basename(inject("artefact").archive, ".tar.gz").slice("retro-".length)}`;
    const options = ["--file", join(deploy, "docker/Dockerfile"), "--build-arg", build, "--tag", tag];
    execFileSync("docker", ["build", ...options, context], { stdio: "inherit" });
    const limits = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--health-interval", "1s"];
    const id = execFileSync("docker", ["run", "--detach", ...limits, tag], { encoding: "utf8" }).trim();
    onTestFinished(() => void execFileSync("docker", ["rm", "--force", "--volumes", id]));
    const health = () =>
      execFileSync("docker", ["inspect", "--format", "{{.State.Health.Status}}", id], { encoding: "utf8" });
    await expect.poll(health).toContain("healthy");
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
