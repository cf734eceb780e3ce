import { buildStale } from "./build.mjs";
import { installMissing } from "./install.mjs";
import { become, script } from "./process.mjs";
import { environment, findNode, serverArgs, serverEnv } from "./runtime.mjs";

// npm start: install what is missing, build what is stale, serve.
await script(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node);
  const args = [...serverArgs, ...process.argv.slice(2)];
  process.exitCode = await become(
    node,
    args,
    environment(node, { ...serverEnv, NODE_ENV: process.env.NODE_ENV ?? "production" }),
  );
});
