import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumUserAgent } from "./support/browser-options.ts";
import type { WorkerFixtures } from "./support/fixtures.ts";

const {
  CHROMIUM_PATH,
  FIREFOX_PATH,
  HEADLESS_SHELL_PATH,
  TEST_DATABASE_URL,
  TEST_REDIS_SERVER,
  WEBKIT_PATH,
} = process.env;

const secondTry = process.env["RETRO_SECOND_TRY"] === "1";

const chromiumAt = (executablePath: string | undefined) => ({
  userAgent: chromiumUserAgent,
  // Each new context would start the worker and store the app once more. The specs that need it allow it.
  serviceWorkers: "block" as const,
  // The CPU draws every frame: animations would cost more than the tests.
  contextOptions: { reducedMotion: "reduce" as const },
  launchOptions: {
    // Without a locale Chromium cannot write a file's name in Cyrillic.
    env: { ...(process.env as Record<string, string>), LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  },
});
const chromium = chromiumAt(HEADLESS_SHELL_PATH ?? CHROMIUM_PATH);
/** The spec for all browsers; the projects on the headless shell leave it out. */
const crossBrowserSpecs = "cross-browser.spec.ts";

/**
 * Browser tests of the built product. The paths of the browsers `TEST_DATABASE_URL` and `TEST_REDIS_SERVER`
 * come from scripts/test.mjs.
 */
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
  retries: secondTry ? 1 : 0,
  failOnFlakyTests: !secondTry,
  projects: [
    { name: "SQLite", testIgnore: crossBrowserSpecs, use: { ...chromium, engine: "sqlite" } },
    // A whole meeting, and a server that is killed. Tests over HTTP run on both engines.
    ...(TEST_DATABASE_URL
      ? [
          {
            name: "PostgreSQL",
            testIgnore: crossBrowserSpecs,
            use: { ...chromium, engine: "postgres" as const },
            grep: /@engines/,
          },
        ]
      : []),
    ...(TEST_DATABASE_URL && TEST_REDIS_SERVER
      ? [
          {
            name: "two servers",
            testIgnore: crossBrowserSpecs,
            use: { ...chromium, engine: "nodes" as const },
            // One flow for each thing that several servers share. Tests of the server cover the rest.
            grep: /@nodes/,
          },
        ]
      : []),
    { name: "Chromium", testMatch: crossBrowserSpecs, use: chromiumAt(CHROMIUM_PATH) },
    // An installed Firefox is driven over WebDriver BiDi: Playwright's own build is not needed.
    ...(FIREFOX_PATH
      ? [
          {
            name: "Firefox",
            testMatch: crossBrowserSpecs,
            use: {
              browserName: "firefox" as const,
              channel: "moz-firefox",
              launchOptions: { executablePath: FIREFOX_PATH },
            },
          },
        ]
      : []),
    ...(WEBKIT_PATH
      ? [{ name: "WebKit", testMatch: crossBrowserSpecs, use: { browserName: "webkit" as const } }]
      : []),
  ],
  use: {
    // Recording every test costs time. `--trace on` records the test that you look into.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
  },
});
