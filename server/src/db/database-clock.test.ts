import { expect, onTestFinished, test, vi } from "vitest";
import { engines } from "../testing/databases/test-engines.ts";

const postgres = engines.find(({ name }) => name === "PostgreSQL");

test.skipIf(postgres === undefined)(
  "the time is the database's, also when this machine's clock is set",
  async () => {
    const opened = await postgres?.open();
    if (opened === undefined) throw new Error("no PostgreSQL");
    onTestFinished(opened.drop);
    const real = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(real + 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(Math.abs(opened.database.now() - real)).toBeLessThan(60_000);
    expect(Number.isInteger(opened.database.now())).toBe(true);
  },
);

test("with SQLite the time is the machine's", async () => {
  const [sqlite] = engines;
  const opened = await sqlite?.open();
  if (opened === undefined) throw new Error("no SQLite");
  onTestFinished(opened.drop);
  vi.spyOn(Date, "now").mockReturnValue(1_700_000_000_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(opened.database.now()).toBe(1_700_000_000_000);
});
