import { readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "../process.mjs";

export function targetOf(file, specifier) {
  if (specifier.startsWith(".")) {
    const path = resolve(root, dirname(file), specifier.replace(/\?.*$/, ""));
    return relative(root, path).split(sep).join("/");
  }
  const own = /^@retro\/([a-z0-9-]+)\/(.+)$/.exec(specifier);
  return own ? `${own[1]}/src/${own[2]}.ts` : undefined;
}

export function importsOf(source) {
  const code = withoutComments(source);
  const statements = /(?:^|[\n;])\s*(?:import|export)\s(?:[^"'`;=(]*?\sfrom\s*)?["']([^"'\n]+)["']/g;
  const calls = /\bimport\(\s*["']([^"'\n]+)["']/g;
  return [...code.matchAll(statements), ...code.matchAll(calls)].map(([, specifier]) => specifier);
}

/** The imports that a bundler follows before the module runs: no types, no dynamic imports. */
export function staticImportsOf(source) {
  const statements =
    /(?:^|[\n;])\s*(?:import|export)\s(?!type\s)(?:[^"'`;=(]*?\sfrom\s*)?["']([^"'\n]+)["']/g;
  return Array.from(withoutComments(source).matchAll(statements), ([, specifier]) => specifier);
}

/** The code without block comments and whole-line comments, which may quote imports. */
export function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

export function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["node_modules", "dist", "data", "results", "test-results"].includes(entry.name)
        ? []
        : sourcesIn(path);
    }
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
  });
}
