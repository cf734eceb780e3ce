import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** A project has its own list of what it leaves out: `--exclude` on the command line does not reach it. */
const slow = process.env["RETRO_TESTS"] === "everyday" ? ["**/*.slow.test.*"] : [];
const skipped = ["**/node_modules/**", "**/dist/**", ...slow];
const boardState = "web/src/board-state";
const webFolder = join(import.meta.dirname, "web/src");
/** Tests that start a page, or replace what the browser or the process has. */
const ownProcess = [
  `${boardState}/storage/*.test.ts`,
  `${boardState}/{fuzz,boardEnvironment,afterPaint}.test.ts`,
  `${boardState}/sync/sentAt.test.ts`,
  ...readdirSync(webFolder, { encoding: "utf8", recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(webFolder, file), "utf8").includes("@vitest-environment jsdom"))
    .map((file) => `web/src/${file.replaceAll("\\", "/")}`),
];
const server = "server/src/**/*.test.ts";

/** Unit and integration tests of every workspace; the browser tests in e2e/ belong to Playwright. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["{contract,rules,web}/**/*.test.ts"],
          exclude: [...skipped, ...ownProcess],
          // They leave nothing behind: to start a process for each file takes more than half of their time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "page",
          include: ["web/src/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["web/src/testing/pageSetup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [server],
          exclude: skipped,
          // Each test has its own server and database: to load the server anew for each file takes more than
          // half of their time.
          isolate: false,
          setupFiles: ["server/src/testing/close-apps.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: ["bench/**/*.test.ts", ...ownProcess, "e2e/fuzz/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: skipped,
        },
      },
    ],
    exclude: skipped,
    globalSetup: ["server/src/testing/global-setup.ts"],
    setupFiles: ["scripts/fast-check-setup.mjs"],
    environment: "node",
    pool: "forks",
    // One more than the cores: a test of the server waits for PostgreSQL, for other processes and for the
    // disk half of its time.
    maxWorkers: 3,
    // Long enough for a busy machine: a passing test never waits for these.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env["RETRO_SECOND_TRY"] === "1" ? 1 : 0,
    expect: { poll: { timeout: 15_000 } },
  },
});
