import { buildStale } from "./build.mjs";
import { installMissing } from "./machine/install.mjs";
import { run, runScript } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run backup | restore | db:copy | verify: tools for the data of an installation.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node, { only: "server" });
  process.exitCode = await run(
    node,
    ["--enable-source-maps", "server/dist/data-cli.js", ...process.argv.slice(2)],
    {
      env: nodeEnvironment(node, { NODE_ENV: process.env.NODE_ENV ?? "production" }),
    },
  );
});
