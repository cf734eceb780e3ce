import { buildStale } from "./build.mjs";
import { installMissing } from "./install.mjs";
import { run, script } from "./process.mjs";
import { environment, findNode } from "./runtime.mjs";

// npm run admin -- add | list | reset | remove: the administrators, beside a running server too.
await script(async () => {
  const node = await findNode();
  await installMissing();
  await buildStale(node, { only: "server" });
  process.exitCode = await run(
    node,
    ["--enable-source-maps", "server/dist/admin-cli.js", ...process.argv.slice(2)],
    {
      env: environment(node, { NODE_ENV: process.env.NODE_ENV ?? "production" }),
    },
  );
});
