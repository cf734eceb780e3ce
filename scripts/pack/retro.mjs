// Runs the Retro of this folder with the Node that runs this file. It needs nothing else: no npm, no build.
import { globSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { nodeArgs, serverEnv } from "./server-arguments.mjs";

const call = process.env.OPERATOR_COMMAND || "node retro.mjs";
const usage = `Usage: ${call} [command]

  start            serve; the default. All settings are environment variables, see docs/settings.md
  admin …          manage administrators, delete data: ${call} admin --help
  backup, restore, copy, verify …   tools for the data: ${call} backup --help
  health           exit code 0 when the server that these settings name answers
  health ready     what it answers at /health/ready, and so for live and serving`;

const minimumVersion = 24;
/** EX_CONFIG: a restart cannot help, so retro.service makes none. */
const exitCodeOfConfiguration = 78;
const programs = {
  start: ["main.js"],
  admin: ["admin-cli.js"],
  backup: ["data-cli.js", "backup"],
  restore: ["data-cli.js", "restore"],
  copy: ["data-cli.js", "copy"],
  verify: ["data-cli.js", "verify"],
};

const [command = "start", ...args] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < minimumVersion) {
  console.error(`Retro needs Node ${minimumVersion} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else if (command === "health") process.exitCode = await checkHealth(args);
else if (command === "start" && args.length > 0) {
  console.error(`start takes no words; all settings are environment variables, such as PORT.\n\n${usage}`);
  process.exitCode = 1;
} else if (Object.hasOwn(programs, command)) {
  const fault = findNativeFault();
  if (fault === undefined) run(programs[command]);
  else {
    console.error(fault);
    process.exitCode = exitCodeOfConfiguration;
  }
} else {
  console.error(usage);
  process.exitCode = command === "--help" ? 0 : 1;
}

/**
 * What is wrong with the native code: the server itself would notice it at the first passphrase or picture.
 * @returns one line; undefined if all of it loads
 */
function findNativeFault() {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const platform = `${process.platform}-${process.arch}`;
  for (const name of ["@img/sharp", "@node-rs/argon2"]) {
    const pattern = `node_modules/${name}-${platform}{,-*}/**/*.node`;
    const [file] = globSync(pattern, { cwd: folder });
    if (file === undefined)
      return `Retro is incomplete: it has no native code of ${name} for ${platform}. Unpack the tarball again; package.json in it names its platforms.`;
    try {
      createRequire(import.meta.url)(folder + file);
    } catch (error) {
      const [reason] = error.message.split("\n");
      return `Retro's native code does not load: ${reason} (${file}). Retro needs glibc and libstdc++.`;
    }
  }
  return undefined;
}

/** Replaces this process, so that signals reach the server, and malloc and V8 start with their settings. */
function run([program, ...first]) {
  const file = fileURLToPath(new URL(`server/dist/${program}`, import.meta.url));
  const { NODE_ENV = "production" } = process.env;
  process.execve(process.execPath, [process.execPath, ...nodeArgs, file, ...first, ...args], {
    ...process.env,
    ...serverEnv,
    NODE_ENV,
  });
}

/** Whether a restart could help: a server that cannot write still serves, so it is not asked whether it is ready. */
async function checkHealth([page]) {
  const { PORT = "3000", HOST = "", BASE_PATH = "" } = process.env;
  const everywhere = ["", "0.0.0.0", "::"].includes(HOST);
  const host = everywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  const address = `http://${host}:${PORT || "3000"}${BASE_PATH.replace(/\/$/, "")}/health/${page ?? "live"}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    const text = await answer.text();
    if (!answer.ok) console.error(`${address} answers ${answer.status}: ${text}`);
    else if (page !== undefined) console.log(text);
    if (answer.ok) return 0;
  } catch (error) {
    console.error(`${address} does not answer: ${error.cause?.message ?? error.message}`);
  }
  return 1;
}
