import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { AppError } from "../../http/app-error.ts";
import { endsAsWell, formatOf } from "./format.ts";
import type { Format } from "./format.ts";
import type { PictureJob, PictureResult } from "./picture-worker.ts";

export type Picture = Exclude<PictureResult, { refused: unknown }>;

/** A phone's photograph, and a 4K screen: the second kinds are decoded whole, at four bytes a pixel. */
const maxPixels: Record<Format, number> = {
  png: 12_500_000,
  jpeg: 12_500_000,
  gif: 8_300_000,
  webp: 8_300_000,
};
const longestMs = 20_000;
const shownName = 60;
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./picture-worker.ts" : "./picture-worker.js",
  import.meta.url,
);

function refuse(key: MessageKey, name: string, max?: number): AppError {
  const shown = [...name].slice(0, shownName).join("");
  const params = max === undefined ? { name: shown } : { name: shown, max };
  return new AppError(422, "invalid", { errors: { attachments: [{ key, params }] } });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes attachments safe to keep and to show: real PNG, JPEG, GIF or WebP pictures by content, decoded and encoded anew. What was hidden in
 * them (the place they were taken, a script behind the picture) is gone; of an animation the first frame stays. One feedback at a time,
 * each in a process of its own, so that memory stays bounded.
 * @throws AppError 422 on `attachments`
 */
export async function cleanPictures(files: readonly { name: string; bytes: Buffer }[]): Promise<Picture[]> {
  const jobs = files.map(({ name, bytes }) => {
    const format = formatOf(bytes);
    if (format === null) throw refuse("feedback.attachmentsType", name);
    if (!endsAsWell(format, bytes)) throw refuse("feedback.attachmentsBroken", name);
    return { name, job: { format, bytes, maxPixels: maxPixels[format] } };
  });
  if (jobs.length === 0) return [];
  const turn = last.then(() => encodeAll(jobs));
  last = turn.catch(() => undefined);
  return turn;
}

async function encodeAll(jobs: readonly { name: string; job: PictureJob }[]): Promise<Picture[]> {
  // Without the environment: what is in it is no business of a picture's.
  const worker = fork(entry, {
    env: {},
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    const pictures: Picture[] = [];
    for (const { name, job } of jobs) {
      const result = await ask(worker, job);
      if (!("refused" in result)) pictures.push(result);
      else if (result.refused === "broken") throw refuse("feedback.attachmentsBroken", name);
      else throw refuse("feedback.attachmentsPixels", name, Math.floor(job.maxPixels / 1e6));
    }
    return pictures;
  } finally {
    worker.kill("SIGKILL");
  }
}

/** A picture that takes for ever, or takes its decoder down with it, is a broken one. */
function ask(worker: ChildProcess, job: PictureJob): Promise<PictureResult> {
  return new Promise((resolve, reject) => {
    const finish = (result: PictureResult | Error): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const timer = setTimeout(() => finish({ refused: "broken" }), longestMs);
    worker.once("message", (result) => finish(result as PictureResult));
    worker.once("exit", () => finish({ refused: "broken" }));
    worker.once("error", finish);
    worker.send(job);
  });
}
