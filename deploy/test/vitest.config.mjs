import { defineConfig } from "vitest/config";

/** Tests of the artefact and of the files in deploy/; `npm test -- deploy` runs them after the build. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.mjs"],
    globalSetup: ["unpack-artefact.mjs"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Long enough for a busy machine: a passing test never waits for these.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
