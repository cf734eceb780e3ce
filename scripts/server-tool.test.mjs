import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a backup to standard output is refused when npm's own lines would stand before it", () => {
  const tool = join(import.meta.dirname, "server-tool.mjs");
  const env = { ...process.env, npm_lifecycle_event: "backup", npm_config_loglevel: "notice" };
  const run = spawnSync(process.execPath, [tool, "data-cli", "backup", "-"], { env, encoding: "utf8" });
  expect(run).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("npm run -s backup -- -"),
  });
});
