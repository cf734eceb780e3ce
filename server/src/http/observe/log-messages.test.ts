import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");

/** The messages at `warn` and above; a text that is put together counts up to its first part that changes. */
function messagesIn(code: string): string[] {
  const calls = [...code.matchAll(/\b[lL]og\.(?:warn|error|fatal)\(([^]*?);\n/g)];
  const texts = calls.flatMap(([, call = ""]) => [...call.matchAll(/"([^"\n]*)"|`([^`\n]*)`/g)]);
  const starts = texts.map(([, plain, made]) => plain ?? made?.split("${")[0] ?? "");
  return starts.filter((start) => start.includes(" "));
}

test("docs/log-lines.md says what to do about every line at warn and above", () => {
  const page = readFileSync(join(root, "docs/log-lines.md"), "utf8");
  const [, table = ""] = /need attention:\n\n([^]*?)\n\n/.exec(page) ?? [];
  const documented = table
    .split("\n")
    .flatMap((row) =>
      [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+?)(?: …)?`/g)].map(([, text = ""]) => text),
    );
  const files = globSync("server/src/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/(?:testing|cli)\//.test(file),
  );
  const messages = files.flatMap((file) => messagesIn(readFileSync(join(root, file), "utf8")));
  expect(messages.length).toBeGreaterThan(50);
  const missing = messages.filter((message) => !documented.some((start) => message.startsWith(start)));
  expect(missing).toEqual([]);
});
