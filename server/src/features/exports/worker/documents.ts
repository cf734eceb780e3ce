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
import type {
  ArchiveTask,
  DocumentResult,
  DocumentTask,
  ExportTask,
  ImportTask,
  PersonalDataTask,
  PreviewTask,
} from "./document-task.ts";

type DocumentsDeps = Pick<Deps, "log"> & { database: Pick<RetroDatabase, "source"> };

export interface ExportLimits extends DownloadLimits {
  jobs: Partial<WorkerQueueOptions>;
}
const exportLimits: ExportLimits = { bytes: 32_000_000, addressBytes: 4_000_000, stallMs: 30_000, jobs: {} };

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

/** One process: a second would save at most 3 s of waiting, and take 45 MB in the worst minute. */
export class Documents {
  readonly #jobs: WorkerQueue<DocumentTask, DocumentResult>;
  readonly #downloads: PendingDownloads;

  constructor(deps: DocumentsDeps, limits: Partial<ExportLimits> = {}) {
    const { jobs, ...held } = { ...exportLimits, ...limits };
    this.#downloads = new PendingDownloads(held);
    this.#jobs = new WorkerQueue(deps.log, {
      name: "exports and imports",
      entry: workerEntry(import.meta.url, "document-worker"),
      data: deps.database.source,
      heapMb: 192,
      ...jobs,
    });
  }

  get heldBytes(): number {
    return this.#downloads.bytes;
  }

  async make(
    owner: QueueOwner,
    task: ExportTask | ArchiveTask | PersonalDataTask,
    signal: AbortSignal,
  ): Promise<{ title: string; file: Readable }> {
    const mayStart = (): void => {
      if (this.#downloads.isFull(owner.address)) throw new AppError(503, "busy", { retryAfter: 5 });
    };
    const parts: Uint8Array[] = [];
    // A copy: the part is a view of the larger buffer in which it arrived.
    const onPart = (part: Uint8Array) => void parts.push(Buffer.from(part));
    const { title } = (await this.#jobs.run(owner, task, signal, { mayStart, onPart })) as { title: string };
    return { title, file: this.#downloads.add(parts, owner.address) };
  }

  async read(owner: QueueOwner, task: ImportTask, signal: AbortSignal): Promise<ImportedFile> {
    return (await this.#jobs.run(owner, task, signal)) as ImportedFile;
  }

  async preview(owner: QueueOwner, task: PreviewTask, signal: AbortSignal): Promise<UntranslatedPreview> {
    return (await this.#jobs.run(owner, task, signal)) as UntranslatedPreview;
  }

  async close(): Promise<void> {
    await this.#jobs.close();
  }
}
