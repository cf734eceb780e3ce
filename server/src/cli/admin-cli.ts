import { runAdminCommand } from "./admin-commands.ts";
import { createSafeConsole } from "./admin-cli-output.ts";

globalThis.console = createSafeConsole();
// Only the owner can read the files that this process creates.
process.umask(0o077);
process.exitCode = await runAdminCommand(process.argv.slice(2), process.env);
