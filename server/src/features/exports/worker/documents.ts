import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../deps.ts";
import type { RetroDatabase } from "../../../db/database.ts";
import { AppError } from "../../../http/errors/app-error.ts";
import { PendingDownloads, type DownloadLimits } from "../../../jobs/pending-downloads.ts";
import type { QueueOwner } from "../../../fair-queue.ts";
import type { ImportedFile } from "../import/readers/reader.ts";
import type { UntranslatedPreview } from "../import/table/preview.ts";
import { workerEntry } from "../../../jobs/worker-process.ts";
import { WorkerQueue, type WorkerQueueOptions } from "../../../jobs/worker-queue.ts";
import type { DocumentResult, DocumentTask, ImportTask, PreviewTask, ReadResult } from "./document-task.ts";
import { prices } from "../../../limits/budgets.ts";

type DocumentsDeps = Pick<Deps, "log" | "rateLimiter"> & { database: Pick<RetroDatabase, "source"> };

interface DocumentLimits extends DownloadLimits {
  exports: Partial<WorkerQueueOptions>;
  imports: Partial<WorkerQueueOptions>;
}
const defaultLimits: DocumentLimits = {
  bytes: 32_000_000,
  addressBytes: 4_000_000,
  stallMs: 30_000,
  exports: {},
  imports: {},
};

/** A file that occupies its process until the process is ended costs its sender this much for each second. */
const pointsPerSecond = 6 * prices.import.points;

declare module "fastify" {
  interface FastifyInstance {
    documents: Documents;
  }
}

export function provideDocuments(app: FastifyInstance, deps: DocumentsDeps): void {
  const documents = new Documents(deps);
  app.decorate("documents", documents);
  app.addHook("onClose", () => documents.close());
}

/** A slow import must delay no download, so exports run in another process than imports. */
export class Documents {
  readonly #exports: WorkerQueue<DocumentTask, DocumentResult>;
  readonly #imports: WorkerQueue<ImportTask | PreviewTask, ReadResult>;
  readonly #downloads: PendingDownloads;

  constructor({ log, database, rateLimiter }: DocumentsDeps, limits: Partial<DocumentLimits> = {}) {
    const { exports, imports, ...held } = { ...defaultLimits, ...limits };
    this.#downloads = new PendingDownloads(held);
    this.#exports = new WorkerQueue(log, {
      name: "exports",
      entry: workerEntry(import.meta.url, "document-worker"),
      data: database.source,
      heapMb: 192,
      ...exports,
    });
    this.#imports = new WorkerQueue(log, {
      name: "imports and previews",
      entry: workerEntry(import.meta.url, "import-worker"),
      heapMb: 256,
      jobMs: 10_000,
      onEnded: (owner, ms) => {
        rateLimiter.charge(owner, { points: pointsPerSecond * Math.ceil(ms / 1000) });
      },
      ...imports,
    });
  }

  get heldBytes(): number {
    return this.#downloads.bytes;
  }

  async make(
    owner: QueueOwner,
    task: DocumentTask,
    signal: AbortSignal,
  ): Promise<{ title: string; file: Readable }> {
    const mayStart = (): void => {
      if (this.#downloads.isFull(owner.address)) throw new AppError(503, "busy", { retryAfter: 5 });
    };
    const parts: Uint8Array[] = [];
    // A copy: the part is a view of the larger buffer in which it arrived.
    const onPart = (part: Uint8Array) => void parts.push(Buffer.from(part));
    const { title } = await this.#exports.run(owner, task, signal, { mayStart, onPart });
    return { title, file: this.#downloads.add(parts, owner.address) };
  }

  async read(owner: QueueOwner, task: ImportTask, signal: AbortSignal): Promise<ImportedFile> {
    return (await this.#imports.run(owner, task, signal)) as ImportedFile;
  }

  async preview(owner: QueueOwner, task: PreviewTask, signal: AbortSignal): Promise<UntranslatedPreview> {
    return (await this.#imports.run(owner, task, signal)) as UntranslatedPreview;
  }

  async close(): Promise<void> {
    await Promise.all([this.#exports.close(), this.#imports.close()]);
  }
}
