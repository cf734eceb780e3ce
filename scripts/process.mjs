import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout. Scripts work here, whatever folder they are called from. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** A failure that the user can fix: printed as one line, without a stack. */
export class PlainError extends Error {}

/** A `PlainError` is printed as its one line, anything else with its stack. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    process.exitCode = 1;
  }
}

/** Tools that run on a newer Node would warn about the engines of packages. */
const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Prefers the npm that started this process to the one on PATH. */
export async function npm(args) {
  const own = process.env.npm_execpath;
  const [command, ...before] =
    own?.endsWith(".js") || own?.endsWith(".cjs")
      ? [process.execPath, own]
      : [process.platform === "win32" ? "npm.cmd" : "npm"];
  // A flag that npm start was called with must not leak into the install (an --omit, a --workspace, a
  // --prefix).
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^npm_(config_(omit|production|workspace|prefix|local_prefix)|package_)/i.test(key),
    ),
  );
  const code = await run(command, [...before, ...args, ...quiet], {
    env,
    shell: process.platform === "win32" && command === "npm.cmd",
  });
  if (code !== 0) throw new PlainError(`npm ${args.join(" ")} failed (exit code ${code}).`);
}

/** Returns the exit code (128 + the signal's number), and passes SIGTERM and SIGINT on. */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    const release = forwardSignals(child);
    child.once("error", (error) => {
      release();
      fail(error);
    });
    child.once("exit", (code, signal) => {
      release();
      done(code ?? 128 + (signals[signal] ?? 15));
    });
  });
}

/** Replaces this process, so that only the command's signals, exit code and memory remain. */
export async function replaceProcess(command, args, env) {
  process.chdir(root);
  if (process.execve && process.platform !== "win32") process.execve(command, [command, ...args], env);
  return run(command, args, { env });
}

/** Never throws for a command that is missing (code 127). */
export function capture(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => done({ code: 127, output: error.message }));
    child.once("close", (code) => done({ code: code ?? 1, output }));
  });
}

/** The script behind the command `bin` of an installed package, to run it with a chosen Node. */
export function toolPath(packageName, bin = packageName) {
  const folder = join(root, "node_modules", packageName);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bins === "string" ? bins : bins[bin]);
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** Passes the signals that end this process on to `child`. @returns a function that stops this */
export function forwardSignals(child) {
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the child too: sent again, it would count as a second Ctrl-C.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of Object.keys(signals)) process.on(signal, forward);
  return () => {
    for (const signal of Object.keys(signals)) process.off(signal, forward);
  };
}
