import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./process.mjs";
import {
  imageNames,
  nextVersion,
  readArguments,
  releasedFiles,
  requireLater,
  unreleasedPart,
} from "./release.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");

test("a release of repairs raises the last number, any other the middle one", () => {
  expect(nextVersion("1.0.0", "\n### Fixed\n- A.\n\n### Security\n- B.\n")).toBe("1.0.1");
  expect(nextVersion("1.4.2", "\n### Fixed\n- A.\n\n### Changed\n- B.\n")).toBe("1.5.0");
});

test("what is unreleased ends where the last release begins; without it there is no release", () => {
  const old = "## [1.0.0] - 2026-11-20\n- Old.\n";
  expect(unreleasedPart(`# Changelog\n\n## [Unreleased]\n\n### Added\n- New.\n\n${old}`)).toBe(
    "\n### Added\n- New.\n\n",
  );
  expect(unreleasedPart("## [Unreleased]\n- First.\n")).toBe("- First.\n");
  expect(() => unreleasedPart(`## [Unreleased]\n\n${old}`)).toThrow("nothing to release");
  expect(() => unreleasedPart(old)).toThrow("nothing to release");
});

test("every file that names the release gets the new one, and the changelog an empty Unreleased", () => {
  const current = JSON.parse(read("package.json")).version;
  const files = releasedFiles(read, "7.8.9", "2026-12-01");
  expect(JSON.parse(files["package.json"])).toEqual({
    ...JSON.parse(read("package.json")),
    version: "7.8.9",
  });
  const lock = JSON.parse(files["package-lock.json"]);
  expect([lock.version, lock.packages[""].version]).toEqual(["7.8.9", "7.8.9"]);
  const chart = "deploy/helm/retro/Chart.yaml";
  expect(files[chart].split("7.8.9")).toHaveLength(3);
  expect(files[chart].replaceAll("7.8.9", current)).toBe(read(chart));
  expect(files["CHANGELOG.md"].replace("\n## [7.8.9] - 2026-12-01\n", "")).toBe(read("CHANGELOG.md"));
  expect(() => unreleasedPart(files["CHANGELOG.md"])).toThrow("nothing to release");
});

test("images are named for a registry, or for this machine", () => {
  expect(imageNames("registry.example.com/team/", ["1.1.0"])).toEqual([
    "registry.example.com/team/retro:1.1.0",
  ]);
  expect(imageNames("", ["1.1.0", "1.1.0-20261201-0123abcd"])).toEqual([
    "retro:1.1.0",
    "retro:1.1.0-20261201-0123abcd",
  ]);
});

test.each(["https://registry.example.com", "registry.example.com/team:1", "Registry/Team Two"])(
  "%s is no registry that an image can be named for",
  (registry) => expect(() => imageNames(registry, ["1.1.0"])).toThrow("IMAGE_REGISTRY must be like"),
);

test("a release is above the one before", () => {
  for (const version of ["1.10.0", "2.0.0", "1.9.1"]) requireLater(version, "1.9.0");
  for (const version of ["1.9.0", "0.10.0", "1.8.12"])
    expect(() => requireLater(version, "1.9.0")).toThrow("not above 1.9.0");
  expect(() => requireLater("1.9", "1.0.0")).toThrow("no version");
});

test("an unknown word gets the usage", () => {
  expect(readArguments(["--go", "--version", "2.0.0"])).toEqual({ go: true, version: "2.0.0" });
  expect(() => readArguments(["--dry"])).toThrow("npm run release -- [--version 2.0.0] [--go]");
});
