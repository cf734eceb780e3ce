import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { solvePuzzle } from "./solve-puzzle.ts";

export interface ServerProcess {
  child: ChildProcess;
  /** Everything that it has written to standard output and standard error so far. */
  text: () => string;
  /** What it has written to standard error: no line of the log. */
  errorText: () => string;
  /** The address, once the server prints it; rejects when the process ends. */
  address: Promise<string>;
  exit: Promise<number | null>;
}

interface ProcessOptions {
  /** The file in `src/` to run. */
  entry?: string;
  /** Node's own arguments. */
  args?: string[];
  /** The program's arguments. */
  words?: string[];
  uid?: number;
  gid?: number;
  umask?: number;
}

/** Starts the real server (or another entry) as a child process, and kills it at the end of the test. */
export function startProcess(env: Record<string, string>, how: ProcessOptions = {}): ServerProcess {
  const { entry = "main.ts", args = [], words = [], umask = process.umask(), ...user } = how;
  const main = fileURLToPath(new URL(`../${entry}`, import.meta.url));
  const command = [process.execPath, ...args, main, ...words];
  const child = spawn("sh", ["-c", `umask ${umask.toString(8)}; exec "$0" "$@"`, ...command], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      HOST: "127.0.0.1",
      PORT: "0",
      CAPTCHA_DIFFICULTY: "1:1",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let text = "";
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  address.catch(() => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /^Retro is at (http:\S+)$/m.exec(text);
      if (found) resolve(found[1] as string);
    });
  }
  let errorText = "";
  child.stderr.on("data", (chunk: Buffer) => (errorText += chunk.toString()));
  const exit = once(child, "close").then(([code]) => {
    reject(new Error(`the server stopped: ${text}`));
    return code as number | null;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, text: () => text, errorText: () => errorText, address, exit };
}

/** Makes a folder that is removed at the end of the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "retro-main-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a folder in a parent that every user of the machine may enter. */
export function folderForEverybody(): string {
  const folder = dataFolder();
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Enters as a visitor. The puzzle may come from another server than the one that checks it.
 * @returns the answer
 */
export async function enterAsVisitor(puzzleFrom: string, address: string): Promise<Response> {
  const puzzle = await fetch(`${puzzleFrom}/api/v1/captcha/puzzle?sitekey=FCMRETRO00000000`);
  const cookies = puzzle.headers.getSetCookie().map((each) => each.split(";", 1)[0] ?? "");
  const token = cookies.find((each) => each.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  const { data } = (await puzzle.json()) as { data: { puzzle: string } };
  return fetch(`${address}/api/v1/users/anonymous`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: cookies.join("; "), "x-xsrf-token": token },
    body: JSON.stringify({ solution: solvePuzzle(data.puzzle) }),
  });
}

/** Enters as a visitor. @returns a call of the API, at any server of the installation, also after a restart */
export async function visit(address: string) {
  const entered = await enterAsVisitor(address, address);
  const config = await fetch(`${address}/api/v1/config`);
  const cookies = [...entered.headers.getSetCookie(), ...config.headers.getSetCookie()];
  const cookie = cookies.map((each) => each.split(";", 1)[0]).join("; ");
  const token = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? "";
  return async <T>(at: string, method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${at}/api/v1${path}`, {
      method,
      headers: { cookie, "x-xsrf-token": token, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
}
