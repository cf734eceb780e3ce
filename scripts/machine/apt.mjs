import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PlainError, run } from "../process.mjs";

let updated = false;

export function isRoot() {
  return process.getuid?.() === 0;
}

/** Installs Debian packages (as root), refreshing the list of packages once. */
export async function aptInstall(packages) {
  console.log(`Installing ${packages.join(", ")}.`);
  await updateOnce();
  await succeed("apt-get", ["-qq", "install", "--yes", "--no-install-recommends", ...packages]);
}

/** Unpacks one Debian package into a folder: nothing is installed, and none of its services starts. */
export async function aptUnpack(name, folder) {
  console.log(`Unpacking ${name}.`);
  await updateOnce();
  mkdirSync(folder, { recursive: true });
  await succeed("apt-get", ["-qq", "download", name], folder);
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith(".deb"))) {
    await succeed("dpkg-deb", ["--extract", file, "."], folder);
    rmSync(join(folder, file));
  }
}

async function updateOnce() {
  if (!updated) await succeed("apt-get", ["-qq", "update"]);
  updated = true;
}

async function succeed(command, args, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { cwd, env, stdio: ["ignore", "inherit", "inherit"] };
  const code = await run(command, args, options).catch(() => 127);
  if (code !== 0) throw new PlainError(`${command} ${args.join(" ")} failed (exit code ${code}).`);
}
