import { PlainError, run, runScript, toolPath } from "./process.mjs";
import { findPostgres } from "./machine/postgres.mjs";
import { nodeEnvironment, findNode } from "./machine/node-runtime.mjs";

// npm run fixture: saves a database of the newest schema for the tests of upgrades. Run it once for each new
// migration.
await runScript(async () => {
  const node = await findNode();
  const url = await findPostgres();
  if (!url) throw new PlainError("A fixture is made on both engines, and no PostgreSQL server answers.");
  const env = nodeEnvironment(node, { NODE_ENV: "test", TEST_DATABASE_URL: url, ADD_FIXTURE: "1" });
  const code = await run(node, [toolPath("vitest"), "run", "server/src/testing/upgrade"], { env });
  if (code !== 0) throw new PlainError("No fixture was added: the lines above say why.");
  console.log(
    "Added to server/src/testing/upgrade/fixtures/. Commit it with the migration, and never change it.",
  );
});
