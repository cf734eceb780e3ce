import { buildStale } from "./build.mjs";
import { findChromium } from "./machine/browsers.mjs";
import { installMissing } from "./machine/install.mjs";
import { run, runScript } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run shots: takes screenshots of every screen, into shots/. With --check or --update it compares or
// stores the key screens, with --docs it takes the pictures of the documentation.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node);
  const env = nodeEnvironment(node, { CHROMIUM_PATH: await findChromium(node) });
  const words = process.argv.slice(2);
  const named = (...options) => words.some((word) => options.includes(word));
  const script = named("--docs") ? "docs-pictures" : named("--check", "--update") ? "shots-check" : "shots";
  process.exitCode = await run(node, [`e2e/${script}.ts`, ...words], { env });
});
