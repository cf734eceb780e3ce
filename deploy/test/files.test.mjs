import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
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

test("Traefik's file sends to the servers without sticky sessions", () => {
  const { http } = readYaml("proxies/traefik.yaml");
  expect(http.services.retro.loadBalancer.servers.map(({ url }) => url)).toEqual(
    [1, 2, 3].map((number) => `http://retro-${number}:3000`),
  );
  expect(http.services.retro.loadBalancer.sticky).toBeUndefined();
  expect(http.routers.retro.service).toBe("retro");
});
