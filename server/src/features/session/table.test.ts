import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accessTableMarkdown } from "@retro/rules/table";

const page = new URL("../../../../docs/access.md", import.meta.url);

test("docs/access.md shows the table that the rules make (UPDATE_DOCS=1 writes it)", () => {
  if (process.env["UPDATE_DOCS"]) writeFileSync(page, accessTableMarkdown());
  expect(readFileSync(page, "utf8")).toBe(accessTableMarkdown());
});
