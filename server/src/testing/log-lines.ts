import { Writable } from "node:stream";

export interface LoggedLine {
  msg: string;
  path?: string;
  status?: number;
  more?: number;
  reason?: string;
  requestId?: string;
}

/** For `logTo` of a test's application. */
export function logLines() {
  const lines: LoggedLine[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split("\n")) lines.push(JSON.parse(line) as LoggedLine);
      done();
    },
  });
  return { lines, logTo };
}
