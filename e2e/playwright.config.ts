import { defineConfig } from "@playwright/test";
import { browserArgs, userAgent } from "./support/browser.ts";
import type { WorkerFixtures } from "./support/fixtures.ts";

const { CHROMIUM_PATH, FIREFOX_PATH, TEST_DATABASE_URL, WEBKIT_PATH } = process.env;

const chromium = {
  userAgent,
  // The CPU draws every frame: movement would cost more than what the tests do.
  contextOptions: { reducedMotion: "reduce" as const },
  launchOptions: {
    // Without a locale Chromium cannot write a file's name in Cyrillic.
    env: { ...(process.env as Record<string, string>), LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    args: browserArgs,
  },
};
/** What other browsers run, and Chromium does not. */
const core = "browsers.spec.ts";

/** Browser tests of the built product. The paths of the browsers and `TEST_DATABASE_URL` come from scripts/test.mjs. */
export default defineConfig<object, WorkerFixtures>({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../.build/test-results",
  fullyParallel: true,
  workers: 2,
  // Long enough for a busy machine: a passing test never waits for these.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  failOnFlakyTests: true,
  projects: [
    { name: "SQLite", testIgnore: core, use: { ...chromium, engine: "sqlite" } },
    // What takes several browsers and a database: everything else about the engines is tested over HTTP.
    ...(TEST_DATABASE_URL
      ? [
          {
            name: "PostgreSQL",
            testIgnore: core,
            use: { ...chromium, engine: "postgres" as const },
            grep: /@engines/,
          },
        ]
      : []),
    // An installed Firefox is driven over WebDriver BiDi: Playwright's own build is not needed.
    ...(FIREFOX_PATH
      ? [
          {
            name: "Firefox",
            testMatch: core,
            use: {
              browserName: "firefox" as const,
              channel: "moz-firefox",
              launchOptions: { executablePath: FIREFOX_PATH },
            },
          },
        ]
      : []),
    ...(WEBKIT_PATH ? [{ name: "WebKit", testMatch: core, use: { browserName: "webkit" as const } }] : []),
  ],
  use: {
    // Every test would be recorded for the few that fail: --trace on records the one that is looked into.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
  },
});
