import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
const versions = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(/(Edge|Firefox|Safari)\s*(\d+)/giu), ([, name = "", version]) => [
      name.toLowerCase(),
      version,
    ]),
  );

it("the browsers of the README are those that the build targets and that the page names", () => {
  const [, target = ""] = /target: \[(.*)\]/u.exec(read("web/vite.config.ts")) ?? [];
  expect(target).toMatch(/"chrome114", "edge114"/u);
  const [english = "", russian = ""] = read("web/index.html").split('id="outdated"')[1]?.split("·") ?? [];
  const [, readme = ""] = /Retro works in (.*)/u.exec(read("README.md")) ?? [];
  for (const text of [readme, english, russian.split("</p>")[0] ?? ""])
    expect(versions(text)).toEqual(versions(target));
});
