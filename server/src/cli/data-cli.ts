import { createSafeConsole } from "./admin-cli-output.ts";
import { runDataCommand } from "./data-commands.ts";

globalThis.console = createSafeConsole();
// Only the owner can read the files that this process creates.
process.umask(0o077);
process.exitCode = await runDataCommand(process.argv.slice(2), process.env);
