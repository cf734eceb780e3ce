// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";

const { dataset } = document.documentElement;
afterEach(() => {
  delete dataset["base"];
});

it.each([
  ["at the root", undefined, "https://retro.example/boards/b1"],
  ["below a path", "/tools/retro", "https://retro.example/tools/retro/boards/b1"],
])("the link to a board is its address %s, without query and fragment", async (_where, base, link) => {
  if (base !== undefined) dataset["base"] = base;
  vi.resetModules();
  const { boardLink } = await import("./boardLink.ts");
  expect(boardLink("b1", new URL("https://retro.example/boards/b1?from=mail#text"))).toBe(link);
});
