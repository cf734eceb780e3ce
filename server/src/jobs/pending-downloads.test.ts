import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { PendingDownloads } from "./pending-downloads.ts";

const parts = (count: number) => Array.from({ length: count }, (_, i) => new Uint8Array(1000).fill(i));

describe("documents held for their readers", () => {
  it("gives the document whole, and counts nothing afterwards", async () => {
    const held = new PendingDownloads({ bytes: 10_000, addressBytes: 10_000, stallMs: 60_000 });
    const document = held.add(parts(5), "a");
    expect(held.bytes).toBe(5000);
    expect(await buffer(document)).toEqual(Buffer.concat(parts(5)));
    expect(held.bytes).toBe(0);
  });

  it("documents that nobody reads fill it up, and a reader who leaves frees what is left", async () => {
    const held = new PendingDownloads({ bytes: 10_000, addressBytes: 10_000, stallMs: 60_000 });
    const unread = [held.add(parts(5), "a"), held.add(parts(5), "a")];
    expect(held.isFull("a")).toBe(true);
    unread[0]?.destroy();
    expect([held.isFull("a"), held.bytes]).toEqual([false, 5000]);
    unread[1]?.destroy();
    expect(held.bytes).toBe(0);
  });

  it("documents that one address does not read fill only the share of this address", () => {
    const held = new PendingDownloads({ bytes: 20_000, addressBytes: 5000, stallMs: 60_000 });
    const unread = held.add(parts(5), "a");
    expect([held.isFull("a"), held.isFull("b")]).toEqual([true, false]);
    unread.destroy();
    expect(held.isFull("a")).toBe(false);
  });

  it("cuts a reader off who makes no progress, and frees what is left", async () => {
    const held = new PendingDownloads({ bytes: 10_000, addressBytes: 10_000, stallMs: 1 });
    const document = held.add(parts(5), "a");
    document.read(1);
    const [error] = (await once(document, "error").catch((failure: unknown) => [failure])) as [Error];
    expect(error.message).toContain("nobody read");
    expect(held.bytes).toBe(0);
  });

  it("cuts a reader off who never begins", async () => {
    const held = new PendingDownloads({ bytes: 10_000, addressBytes: 10_000, stallMs: 1 });
    const document = held.add(parts(5), "a");
    await expect(once(document, "close")).rejects.toThrow("nobody read");
    expect(held.bytes).toBe(0);
  });
});
