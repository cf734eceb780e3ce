import { defineConfig } from "@playwright/test";

/** Browser tests of the built product. `CHROMIUM_PATH` and `TEST_DATABASE_URL` come from scripts/test.mjs. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../.build/test-results",
  workers: 2,
  timeout: 60_000,
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
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
