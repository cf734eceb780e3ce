import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { documentedSettings } from "./documented-settings.mjs";

const deploy = join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(deploy, path), "utf8");
const readYaml = (path) => parse(read(path), { merge: true });
const succeeds = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

const hasCompose = succeeds("docker", "compose", "version");
if (!hasCompose)
  console.log("deploy/docker: the compose files are checked as YAML only: docker compose is not installed.");

const expectSettings = (names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !documentedSettings.has(name))).toEqual([]);
};

describe("containers", () => {
  const composeFiles = ["docker/compose.yaml", "docker/compose.cluster.yaml"];

  test("the Dockerfile has no fault, and its user is a number other than root", () => {
    const problems = validate(read("docker/Dockerfile"));
    expect(problems).toEqual([]);
    expect(read("docker/Dockerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
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
          build: { context: "../..", dockerfile: "deploy/docker/Dockerfile" },
        });
        expectSettings(Object.keys(server.environment));
        expect(server).toMatchObject({
          // The cluster needs a password.
          env_file: file.includes("cluster") ? ".env" : [{ path: ".env", required: false }],
          image: "retro:${BUILD:-local}",
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

  test.each([
    ["docker/compose.yaml", "10s"],
    ["docker/compose.cluster.yaml", "70s"],
  ])("%s gives a server %s to stop", (file, period) => {
    const { services } = readYaml(file);
    const graces = Object.entries(services).flatMap(([name, { stop_grace_period: grace }]) =>
      name.startsWith("retro") ? grace : [],
    );
    expect([...new Set(graces)]).toEqual([period]);
  });

  test("pin-images writes the digest of the day behind every base image, and renews it", () => {
    const folder = mkdtempSync(join(tmpdir(), "retro-images-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const files = ["Dockerfile", "compose.cluster.yaml"];
    for (const name of [...files, "pin-images"])
      copyFileSync(join(deploy, "docker", name), join(folder, name));
    const pin = (digest) => {
      writeFileSync(join(folder, "docker"), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env.PATH}` };
      execFileSync(join(folder, "pin-images"), { env });
      return files.map((name) => readFileSync(join(folder, name), "utf8"));
    };
    const [first, second] = ["0a", "1b"].map((byte) => `sha256:${byte.repeat(32)}`);
    const [dockerfile, compose] = pin(first);
    expect(validate(dockerfile)).toEqual([]);
    const images = [...`${dockerfile}${compose}`.matchAll(/(?::-|image: )(\w+\.io\/[^\s}]+)/g)];
    // Node twice, and what it runs on, nginx, PostgreSQL, Redis.
    expect(images.map(([, image]) => image.split("@")[1])).toEqual(Array.from({ length: 6 }, () => first));
    expect(pin(second)).toEqual([dockerfile, compose].map((text) => text.replaceAll(first, second)));
  });

  test("attack: the build of the image gets no file that git ignores, such as passwords and data", () => {
    const patterns = (file) =>
      read(file)
        .split("\n")
        .map((line) => line.replaceAll(/^(?:\*\*\/|\/)|\/$/g, ""));
    const ignored = patterns("../.gitignore").filter((line) => line !== "");
    expect(ignored).toContain("deploy/docker/.env");
    expect(ignored.filter((line) => !patterns("../.dockerignore").includes(line))).toEqual([]);
  });

  test.each(composeFiles)(
    "attack: %s opens its ports to this machine only, unless asked for more",
    (file) => {
      const ports = Object.values(readYaml(file).services).flatMap((service) => service.ports ?? []);
      expect(ports).toHaveLength(1);
      expect(ports[0]).toMatch(/^\$\{PROXY_ADDRESS:-127\.0\.0\.1\}:\$\{PORT:-\d+\}:\d+$/);
    },
  );

  test.skipIf(!hasCompose).each(composeFiles)("docker compose accepts %s", (file) => {
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
});
