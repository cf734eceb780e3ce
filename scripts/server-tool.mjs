import { Console } from "node:console";
import { buildStale } from "./build.mjs";
import { installMissing } from "./machine/install.mjs";
import { PlainError, run, runScript } from "./process.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run admin | backup | restore | db:copy | verify: a program of the server, also beside a running one.
// Standard output may be the backup.
globalThis.console = new Console(process.stderr);
await runScript(async () => {
  const [program, ...words] = process.argv.slice(2);
  const { npm_lifecycle_event: script, npm_config_loglevel: says } = process.env;
  if (script === "backup" && says !== "silent" && words.includes("-"))
    throw new PlainError(
      "npm writes lines of its own into standard output, and a backup with them cannot be restored. Use: npm run -s backup -- -",
    );
  const node = await findNode();
  await installMissing();
  await buildStale(node, { only: "server" });
  const env = nodeEnvironment(node, { NODE_ENV: process.env.NODE_ENV ?? "production" });
  process.exitCode = await run(node, ["--enable-source-maps", `server/dist/${program}.js`, ...words], {
    env,
  });
});
