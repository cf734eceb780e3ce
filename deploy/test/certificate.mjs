import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { expect, onTestFinished } from "vitest";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Makes a certificate for localhost, signed by itself. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), "retro-tls-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, file] = [join(folder, "key.pem"), join(folder, "ca.pem")];
  const wanted = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
  const made = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    file,
    ...wanted,
  ]);
  expect(made.status).toBe(0);
  return { key, file, context: createSecureContext({ key: readFileSync(key), cert: readFileSync(file) }) };
}
