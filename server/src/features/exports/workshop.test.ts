import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DocumentJob } from "./job.ts";
import type { ViewSticker } from "./view.ts";
import { Workshop, type WorkshopLimits } from "./workshop.ts";

const never = new AbortController().signal;

function job(kind: DocumentJob["kind"], stickers: number): DocumentJob {
  const sticker: ViewSticker = {
    text: "words ".repeat(30).trim(),
    style: {},
    votes: 1,
    author: null,
    createdAt: "2026-11-20T10:00:00.000Z",
    stickers: [],
  };
  return {
    kind,
    locale: "en",
    zone: "UTC",
    view: {
      title: "A board",
      description: "",
      createdAt: "2026-11-20T10:00:00.000Z",
      exportedAt: "2026-11-20T10:00:00.000Z",
      countsShown: true,
      people: [],
      sections: [
        { title: "A section", style: {}, columns: [Array.from({ length: stickers }, () => sticker), [], []] },
      ],
    },
  };
}

const whole = (shop: Workshop, ...order: Parameters<Workshop["make"]>) => shop.make(...order).then(buffer);

function workshop(limits: Partial<WorkshopLimits> = {}): Workshop {
  const made = new Workshop(limits);
  onTestFinished(() => made.close());
  return made;
}

describe("the workshop of documents", () => {
  it("makes ten at once, one after another, all of them whole", async () => {
    const shop = workshop();
    const kinds = Array.from({ length: 10 }, (_, i): DocumentJob["kind"] => (i % 2 === 0 ? "pdf" : "excel"));
    const made = await Promise.all(kinds.map((kind) => whole(shop, job(kind, 20), never)));
    const heads = made.map((bytes) => bytes.subarray(0, 4).toString("latin1"));
    expect(heads).toEqual(kinds.map((kind) => (kind === "pdf" ? "%PDF" : "PK\u0003\u0004")));
  });

  it("survives a worker that dies of a document: that one fails, the next is made", async () => {
    const shop = workshop({ heapMb: 24 });
    const dying = shop.make(job("pdf", 5000), never);
    const next = whole(shop, job("excel", 3), never);
    await expect(dying).rejects.toThrow(/memory|worker/i);
    expect((await next).subarray(0, 2).toString()).toBe("PK");
  });

  it("fails a document that takes too long, and makes the next", async () => {
    const shop = workshop({ jobMs: 1 });
    await expect(shop.make(job("pdf", 10), never)).rejects.toThrow("took longer");
    await expect(shop.make(job("pdf", 10), never)).rejects.toThrow("took longer");
  });

  it("drops a document whose asker has gone, wherever it stands", async () => {
    const shop = workshop();
    const gone = new AbortController();
    const dropped = [shop.make(job("pdf", 50), gone.signal), shop.make(job("pdf", 50), gone.signal)];
    gone.abort(new Error("gone"));
    for (const each of dropped) await expect(each).rejects.toThrow("gone");
    expect((await whole(shop, job("excel", 1), never)).length).toBeGreaterThan(0);
  });

  it("ends a document in the making when its asker has gone, so that the next need not wait for it", async () => {
    const shop = workshop({ leftMs: 0, heapMb: 4096 });
    const gone = new AbortController();
    // It would take minutes.
    const long = shop.make(job("pdf", 50_000), gone.signal);
    gone.abort(new Error("gone"));
    await expect(long).rejects.toThrow("gone");
    expect((await whole(shop, job("excel", 1), never)).length).toBeGreaterThan(0);
  });

  it("gives a document part by part; what its reader leaves unread hinders nobody", async () => {
    const shop = workshop();
    const left = await shop.make(job("pdf", 600), never);
    const parts: number[] = [];
    for await (const part of (await shop.make(job("pdf", 600), never)) as AsyncIterable<Buffer>)
      parts.push(part.length);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts)).toBeLessThanOrEqual(65_536);
    left.destroy();
    expect((await whole(shop, job("excel", 1), never)).length).toBeGreaterThan(0);
  });

  it("breaks a document off that is not whole when the server stops, rather than end it as if it were", async () => {
    const shop = workshop();
    const document = await shop.make(job("pdf", 600), never);
    const failed = once(document, "error").catch((error: unknown) => [error]);
    await shop.close();
    expect(await failed).toMatchObject([{ statusCode: 503 }]);
    await expect(buffer(document)).rejects.toThrow("not_ready");
  });

  it("turns away more than may wait, and everything once it is closed", async () => {
    const shop = workshop({ waiting: 1 });
    const first = shop.make(job("excel", 1), never);
    const second = shop.make(job("excel", 1), never);
    await expect(shop.make(job("excel", 1), never)).rejects.toMatchObject({ statusCode: 429 });
    await Promise.all([first, second]);
    await shop.close();
    await expect(shop.make(job("excel", 1), never)).rejects.toMatchObject({ statusCode: 503 });
  });

  it("starts a new worker when the idle one has been ended", async () => {
    const shop = workshop({ idleMs: 0 });
    await shop.make(job("excel", 1), never);
    expect((await whole(shop, job("excel", 1), never)).length).toBeGreaterThan(0);
  });
});
