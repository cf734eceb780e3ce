/** An order for the runner: which files have changed on disk, and which tests to run. */
export interface RunRequest {
  changed: readonly string[];
  files: readonly RequestedTestFile[];
}

/** A test file; without `tests` all of its tests. */
export interface RequestedTestFile {
  file: string;
  /** Full names, as Vitest writes them. */
  tests?: readonly string[] | undefined;
}

/** The result of an order. */
export interface RunReport {
  files: {
    file: string;
    /** Time until the first test could run. */
    startMs: number;
    errors: string[];
    tests: { name: string; state: "passed" | "failed" | "skipped" | "pending"; ms: number }[];
  }[];
  /** Errors outside tests. */
  errors: string[];
}

/** The first thing that failed; undefined when all passed. */
export function findFailure({ files, errors }: RunReport): string | undefined {
  for (const { file, tests, errors: faults } of files) {
    const failed = tests.find(({ state }) => state === "failed");
    if (failed !== undefined) return `${file} > ${failed.name}`;
    if (faults.length > 0) return `${file}: ${faults[0]}`;
  }
  return errors[0];
}
