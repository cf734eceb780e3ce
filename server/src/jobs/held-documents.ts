import { Readable } from "node:stream";

export interface HeldLimits {
  /** Bytes of all finished documents that are not sent yet. */
  bytes: number;
  /** A reader that does not take one part in this time is cut off. */
  stallMs: number;
}

/** Finished documents in memory, while their readers download them. Counts their bytes, so that slow readers cannot fill the memory. */
export class HeldDocuments {
  readonly #limits: HeldLimits;
  #bytes = 0;

  constructor(limits: HeldLimits) {
    this.#limits = limits;
  }

  /** Bytes that wait for their readers. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True while no further document may be made: the ones that wait for slow readers fill the memory that is set aside for them. */
  get full(): boolean {
    return this.#bytes >= this.#limits.bytes;
  }

  /**
   * Holds a document until it is read.
   * @returns a stream that gives the parts as its reader takes them, and fails when the reader makes no progress
   */
  hold(parts: readonly Uint8Array[]): Readable {
    const left = [...parts];
    let unread = left.reduce((sum, part) => sum + part.byteLength, 0);
    this.#bytes += unread;
    let stalled: NodeJS.Timeout | undefined;
    const awaitReader = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        document.destroy(new Error(`nobody read a part of a document for ${this.#limits.stallMs} ms`));
      }, this.#limits.stallMs).unref();
    };
    const document: Readable = new Readable({
      // One part at a time: what the stream has buffered is not counted any more.
      highWaterMark: 1,
      read: () => {
        const part = left.shift();
        if (part === undefined) {
          clearTimeout(stalled);
          document.push(null);
          return;
        }
        this.#bytes -= part.byteLength;
        unread -= part.byteLength;
        awaitReader();
        document.push(part);
      },
      destroy: (error, done) => {
        clearTimeout(stalled);
        left.length = 0;
        this.#bytes -= unread;
        unread = 0;
        done(error);
      },
    });
    awaitReader();
    return document;
  }
}
