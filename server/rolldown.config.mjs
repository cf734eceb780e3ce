import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * main.js, the command-line tools and one file for every worker thread (`*-worker.ts`), side by side in
 * dist/.
 */
const input = Object.fromEntries(
  globSync(["src/main.ts", "src/cli/*-cli.ts", "src/**/*-worker.ts"], { cwd: here }).map((file) => [
    basename(file, ".ts"),
    `./${file}`,
  ]),
);

export default defineConfig({
  cwd: here,
  input,
  platform: "node",
  // Only our own code is bundled; packages stay in node_modules.
  external: (id) => !/^(?:\.|\/|[A-Za-z]:|@retro\/)/.test(id),
  // A warning (an import that leads nowhere, say) is a fault that would otherwise scroll by unseen.
  onwarn: (warning) => {
    throw new Error(warning.message);
  },
  output: {
    dir: "dist",
    format: "esm",
    sourcemap: true,
    cleanDir: true,
    // Flat, so that import.meta.url means dist/ wherever the bundler put a module.
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  },
});
