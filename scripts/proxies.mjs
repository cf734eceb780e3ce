import { aptInstall, isRoot } from "./apt.mjs";
import { capture, PlainError } from "./process.mjs";

/** The programs whose example configurations are tested, which Debian's packages of these names bring, and what asks for their version. */
const versionArgument = { nginx: "-v", haproxy: "-v", caddy: "version" };

/**
 * Where `RETRO_REQUIRE_PROXIES=1` asks for it, installs the proxies that are missing. Elsewhere their tests are skipped, and say so.
 * Throws a `PlainError` when a required one cannot be installed.
 */
export async function findProxies() {
  if (process.env.RETRO_REQUIRE_PROXIES !== "1") return;
  const missing = [];
  for (const [name, argument] of Object.entries(versionArgument)) {
    const { code } = await capture(name, [argument]).catch(() => ({ code: 1 }));
    if (code !== 0) missing.push(name);
  }
  if (missing.length === 0) return;
  if (!isRoot()) throw new PlainError(`Required, and only root may install them: ${missing.join(", ")}.`);
  await aptInstall(missing);
}
