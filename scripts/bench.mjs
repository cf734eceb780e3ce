import { buildStale } from "./build.mjs";
import { findChromium } from "./machine/browsers.mjs";
import { installMissing } from "./machine/install.mjs";
import { run, runScript } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run bench [-- part …]: runs the measurements of bench/ on the built product.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node);
  const env = nodeEnvironment(node, { CHROMIUM_PATH: await findChromium(node) });
  process.exitCode = await run(node, ["bench/src/main.ts", ...process.argv.slice(2)], { env });
});
