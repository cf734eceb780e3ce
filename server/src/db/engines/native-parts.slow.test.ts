import { expect, test } from "vitest";
import { dataFolder, startProcess } from "../../testing/process.ts";

test.each([1, 2])(
  "no native part crashes the process when it is ended at any moment: %i",
  async () => {
    const stress = startProcess({ DATA_DIR: dataFolder() }, { entry: "testing/databases/native-stress.ts" });
    // A signal has no code.
    expect([await stress.exit, stress.text()]).toEqual([0, "every round ended\n"]);
  },
  120_000,
);
