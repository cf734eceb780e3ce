import { buildStale } from "./build.mjs";
import { findChromium } from "./browsers.mjs";
import { installMissing } from "./install.mjs";
import { run, runScript } from "./process.mjs";
import { nodeEnvironment, findNode } from "./node-runtime.mjs";

// npm run shots: takes screenshots of every screen, into shots/.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node);
  const env = nodeEnvironment(node, { CHROMIUM_PATH: await findChromium(node) });
  process.exitCode = await run(node, ["e2e/shots.ts", ...process.argv.slice(2)], { env });
});
