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
/** They stand outside the build, so they repeat the values of tokens. */
const standalone = new Set(["web/index.html", "web/public/offline.css"]);
const scaleNames = "space|radius|line|text|color|shadow|press|motion";
const rawColor =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi;
const colorName =
  "(?:black|white|gr[ae]y|silver|red|pink|brown|orange|gold|yellow|green|teal|cyan|blue|navy|purple|magenta)";
const namedInSheet = new RegExp(`(?<=:[^;{}]*[\\s:,(])${colorName}(?![\\w(-])(?=[^{}]*[;}])`, "g");
const namedInCode = new RegExp(
  `(?<=(?:color|background|fill|stroke)\\w*[=:][\\s{]*["'])${colorName}(?=["'])`,
  "gi",
);
const rawSize = /(?<![\w.#]|\w-)\d*\.?\d+(?:px|rem)\b/g;
/** Declarations of what a scale is for: distances, type and corners. A width stands beside its rule. */
const scaled =
  /(?<![\w-])(?:margin|padding|gap|row-gap|column-gap|font|line-height|border[\w-]*-radius)[\w-]*:[^;{}]*/g;
/** Numbers that are no lengths. */
const unitless = /^(?:opacity|order|zIndex|flex\w*|line(?:Height|Clamp)|fontWeight)$/;

/** Colours, sizes and durations outside the file of tokens, tokens that do not exist, and unused ones. */
export function tokenFaults(files = sourceFiles(), read = (file) => readFileSync(join(root, file), "utf8")) {
  const faults = [];
  const scale = new Set(names(read(tokensFile), new RegExp(`(--(?:${scaleNames})-[\\w-]+):`, "g")));
  const values = new Set(read(tokensFile).match(new RegExp(`#[0-9a-f]+|${rawSize.source}`, "g")));
  const used = new Set();
  for (const file of files) {
    const isSheet = file.endsWith(".css");
    const code = withoutComments(read(file));
    const report = (found, instead) =>
      faults.push(`${file}: has ${found}; ${instead} belongs into ${tokensFile}.`);
    if (standalone.has(file)) {
      for (const [color] of code.matchAll(rawColor)) if (!values.has(color)) report(color, "a colour");
      for (const size of scaledSizes(code)) if (!values.has(size)) report(size, "a size");
      continue;
    }
    const strings = code.match(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g) ?? [];
    if (file !== tokensFile && !dataFiles.has(file)) {
      const colors = (isSheet ? code : strings.join("\n")).matchAll(rawColor);
      for (const [color] of [...colors, ...code.matchAll(isSheet ? namedInSheet : namedInCode)])
        report(color, "a colour");
    }
    if (!isSheet) {
      if (dataFiles.has(file)) continue;
      // The conditions of queries cannot have variables.
      for (const text of strings.filter((each) => !/^.(?:@media |\()/.test(each)))
        for (const [size] of text.matchAll(rawSize)) report(size, "a size");
      for (const [, style] of code.matchAll(/style=\{\{([^}]*)\}/g))
        for (const [number, name] of style.matchAll(/\b(\w+): -?[\d.]*[1-9][\d.]*(?=\s*(?:,|$))/g))
          if (!unitless.test(name)) report(number, "a size");
      continue;
    }
    for (const name of names(code, new RegExp(`var\\((--(?:${scaleNames})-[\\w-]+)`, "g"))) {
      used.add(name);
      if (!scale.has(name)) faults.push(`${file}: uses ${name}, which ${tokensFile} does not have.`);
    }
    if (file === tokensFile) continue;
    const declarations = code.replaceAll(/@(?:media|container|supports)[^{]*\{/g, "");
    for (const size of scaledSizes(code)) if (size !== "0px" && size !== "1px") report(size, "a size");
    for (const [duration] of declarations.matchAll(/(?<![\w.#]|\w-)\d*\.?\d+m?s\b/g))
      report(duration, "a duration");
  }
  for (const name of scale) if (!used.has(name)) faults.push(`${tokensFile}: nothing uses ${name}.`);
  return faults;
}

const scaledSizes = (code) => (code.match(scaled) ?? []).flatMap((each) => each.match(rawSize) ?? []);
const names = (code, pattern) => Array.from(code.matchAll(pattern), ([, name]) => name);
const withoutComments = (code) => code.replaceAll(/\/\*[^]*?\*\//g, "");

function sourceFiles() {
  const app = readdirSync(join(root, "web/src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  return [...app, ...standalone];
}
