import { defineConfig } from "@playwright/test";
import { browserArgs, userAgent } from "./support/browser.ts";
import type { WorkerFixtures } from "./support/fixtures.ts";

const postgres = process.env["TEST_DATABASE_URL"] !== undefined;

/** Browser tests of the built product. `CHROMIUM_PATH` and `TEST_DATABASE_URL` come from scripts/test.mjs. */
export default defineConfig<object, WorkerFixtures>({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../.build/test-results",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env["CI"] !== undefined,
  // At home a flake fails at once. Where a landing depends on it, it is tried again, and told as flaky.
  retries: process.env["CI"] === undefined ? 0 : 2,
  projects: [
    { name: "SQLite", use: { engine: "sqlite" } },
    // What touches the data in a way that an engine could get wrong runs on the other one too.
    ...(postgres ? [{ name: "PostgreSQL", use: { engine: "postgres" as const }, grep: /@engines/ }] : []),
  ],
  use: {
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    locale: "en-US",
    userAgent,
    launchOptions: {
      // Without a locale Chromium cannot write a file's name in Cyrillic.
      env: { ...(process.env as Record<string, string>), LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
      ...(process.env["CHROMIUM_PATH"] ? { executablePath: process.env["CHROMIUM_PATH"] } : {}),
      args: browserArgs,
    },
  },
});
