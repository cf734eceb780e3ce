import type { FastifyBaseLogger } from "fastify";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { cutText } from "@retro/contract/text";
import type { QueueOwner } from "../../fair-queue.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { workerEntry } from "../../jobs/worker-process.ts";
import { WorkerQueue } from "../../jobs/worker-queue.ts";
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
const maxShownName = 60;

function attachmentError(key: MessageKey, name: string, max?: number): AppError {
  const shown = cutText(name, maxShownName);
  const params = max === undefined ? { name: shown } : { name: shown, max };
  return new AppError(422, "invalid", { errors: { attachments: [{ key, params }] } });
}

export class Pictures {
  readonly #jobs: WorkerQueue<PictureJob, PictureResult>;

  constructor(log: FastifyBaseLogger) {
    this.#jobs = new WorkerQueue(log, {
      name: "pictures",
      entry: workerEntry(import.meta.url, "picture-worker"),
      heapMb: 64,
      jobMs: 20_000,
    });
  }

  /**
   * Makes attachments safe to store and to show (P1; spec 11.7). Decoding and encoding again removes what is
   * hidden in them, such as a place or a script. A picture that ends the decoder counts as broken.
   */
  async clean(
    owner: QueueOwner,
    files: readonly { name: string; bytes: Buffer }[],
    signal: AbortSignal,
  ): Promise<Picture[]> {
    const jobs = files.map(({ name, bytes }) => {
      const format = detectFormat(bytes);
      if (format === null) throw attachmentError("feedback.attachmentsType", name);
      if (!hasValidEnd(format, bytes)) throw attachmentError("feedback.attachmentsBroken", name);
      return { name, job: { format, bytes, maxPixels: maxPixels[format] } };
    });
    const pictures: Picture[] = [];
    for (const { name, job } of jobs) {
      const broken = () => attachmentError("feedback.attachmentsBroken", name);
      const result = await this.#jobs.run(owner, job, signal, { ifLost: broken });
      if (!("refused" in result)) pictures.push(result);
      else if (result.refused === "broken") throw broken();
      else throw attachmentError("feedback.attachmentsPixels", name, Math.floor(job.maxPixels / 1e6));
    }
    return pictures;
  }

  close(): Promise<void> {
    return this.#jobs.close();
  }
}
