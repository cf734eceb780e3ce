import { buildStale } from "./build.mjs";
import { installMissing } from "./machine/install.mjs";
import { replaceProcess, runScript } from "./process.mjs";
import { nodeEnvironment, findNode, serverArgs, serverEnv } from "./machine/node-runtime.mjs";

// npm start: installs what is missing, builds what has changed, and serves.
await runScript(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node);
  const args = [...serverArgs, ...process.argv.slice(2)];
  process.exitCode = await replaceProcess(
    node,
    args,
    nodeEnvironment(node, { ...serverEnv, NODE_ENV: process.env.NODE_ENV ?? "production" }),
  );
});
