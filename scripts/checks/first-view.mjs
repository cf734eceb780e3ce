import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { sourcesIn, staticImportsOf, targetOf } from "./import-specifiers.mjs";
import { root } from "../process.mjs";

const entry = "web/src/app/main.tsx";
/** Packages that are too large for the first view (docs/web.md, "Bundle size"). */
const lazyOnly =
  /^(?:@mui\/(?:material|system|utils)|@emotion|react-hook-form|notistack|friendly-challenge)(?:\/|$)/;
/** Has styles, which only the theme lets pass the content security policy. Material's hooks have none. */
const needsTheme = /^@mui\/material\/(?!use)/;

/** Modules that the entry imports statically and that import a package which must load later. */
export function firstViewFaults() {
  return [...packagesReached(entry, lazyOnly)].map(
    ([file, specifier]) =>
      `${file}: imports ${specifier}: it belongs to the first view, see docs/web.md, "Bundle size".`,
  );
}

/** Parts that load later without Material's theme (`plain`), and reach a component that needs it. */
export function plainPartFaults() {
  return sourcesIn(join(root, "web")).flatMap((path) => {
    const file = relative(root, path).split(sep).join("/");
    const code = readFileSync(path, "utf8");
    const named = new Map(
      Array.from(code.matchAll(/const (\w+) = \(\) => import\("([^"]+)"\)/g), ([, name, module]) => [
        name,
        module,
      ]),
    );
    const parts = code.matchAll(
      /\blazy(?:Part|Screen)\(\s*(?:\(\) =>\s*import\("([^"]+)"\)|(\w+)),\s*"(\w+)",([^;]*?)\);\n/g,
    );
    return Array.from(parts).flatMap(([, module, constant, part, options]) => {
      const target = targetOf(file, module ?? named.get(constant) ?? "");
      if (target === undefined || !/plain: true|optionalPart|meetingPart/.test(options)) return [];
      return [...packagesReached(target, needsTheme)].map(
        ([by, specifier]) => `${by}: imports ${specifier}, and ${part} of ${file} has no theme for it.`,
      );
    });
  });
}

/** @returns the static imports of packages that `wanted` matches, from a module on: by the file that has them */
function packagesReached(start, wanted, seen = new Set(), reached = new Map()) {
  if (seen.has(start) || !/\.tsx?$/.test(start) || !existsSync(join(root, start))) return reached;
  seen.add(start);
  for (const specifier of staticImportsOf(readFileSync(join(root, start), "utf8"))) {
    const target = targetOf(start, specifier);
    if (target !== undefined) packagesReached(target, wanted, seen, reached);
    else if (wanted.test(specifier)) reached.set(start, specifier);
  }
  return reached;
}
