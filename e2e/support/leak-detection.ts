import { expect, type BrowserContext, type Page, type Response } from "@playwright/test";

/** Everything that reaches one browser over the network, from the first byte. */
export interface NetworkLog {
  /**
   * Everything that has arrived since the last `forget()`: every frame and every body, joined by line breaks.
   * Waits for bodies that are still arriving.
   */
  received(): Promise<string>;
  /** Websocket frames alone, since the last `forget()`. */
  frames(): string[];
  /** Requests since the last `forget()`, as `GET /api/v1/…`. */
  requests(): string[];
  clear(): void;
}

/** Records the traffic of a browser; call it before its first page loads. */
export function recordNetwork(context: BrowserContext): NetworkLog {
  let frames: string[] = [];
  let requests: string[] = [];
  let bodies: Array<Promise<string>> = [];
  const recordFrames = (page: Page) =>
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => frames.push(payload.toString())),
    );
  context.on("page", recordFrames);
  for (const page of context.pages()) recordFrames(page);
  context.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  context.on("response", (response) => bodies.push(readResponse(response)));
  return {
    async received() {
      return [...frames, ...(await Promise.all(bodies))].join("\n");
    },
    frames: () => frames,
    requests: () => requests,
    clear() {
      frames = [];
      requests = [];
      bodies = [];
    },
  };
}

async function readResponse(response: Response): Promise<string> {
  const head = `${response.url()} ${JSON.stringify(response.headers())}`;
  // The product's static files are the same for everyone.
  if (new URL(response.url()).pathname.startsWith("/assets/")) return head;
  try {
    return `${head}\n${(await response.body()).toString()}`;
  } catch {
    // Redirects, and responses to a page that has navigated away, have no readable body.
    return head;
  }
}

/**
 * The first five matches in a text, with 80 characters around each. Also matches in JSON within JSON, which
 * frames carry.
 */
export function findExcerpts(text: string, pattern: RegExp): string[] {
  const plain = text.replaceAll('\\"', '"');
  return [...plain.matchAll(new RegExp(pattern, "g"))]
    .slice(0, 5)
    .map(({ index, 0: found }) => plain.slice(Math.max(0, index - 80), index + found.length + 80));
}

/**
 * Everything that a page shows or stores: document, values of fields, accessibility tree, storages, caches.
 */
export async function dumpPageState(page: Page): Promise<string> {
  const documentAndStorage = await page.evaluate(async () => {
    const fields = [...document.querySelectorAll("input, textarea")].map((field) =>
      "value" in field ? field.value : "",
    );
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const path = new URL(request.url).pathname;
        if (!path.startsWith("/assets/"))
          cached.push(path, (await (await cache.match(request))?.text()) ?? "");
      }
    }
    const databases = await indexedDB.databases();
    return JSON.stringify([
      document.title,
      document.documentElement.outerHTML,
      fields,
      Object.entries({ ...localStorage }),
      Object.entries({ ...sessionStorage }),
      cached,
      databases,
    ]);
  });
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send("Accessibility.enable");
    return documentAndStorage + JSON.stringify(await devtools.send("Accessibility.getFullAXTree"));
  } finally {
    await devtools.detach();
  }
}

/** No script of the page can reach such a text any more, once the work that was under way has ended. */
export async function expectForgotten(page: Page, pattern: RegExp): Promise<void> {
  await expect
    // One snapshot may take 20 s on a busy machine.
    .poll(async () => findExcerpts(await takeHeapSnapshot(page), pattern), { timeout: 60_000 })
    .toEqual([]);
}

/** A snapshot of the page's heap after a garbage collection, with every string that its scripts can reach. */
async function takeHeapSnapshot(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  try {
    await devtools.send("HeapProfiler.enable");
    await devtools.send("HeapProfiler.collectGarbage");
    await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    return chunks.join("");
  } finally {
    await devtools.detach();
  }
}
