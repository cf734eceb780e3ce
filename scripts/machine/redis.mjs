import { aptInstall, isRoot } from "./apt.mjs";
import { capture, PlainError } from "../process.mjs";

const minimumVersion = 7;

/** `TEST_REDIS_SERVER`, else one on the path, else one installed where it is required. */
export async function findRedis() {
  const named = process.env.TEST_REDIS_SERVER;
  if (named) {
    if (await isUsable(named)) return named;
    throw new PlainError(
      `TEST_REDIS_SERVER cannot be used: "${named}" is no Redis ${minimumVersion} or newer.`,
    );
  }
  const found = await findInstalled();
  if (found) return found;
  if (process.env.RETRO_REQUIRE_REDIS === "1") {
    if (!isRoot())
      throw new PlainError("Redis is required, none is installed, and only root may install one.");
    await aptInstall(["redis-server"]);
    const installed = await findInstalled();
    if (installed) return installed;
    throw new PlainError(`Redis ${minimumVersion} or newer is required, and the installed package is older.`);
  }
  console.log(
    "\n**** Tests of several servers SKIPPED: there is no redis-server or valkey-server on the path. ****\n",
  );
  return undefined;
}

async function findInstalled() {
  for (const name of ["redis-server", "valkey-server"]) if (await isUsable(name)) return name;
  return undefined;
}

async function isUsable(program) {
  const { code, output } = await capture(program, ["--version"]).catch(() => ({ code: 1, output: "" }));
  return code === 0 && Number(/ v=(\d+)/.exec(output)?.[1]) >= minimumVersion;
}
