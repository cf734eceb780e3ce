import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..");

/** The selectors of a style sheet, without its comments and declarations. */
function selectorsOf(css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...plain.matchAll(/([^{};]+)\{/g)].map(([, selector]) => (selector ?? "").trim());
}

/** Removes what is in parentheses, the innermost first; of `:is(…)` the first choice stays. */
function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/:is\(\s*([^(),]*)[^()]*\)/g, "$1").replaceAll(/\([^()]*\)/g, "");
  return shorter === selector ? selector : withoutArguments(shorter);
}

/**
 * Whether the last part of a selector names no class, id or attribute, so that it may match most elements.
 */
function endsUnnamed(selector: string): boolean {
  const last =
    withoutArguments(selector)
      .split(/[\s>+~]+/)
      .at(-1) ?? "";
  return !/[.#[]/.test(last);
}

test("no rule that looks at descendants with :has() ends in a part that names no element: browsers would style the whole board anew at each change", () => {
  const faults = globSync("**/*.css", { cwd: source }).flatMap((file) =>
    selectorsOf(readFileSync(join(source, file), "utf8"))
      .filter(
        (selectors) =>
          selectors.includes(":has(") && withoutArguments(selectors).split(",").some(endsUnnamed),
      )
      .map((selectors) => `${file}: ${selectors}`),
  );
  expect(faults).toEqual([]);
});

test("stickers and votes change under a pointer only where pointers hover: a tap would otherwise begin transitions and paint before it presses", () => {
  const faults = globSync("features/{stickers,votes}/**/*.css", { cwd: source }).flatMap((file) => {
    const css = readFileSync(join(source, file), "utf8");
    const always = css.replaceAll(/^@media \((?:hover: hover|pointer: fine)\) \{[\s\S]*?^\}/gm, "");
    return selectorsOf(always).filter((selectors) =>
      /\.(sticker|vote|column|add-tile|group-toggle)\b.*:hover/.test(selectors),
    );
  });
  expect(faults).toEqual([]);
});
