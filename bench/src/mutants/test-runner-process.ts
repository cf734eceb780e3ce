import { join, relative } from "node:path";
import { type TestCase, type TestModule, type Vitest, createVitest } from "vitest/node";
import type { RunReport, RunRequest } from "./runner-messages.ts";

/*
 * A process that keeps one Vitest for a copy of the tree and runs the test files it is told to.
 * It is a process, not a module, because a mutant can loop for ever: then the whole group is killed.
 */
const root = process.cwd();
const [setupFile = ""] = process.argv.slice(2);
const counting = setupFile.endsWith("coverage-setup.ts");

const vitest: Vitest = await createVitest("test", {
  root,
  config: join(root, "vitest.config.ts"),
  watch: false,
  maxWorkers: 1,
  bail: counting ? 0 : 1,
  reporters: [{}],
  onConsoleLog: () => false,
  // With a mutant a test may wait for ever. With counters every test passes, even on a busy machine.
  testTimeout: counting ? 120_000 : 10_000,
});
await vitest.standalone();
const project = vitest.getRootProject();
// Added here, because as an option it would replace the setup file that makes random tests draw the same values in every run.
project.config.setupFiles.push(setupFile);
if (!counting) project.config.expect.poll = { ...project.config.expect.poll, timeout: 5000 };

async function run({ changed, files }: RunRequest): Promise<RunReport> {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const specifications = files.map(({ file, tests }) =>
    project.createSpecification(join(root, file), tests === undefined ? {} : { testNames: [...tests] }),
  );
  // The state collects all files that ever ran.
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return {
    files: testModules.map(report),
    errors: unhandledErrors.map((error) => String((error as { message?: unknown }).message ?? error)),
  };
}

function report(module: TestModule): RunReport["files"][number] {
  const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration } = module.diagnostic();
  return {
    file: relative(root, module.moduleId),
    startMs: prepareDuration + environmentSetupDuration + collectDuration + setupDuration,
    errors: module.errors().map(({ message }) => message),
    tests: [...module.children.allTests()].map((test: TestCase) => ({
      name: test.fullName,
      state: test.result().state,
      ms: test.diagnostic()?.duration ?? 0,
    })),
  };
}

process.on("message", (order: RunRequest) => {
  run(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ files: [], errors: [String(error)] } satisfies RunReport),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
