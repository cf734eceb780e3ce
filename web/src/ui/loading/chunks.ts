import { fetchLaterTexts } from "../../i18n/i18n.ts";

/** Pauses between the tries of a fetch, in milliseconds; together with the last one about five seconds. */
const retryPausesMs = [300, 1000, 3000];

let allFetched = () => undefined as void;
export const chunksFetched = new Promise<void>((resolve) => {
  allFetched = resolve;
});

/** A busy page fetches what editing needs after this time, other chunks after `longestWaitMs` each. */
const editingWaitMs = 500;
const longestWaitMs = 4000;

const prefetchQueue: Array<() => Promise<unknown>> = [];
const editingChunks: Array<() => Promise<unknown>> = [];
let prefetching = false;

export class OfflineError extends Error {}

/**
 * Fetches a part of the page, and the texts that the first view did without.
 * @throws OfflineError at once without a network; the error of the last `import()` otherwise
 */
export async function fetchChunk<T>(
  load: () => Promise<T>,
  [pause, ...later]: readonly number[] = retryPausesMs,
): Promise<T> {
  try {
    const [part] = await Promise.all([load(), fetchLaterTexts()]);
    return part;
  } catch (error) {
    if (!navigator.onLine)
      throw new OfflineError("No network to fetch a part of the page.", { cause: error });
    if (pause === undefined) throw error;
    await onlineOrAfter(pause);
    return fetchChunk(load, later);
  }
}

function onlineOrAfter(ms?: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    addEventListener("online", done);
  });
}

/** For `prefetchChunks`. `editing`: writing and moving stickers needs it, so it comes first. */
export function prefetchLater(load: () => Promise<unknown>, editing = false): void {
  if (editing) editingChunks.push(load);
  prefetchQueue.push(load);
  if (prefetching) void drainQueue();
}

/** Dialogs then open without a network, and after a deploy that removed their files. */
export async function prefetchChunks(): Promise<void> {
  if (prefetching) return;
  prefetching = true;
  await waitForIdle(editingWaitMs);
  // The queue contains them too: it fetches again what fails now. A part may consist of others.
  while (editingChunks.length > 0)
    await Promise.allSettled(editingChunks.splice(0).map((load) => fetchChunk(load)));
  await drainQueue();
}

let draining = false;
async function drainQueue(): Promise<void> {
  if (draining) return;
  draining = true;
  for (let load = prefetchQueue.shift(); load !== undefined; load = prefetchQueue.shift()) {
    await waitForIdle(longestWaitMs);
    try {
      await fetchChunk(load);
    } catch (error) {
      // It is fetched again when it is shown, and that failure is reported; without a network, as soon as
      // there is one.
      if (!(error instanceof OfflineError)) continue;
      prefetchQueue.unshift(load);
      if (!navigator.onLine) await onlineOrAfter();
    }
  }
  draining = false;
  // For tests and the browser's developer tools: from now on every dialog opens without a network.
  performance.mark("chunks-prefetched");
  allFetched();
}

export function waitForIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, 200);
  });
}
