import { PlainError, run } from "../process.mjs";

let updated = false;

export function isRoot() {
  return process.getuid?.() === 0;
}

/** Installs Debian packages (as root), refreshing the list of packages once. */
export async function aptInstall(packages) {
  console.log(`Installing ${packages.join(", ")}.`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "inherit", "inherit"],
  };
  const apt = async (args) => {
    const code = await run("apt-get", ["-qq", ...args], options).catch(() => 127);
    if (code !== 0) throw new PlainError(`apt-get ${args.join(" ")} failed (exit code ${code}).`);
  };
  if (!updated) await apt(["update"]);
  updated = true;
  await apt(["install", "--yes", "--no-install-recommends", ...packages]);
}
