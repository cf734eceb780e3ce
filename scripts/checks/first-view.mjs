import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { staticImportsOf, targetOf } from "./import-specifiers.mjs";
import { root } from "../process.mjs";

const entry = "web/src/app/main.tsx";
/** Packages that are too large for the first view (docs/web.md, "Bundle size"). */
const lazyOnly =
  /^(?:@mui\/(?:material|system|utils)|@emotion|react-hook-form|notistack|friendly-challenge)(?:\/|$)/;

/** Modules that the entry imports statically and that import a package which must load later. */
export function firstViewFaults() {
  const seen = new Set();
  const faults = [];
  const visit = (file) => {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    const path = join(root, file);
    if (!existsSync(path)) return;
    for (const specifier of staticImportsOf(readFileSync(path, "utf8"))) {
      const target = targetOf(file, specifier);
      if (target !== undefined) visit(target);
      else if (lazyOnly.test(specifier))
        faults.push(
          `${file}: imports ${specifier}: it belongs to the first view, see docs/web.md, "Bundle size".`,
        );
    }
  };
  visit(entry);
  return faults;
}
