import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";

/** Debian's user without rights; a test that does not run as root keeps its user. */
export const otherUser = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Makes a folder for the data that only the server's user can read; it is removed at the end of the test. */
export function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "retro-data-"));
  chmodSync(folder, 0o700);
  if (otherUser.uid !== undefined) chownSync(folder, otherUser.uid, otherUser.gid);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Makes a PostgreSQL database that is dropped at the end of the test. @returns its address; null without a
 * server
 */
export async function makeDatabase() {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (!adminUrl) return null;
  const name = `retro_deploy_${randomBytes(6).toString("hex")}`;
  const runAsAdmin = async (statement) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await runAsAdmin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  onTestFinished(() => runAsAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

/**
 * Runs a command of the artefact as another user, with nothing but Node: no PATH, no settings of this
 * process.
 */
export function runPacked(env, ...words) {
  const { folder } = inject("artefact");
  return runServer([join(folder, "node"), join(folder, "retro.mjs"), ...words], {
    cwd: "/",
    env,
    ...otherUser,
  });
}

/**
 * Runs a server, and kills it at the end of the test.
 * @param options of the process
 * @returns the process, what it wrote, its exit code, and the address that it prints
 */
export function runServer([program, ...words], { env, ...options }) {
  const child = spawn(program, words, {
    ...options,
    env: { CAPTCHA_DIFFICULTY: "1:1", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const { promise: address, resolve, reject } = Promise.withResolvers();
  address.catch(() => undefined);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      text += chunk.toString();
      const found = /^Retro is at (http:\S+)$/m.exec(text);
      if (found) resolve(found[1]);
    });
  const exit = once(child, "close").then(([code]) => {
    reject(new Error(`the server stopped: ${text}`));
    return code;
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  return { child, text: () => text, exit, address };
}
