import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { capture, root, toolPath } from "./process.mjs";

it.each([
  ["const a  =  1\n", 1],
  ["const a = 1;\n", 0],
])("npm test prints and exits with what became of a file with %j", async (text, code) => {
  const folder = mkdtempSync(join(tmpdir(), "retro-format-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file.ts");
  writeFileSync(file, text);
  const ended = await capture(process.execPath, [join(root, "scripts/test.mjs"), "format", file]);
  expect(ended.output).toContain(code === 0 ? "ok" : "FAILED");
  expect(ended.code).toBe(code);
});

it("npm test alone leaves out the slow files, and nothing else", async () => {
  const list = async (kind) => {
    const env = { ...process.env, RETRO_TESTS: kind };
    const { output } = await capture(
      process.execPath,
      [toolPath("vitest"), "list", "--filesOnly", "--json"],
      { env },
    );
    return JSON.parse(output)
      .map(({ file }) => file)
      .toSorted();
  };
  const [everyday, all] = [await list("everyday"), await list("")];
  const isSlow = (file) => file.includes(".slow.test.");
  expect(all.filter(isSlow)).not.toEqual([]);
  expect(everyday).toEqual(all.filter((file) => !isSlow(file)));
});
