import { defineConfig } from "vitest/config";

/** Unit and integration tests of every workspace; the browser tests in e2e/ belong to Playwright. */
export default defineConfig({
  test: {
    include: [
      "{contract,rules,server,web,bench}/**/*.test.{ts,tsx}",
      "e2e/fuzz/**/*.test.ts",
      "scripts/**/*.test.mjs",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["server/src/testing/run.ts"],
    setupFiles: ["scripts/fast-check-setup.mjs"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
