import { Readable } from "node:stream";

export interface DownloadLimits {
  /** The most bytes of finished documents that wait to be sent. */
  bytes: number;
  /** The most bytes of one address: a client that reads nothing must not block other clients' documents. */
  addressBytes: number;
  /** The stream fails when its reader takes longer for one part. */
  stallMs: number;
}

/**
 * Keeps finished documents in memory during their download, and counts their bytes, so that slow readers
 * cannot fill the memory.
 */
export class PendingDownloads {
  readonly #limits: DownloadLimits;
  #bytes = 0;
  readonly #bytesOf = new Map<string, number>();

  constructor(limits: DownloadLimits) {
    this.#limits = limits;
  }

  /** Bytes that wait for their readers. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * True while the server may not make another document for an address: unread documents fill the address's
   * share of the memory.
   */
  isFull(address: string): boolean {
    const { bytes, addressBytes } = this.#limits;
    return this.#bytes >= bytes || (this.#bytesOf.get(address) ?? 0) >= addressBytes;
  }

  /** Holds a document until it is read. */
  add(parts: readonly Uint8Array[], address: string): Readable {
    const unsentParts = [...parts];
    let unread = unsentParts.reduce((sum, part) => sum + part.byteLength, 0);
    this.#count(address, unread);
    let stalled: NodeJS.Timeout | undefined;
    const awaitReader = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        document.destroy(new Error(`nobody read a part of a document for ${this.#limits.stallMs} ms`));
      }, this.#limits.stallMs).unref();
    };
    const document: Readable = new Readable({
      // Pass on one part at a time: parts in the stream's buffer are no longer counted.
      highWaterMark: 1,
      read: () => {
        const part = unsentParts.shift();
        if (part === undefined) {
          clearTimeout(stalled);
          document.push(null);
          return;
        }
        this.#count(address, -part.byteLength);
        unread -= part.byteLength;
        awaitReader();
        document.push(part);
      },
      destroy: (error, done) => {
        clearTimeout(stalled);
        unsentParts.length = 0;
        this.#count(address, -unread);
        unread = 0;
        done(error);
      },
    });
    awaitReader();
    return document;
  }

  #count(address: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#bytesOf.get(address) ?? 0) + bytes;
    if (held === 0) this.#bytesOf.delete(address);
    else this.#bytesOf.set(address, held);
  }
}
