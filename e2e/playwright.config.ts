import { defineConfig } from "@playwright/test";
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
  projects: [
    { name: "SQLite", use: { engine: "sqlite" } },
    // What touches the data in a way that an engine could get wrong runs on the other one too.
    ...(postgres ? [{ name: "PostgreSQL", use: { engine: "postgres" as const }, grep: /@engines/ }] : []),
  ],
  use: {
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    locale: "en-US",
    // The captcha turns robots away by their name.
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] ? { executablePath: process.env["CHROMIUM_PATH"] } : {}),
      // The captcha turns robots away, and no test may reach out of this machine.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-blink-features=AutomationControlled",
      ],
    },
  },
});
