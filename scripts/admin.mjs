import { buildStale } from "./build.mjs";
import { installMissing } from "./machine/install.mjs";
import { run, runScript } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run admin -- add | list | reset | remove: manages administrators, also beside a running server.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node, { only: "server" });
  process.exitCode = await run(
    node,
    ["--enable-source-maps", "server/dist/admin-cli.js", ...process.argv.slice(2)],
    {
      env: nodeEnvironment(node, { NODE_ENV: process.env.NODE_ENV ?? "production" }),
    },
  );
});
