import { Console } from "node:console";
import { Writable } from "node:stream";

/** Control characters except line feed and tab, and the characters that reverse the order of text. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Removes characters that a terminal interprets: names and titles come from visitors. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(controlCharacters, "");
}

export function createSafeConsole({
  stdout,
  stderr,
}: Record<"stdout" | "stderr", NodeJS.WritableStream> = process): Console {
  const filtered = (stream: NodeJS.WritableStream) =>
    new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => void stream.write(stripControlCharacters(chunk), done),
    });
  // A reader such as `head` has read enough: the exit code is that of a program that SIGPIPE ends.
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit(141);
    stderr.write(`Standard output cannot be written: ${message}.\n`, () => process.exit(1));
  });
  return new Console({ stdout: filtered(stdout), stderr: filtered(stderr) });
}
