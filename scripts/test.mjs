import { mkdirSync, rmSync, accessSync, constants, statfsSync } from "node:fs";
import { join } from "node:path";
import { buildStale } from "./build.mjs";
import { importFaults } from "./checks/imports.mjs";
import {
  findChromium,
  findHeadlessShell,
  findLibreOffice,
  findOtherBrowsers,
  findPoppler,
} from "./machine/browsers.mjs";
import { ruleFaults } from "./checks/rules.mjs";
import { tokenFaults } from "./checks/tokens.mjs";
import { installMissing } from "./machine/install.mjs";
import { licenceFaults } from "./licences.mjs";
import { findPostgres } from "./machine/postgres.mjs";
import { findDeployTools } from "./machine/deploy-tools.mjs";
import { findRedis } from "./machine/redis.mjs";
import { capture, PlainError, root, run, runScript, toolPath } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";
import { changedFiles, planTests } from "./test-changed.mjs";
import {
  readBrowserTests,
  readFailedPages,
  countOutcomes,
  readFileSeconds,
  printSlowest,
  readUnitTests,
} from "./test-report.mjs";

const folder = "/dev/shm";
/** The type that Linux's statfs(2) gives for a file system in memory. */
const tmpfs = 0x01021994;
const leastFreeBytes = 4 * 2 ** 30;

/** A folder in memory for the temporary files of tests, where no database waits for a disk. */
function findMemoryFolder() {
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    if (type !== tmpfs || bavail * bsize < leastFreeBytes) return undefined;
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined; // This system has no such folder, or we may not write there: the usual one serves.
  }
}

const reports = join(root, ".build");
const unitReport = join(reports, "vitest.json");
const deployReport = join(reports, "deploy.json");
const browserReport = join(reports, "playwright.json");

/** Where more tests than these need a second try, the change is at fault: the run fails. */
const mostUnsteady = 3;

/** Checks that read the code without running it; `npm test` runs them at the same time. */
const checks = {
  format: ({ node, env, args }) => capture(node, [toolPath("oxfmt"), "--check", ...args], { env }),
  lint: ({ node, env, args }) => capture(node, [toolPath("oxlint"), "--deny-warnings", ...args], { env }),
  imports: () => faultsAsOutput([...importFaults(), ...licenceFaults()]),
  rules: () => faultsAsOutput([...ruleFaults(), ...tokenFaults()]),
  types: ({ node, env, args }) => capture(node, [toolPath("typescript", "tsc"), "--build", ...args], { env }),
};

/** The steps after the checks, in this order. Each may add its tests to `context.tests`. */
const steps = {
  unit,
  build: async ({ node }) => {
    await buildStale(node);
    return 0;
  },
  deploy,
  e2e,
};

function faultsAsOutput(faults) {
  return { code: faults.length === 0 ? 0 : 1, output: faults.map((fault) => `${fault}\n`).join("") };
}

/** `npm test` alone leaves out the files that start many processes (`RETRO_TESTS` in vitest.config.ts). */
async function unit(context) {
  await withPostgres(context);
  await withRedis(context);
  await findPoppler();
  findLibreOffice();
  rmSync(unitReport, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`];
  const code = await run(context.node, [toolPath("vitest"), "run", ...reporters, ...context.args], {
    env: context.env,
  });
  context.tests.push(...readUnitTests(unitReport));
  return code;
}

/** The packed product, and the files with which it is installed: proxies, containers, Kubernetes, systemd. */
async function deploy(context) {
  await withPostgres(context);
  await withRedis(context);
  await findDeployTools();
  rmSync(deployReport, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${deployReport}`];
  const config = ["--config", "deploy/test/vitest.config.mjs"];
  const code = await run(
    context.node,
    [toolPath("vitest"), "run", ...config, ...reporters, ...context.args],
    {
      env: context.env,
    },
  );
  context.tests.push(...readUnitTests(deployReport));
  return code;
}

/** The built product in a real browser. `npm test` alone runs the tests with the tag `@core`. */
async function e2e(context) {
  await withPostgres(context);
  await withRedis(context);
  const headlessShell = await findHeadlessShell(context.node);
  const browsers = {
    CHROMIUM_PATH: await findChromium(context.node),
    ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }),
    ...(await findOtherBrowsers(context.node)),
  };
  rmSync(browserReport, { force: true });
  const env = { ...context.env, ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  const args = ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"];
  if (context.everyday) args.push("--grep=@core", "--project=SQLite");
  args.push(...context.args);
  const code = await run(context.node, [toolPath("@playwright/test", "playwright"), ...args], { env });
  context.tests.push(...readBrowserTests(browserReport));
  for (const { title, page } of readFailedPages(browserReport))
    console.log(`\nThe page at the end of "${title}":\n${page}`);
  return code;
}

/** Tests what the changed files affect, in less than a minute, and says what it leaves out. */
async function changed(context) {
  const plan = planTests(await changedFiles(), readFileSeconds(unitReport));
  const asked = [
    ...(plan.formatted.length > 0 ? [["format", plan.formatted]] : []),
    ...(plan.linted.length > 0 ? [["lint", plan.linted]] : []),
    ["imports", []],
    ["rules", []],
    ["types", []],
  ];
  await check(context, asked);
  if (plan.tests.length > 0) await runSteps({ ...context, args: plan.tests }, ["unit"]);
  if (plan.later.length > 0) console.log(`\nnot run: npm test -- unit ${plan.later.join(" ")}`);
  if (plan.deploy) console.log("\nnot run: npm test -- deploy");
  if (plan.specs.length > 0) console.log(`\nnot run: npm test -- e2e ${plan.specs.join(" ")}`);
}

async function check(context, asked) {
  const codes = await Promise.all(
    asked.map(async ([name, args]) => {
      const from = Date.now();
      const code = await attempt(async () => {
        const { code: given, output } = await checks[name]({ ...context, args });
        console.log(`\n== ${name}\n${output.trimEnd()}`);
        return given;
      });
      context.table.push({ name, took: Date.now() - from, code });
      return code;
    }),
  );
  return codes.every((code) => code === 0);
}

// npm test: what fits into ten minutes. npm test -- all: everything. npm test -- <step> [arguments of its
// tool]: the whole of one step. npm test -- changed: what the last changes affect.
await runScript(async () => {
  const [only, ...args] = process.argv.slice(2);
  const names = [...Object.keys(checks), ...Object.keys(steps), "all", "changed"];
  if (only !== undefined && !names.includes(only)) {
    throw new PlainError(`There is no step "${only}". The steps are: ${names.join(", ")}.`);
  }
  const node = await findNode();
  const started = Date.now();
  await installMissing();
  mkdirSync(reports, { recursive: true });
  const table = [{ name: "install", took: Date.now() - started, code: 0 }];
  const memory = findMemoryFolder();
  const settings = {
    NODE_ENV: "test",
    // Every process that a test starts compiles the same modules: half of its time until it works.
    NODE_COMPILE_CACHE: join(reports, "compile-cache"),
    ...(memory && !process.env.TMPDIR && { TMPDIR: memory }),
  };
  const context = {
    node,
    env: nodeEnvironment(node, settings),
    args,
    tests: [],
    table,
    everyday: only === undefined,
  };
  if (context.everyday) context.env.RETRO_TESTS = "everyday";
  if (only === "e2e") await buildStale(node);
  if (only === undefined || only === "all") {
    if (
      await check(
        context,
        Object.keys(checks).map((name) => [name, []]),
      )
    )
      await runSteps(context, context.everyday ? ["unit", "build", "e2e"] : Object.keys(steps));
  } else if (only === "changed") await changed(context);
  else if (only in checks) await check(context, [[only, args]]);
  else await runSteps(context, [only]);
  summarise(table, context.tests);
  if (context.everyday)
    console.log("\nThe slow tests, most of PostgreSQL, the artefact and most browser tests: npm test -- all");
});

/** Runs steps one after the other, up to the first that fails. */
async function runSteps(context, names) {
  for (const name of names) {
    console.log(`\n== ${name}`);
    const from = Date.now();
    const code = await attempt(() => steps[name](context));
    context.table.push({ name, took: Date.now() - from, code });
    if (code !== 0) break;
  }
}

/** The exit code of a step. A `PlainError` counts as 1, so that the table is printed for it too. */
async function attempt(step) {
  try {
    return await step();
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    return 1;
  }
}

function summarise(table, tests) {
  console.log(`\n${"step".padEnd(10)} ${"seconds".padStart(8)}`);
  for (const { name, took, code } of table) {
    console.log(
      `${name.padEnd(10)} ${(took / 1000).toFixed(1).padStart(8)}  ${code === 0 ? "ok" : "FAILED"}`,
    );
  }
  const broken = table.find(({ code }) => code !== 0);
  if (broken) process.exitCode = 1;
  if (tests.length > 0) {
    printSlowest(tests);
    const { passed, failed, skipped, unsteady } = countOutcomes(tests);
    if (skipped > 0) console.log(`\n${skipped} skipped`);
    for (const { file, name } of tests.filter(({ outcome }) => outcome === "unsteady"))
      console.log(`\nUNSTEADY, passed at the second try: ${file}: ${name}`);
    if (unsteady > mostUnsteady) process.exitCode = 1;
    // Last: where a log is cut, its end stays.
    for (const { file, name } of tests.filter(({ outcome }) => outcome === "failed"))
      console.log(`\nFAILED: ${file}: ${name}`);
    console.log(`\n${passed + unsteady} passed, ${failed} failed`);
  } else if (broken) console.log(`\n${broken.name} failed`);
}

async function withPostgres(context) {
  if ("TEST_DATABASE_URL" in context.env && context.asked) return;
  context.asked = true;
  const url = await findPostgres();
  if (url) context.env.TEST_DATABASE_URL = url;
}

async function withRedis(context) {
  if ("TEST_REDIS_SERVER" in context.env) return;
  const program = await findRedis();
  if (program) context.env.TEST_REDIS_SERVER = program;
}
