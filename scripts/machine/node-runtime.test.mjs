import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PlainError } from "../process.mjs";
import { installPinnedNode } from "./node-runtime.mjs";

const folder = mkdtempSync(join(tmpdir(), "retro-runtime-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const packages = Object.entries(
  JSON.parse(readFileSync(new URL("runtime-packages.json", import.meta.url), "utf8")),
);
const pinned = { name: "node-test", version: "24.1.2", integrity: "sha512-right" };

test.each(packages)("the Node for %s is pinned to one version and one SHA-512", (_platform, entry) => {
  expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Buffer.from(entry.integrity.replace(/^sha512-/, ""), "base64")).toHaveLength(64);
});

test("npm gets the version and the hash to verify, and runs no scripts of packages", async () => {
  let args = [];
  const install = async (given) => {
    args = given;
    throw new PlainError("the hash is wrong");
  };
  expect(await installPinnedNode({ folder: join(folder, "a"), pinned, install })).toBeNull();
  expect(args).toEqual(["ci", "--ignore-scripts", "--prefix", join(folder, "a")]);
  const lock = JSON.parse(readFileSync(join(folder, "a", "package-lock.json"), "utf8"));
  expect(lock.packages["node_modules/node-test"]).toEqual({ version: "24.1.2", integrity: "sha512-right" });
});

test.each([
  ["another hash", { version: "24.1.2", integrity: "sha512-wrong" }],
  ["another version", { version: "24.1.3", integrity: "sha512-right" }],
])("attack: an executable installed from a package with %s is not started", async (_name, installed) => {
  const place = mkdtempSync(join(folder, "b"));
  const bin = join(place, "node_modules", "node-test", "bin");
  mkdirSync(bin, { recursive: true });
  const ran = join(place, "ran");
  writeFileSync(join(bin, "node"), `#!/bin/sh\ntouch ${ran}\necho 24.1.2\n`, { mode: 0o755 });
  const lock = { packages: { "node_modules/node-test": installed } };
  writeFileSync(join(place, "node_modules", ".package-lock.json"), JSON.stringify(lock));
  const install = async () => undefined;
  expect(await installPinnedNode({ folder: place, pinned, install })).toBeNull();
  expect(() => readFileSync(ran)).toThrow("ENOENT");
});
