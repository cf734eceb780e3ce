import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../process.mjs";

const tokensFile = "web/src/theme/tokens.css";
/** Colours that users choose and the server stores, and those of Material's theme, which a test compares. */
const dataFiles = new Set([
  "web/src/theme/theme.ts",
  "web/src/ui/device/themeMode.ts",
  "web/src/ui/controls/ColorPicker.tsx",
  "web/src/features/people/personColors.ts",
  "web/src/features/stickers/dialogs/StyleFields.tsx",
]);
const scaleNames = "space|size|radius|line|text|color|shadow|press|motion";
const rawColor =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi;

/** Colours, pixel values and durations outside the file of tokens, tokens that do not exist, and unused ones. */
export function tokenFaults(files = sourceFiles(), read = (file) => readFileSync(join(root, file), "utf8")) {
  const faults = [];
  const scale = new Set(names(read(tokensFile), new RegExp(`(--(?:${scaleNames})-[\\w-]+):`, "g")));
  const used = new Set();
  for (const file of files) {
    const isSheet = file.endsWith(".css");
    const code = withoutComments(read(file));
    const report = (found, instead) =>
      faults.push(`${file}: has ${found}; ${instead} belongs into ${tokensFile}.`);
    if (file !== tokensFile && !dataFiles.has(file))
      for (const [color] of (isSheet
        ? code
        : (code.match(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g)?.join("\n") ?? "")
      ).matchAll(rawColor))
        report(color, "a colour");
    if (!isSheet) continue;
    for (const name of names(code, new RegExp(`var\\((--(?:${scaleNames})-[\\w-]+)`, "g"))) {
      used.add(name);
      if (!scale.has(name)) faults.push(`${file}: uses ${name}, which ${tokensFile} does not have.`);
    }
    if (file === tokensFile) continue;
    // The conditions of queries cannot have variables.
    const declarations = code.replaceAll(/@(?:media|container|supports)[^{]*\{/g, "");
    for (const [size] of declarations.matchAll(/(?<![\w.#]|\w-)\d*\.?\d+px/g))
      if (size !== "0px" && size !== "1px") report(size, "a size");
    for (const [duration] of declarations.matchAll(/(?<![\w.#]|\w-)\d*\.?\d+m?s\b/g))
      report(duration, "a duration");
  }
  for (const name of scale) if (!used.has(name)) faults.push(`${tokensFile}: nothing uses ${name}.`);
  return faults;
}

const names = (code, pattern) => Array.from(code.matchAll(pattern), ([, name]) => name);
const withoutComments = (code) => code.replaceAll(/\/\*[^]*?\*\//g, "");

function sourceFiles() {
  return readdirSync(join(root, "web/src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
}
