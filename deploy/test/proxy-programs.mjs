import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { proxies } from "./proxy-examples.mjs";
import { Visitor } from "./visitor.mjs";

/** Makes a folder that a proxy's own user can read; it is removed at the end of the test. */
export function makeProxyFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `retro-${name}-`));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes the example's configuration, checks it with the program, and runs the program until the end of the
 * test.
 * @param options `folder`: for its files and logs; `behind`: the address of another proxy in front of it; for nginx `byBoard`: a board has
 *   its server, `certificate`: ends TLS with it, `from`: sends from this address
 * @returns where users reach the product
 */
export async function startProxy(name, { ports, basePath = "", folder = makeProxyFolder(name), ...options }) {
  const port = await freePort();
  const { config, check, run } = proxies[name];
  const file = join(folder, "proxy.conf");
  writeFileSync(file, config({ folder, port, ports, basePath, ...options }));
  const env = { ...process.env, HOME: folder };
  const checked = spawnSync(name, check(file, folder), { encoding: "utf8", env });
  if (checked.status !== 0)
    throw new Error(`${name} refuses its example: ${checked.stderr}${checked.stdout}`);
  const child = spawn(name, run(file, folder), { env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await closed;
  });
  const address = `${options.certificate ? "https" : "http"}://127.0.0.1:${port}${basePath}`;
  const status = () =>
    new Visitor(address).send("GET", "/health/serving").then(
      (answer) => answer.status,
      () => text,
    );
  await expect.poll(status).toBe(200);
  return address;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
