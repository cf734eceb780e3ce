import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  setDefaultCACertificates,
} from "node:tls";
import { expect, onTestFinished } from "vitest";

export interface TestCertificate {
  /** Files in PEM. */
  key: string;
  file: string;
  context: SecureContext;
}

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Makes a certificate for a host, signed by itself. */
export function makeCertificate(host = "localhost"): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), "retro-tls-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, file] = [join(folder, "key.pem"), join(folder, "ca.pem")];
  const wanted = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`, "-days", "2"];
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

/** What NODE_EXTRA_CA_CERTS does at the start of a process, for the rest of the test. */
export function trust({ file }: TestCertificate): void {
  const before = getCACertificates("default");
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, readFileSync(file, "utf8")]);
}
