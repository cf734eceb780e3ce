import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { cutText } from "@retro/contract/text";
import { AppError } from "../../http/errors/app-error.ts";
import { hasValidEnd, detectFormat } from "./picture-format.ts";
import type { PictureFormat } from "./picture-format.ts";
import type { PictureJob, PictureResult } from "./picture-worker.ts";

export type Picture = Exclude<PictureResult, { refused: unknown }>;

/** A phone's photograph; GIF and WebP, which are decoded whole, a 4K screen. */
const maxPixels: Record<PictureFormat, number> = {
  png: 12_500_000,
  jpeg: 12_500_000,
  gif: 8_300_000,
  webp: 8_300_000,
};
const jobTimeoutMs = 20_000;
const maxShownName = 60;
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./picture-worker.ts" : "./picture-worker.js",
  import.meta.url,
);

function attachmentError(key: MessageKey, name: string, max?: number): AppError {
  const shown = cutText(name, maxShownName);
  const params = max === undefined ? { name: shown } : { name: shown, max };
  return new AppError(422, "invalid", { errors: { attachments: [{ key, params }] } });
}

let lastJob: Promise<unknown> = Promise.resolve();

/** PNG, JPEG, GIF and WebP by content, encoded again: that removes what is hidden in them (P1). */
export async function cleanPictures(files: readonly { name: string; bytes: Buffer }[]): Promise<Picture[]> {
  const jobs = files.map(({ name, bytes }) => {
    const format = detectFormat(bytes);
    if (format === null) throw attachmentError("feedback.attachmentsType", name);
    if (!hasValidEnd(format, bytes)) throw attachmentError("feedback.attachmentsBroken", name);
    return { name, job: { format, bytes, maxPixels: maxPixels[format] } };
  });
  if (jobs.length === 0) return [];
  const turn = lastJob.then(() => encodeAll(jobs));
  lastJob = turn.catch(() => undefined);
  return turn;
}

async function encodeAll(jobs: readonly { name: string; job: PictureJob }[]): Promise<Picture[]> {
  // Without the environment, which contains secrets.
  const worker = fork(entry, {
    env: {},
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    const pictures: Picture[] = [];
    for (const { name, job } of jobs) {
      const result = await runPictureJob(worker, job);
      if (!("refused" in result)) pictures.push(result);
      else if (result.refused === "broken") throw attachmentError("feedback.attachmentsBroken", name);
      else throw attachmentError("feedback.attachmentsPixels", name, Math.floor(job.maxPixels / 1e6));
    }
    return pictures;
  } finally {
    worker.kill("SIGKILL");
  }
}

function runPictureJob(worker: ChildProcess, job: PictureJob): Promise<PictureResult> {
  return new Promise((resolve, reject) => {
    const finish = (result: PictureResult | Error): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const timer = setTimeout(() => finish({ refused: "broken" }), jobTimeoutMs);
    worker.once("message", (result) => finish(result as PictureResult));
    worker.once("exit", () => finish({ refused: "broken" }));
    worker.once("error", finish);
    worker.send(job);
  });
}
