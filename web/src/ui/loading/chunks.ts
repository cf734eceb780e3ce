/** Pauses between the tries of a fetch, in milliseconds; together with the last one about five seconds. */
const retryPausesMs = [300, 1000, 3000];

let allFetched = () => undefined as void;
/** Resolves when `prefetchChunks` has fetched all chunks for the first time. */
export const chunksFetched = new Promise<void>((resolve) => {
  allFetched = resolve;
});

/**
 * A busy page fetches what editing needs after this time, in milliseconds, and other chunks after
 * `longestWaitMs` each.
 */
const editingWaitMs = 500;
const longestWaitMs = 4000;

const prefetchQueue: Array<() => Promise<unknown>> = [];
const editingChunks: Array<() => Promise<unknown>> = [];
let prefetching = false;

/** A chunk that could not be fetched because the device had no network. */
export class OfflineError extends Error {}

/**
 * Fetches a chunk of the app, and tries again after a pause when the fetch fails.
 * @param load a dynamic `import()`
 * @param pauses the pauses between the tries, in milliseconds
 * @throws OfflineError at once without a network; the error of the last `import()` otherwise
 */
export async function fetchChunk<T>(
  load: () => Promise<T>,
  [pause, ...later]: readonly number[] = retryPausesMs,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine)
      throw new OfflineError("No network to fetch a part of the page.", { cause: error });
    if (pause === undefined) throw error;
    await onlineOrAfter(pause);
    return fetchChunk(load, later);
  }
}

/** Resolves after the pause, if there is one, or as soon as the browser reports that the network is back. */
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

/**
 * Registers a chunk that an open page will need even without a network; `prefetchChunks` fetches it.
 * @param editing whether writing and moving stickers needs it: such chunks come first, all at once
 */
export function prefetchLater(load: () => Promise<unknown>, editing = false): void {
  if (editing) editingChunks.push(load);
  prefetchQueue.push(load);
  if (prefetching) void drainQueue();
}

/**
 * Fetches every chunk named by `prefetchLater`, so that dialogs and toasts open without a network and after a
 * deploy that removed their files: first what editing needs, then the others one after another and only while
 * the browser is idle. Call it once a screen is usable.
 * @returns when all that were named by then are fetched; at once when that has begun before
 */
export async function prefetchChunks(): Promise<void> {
  if (prefetching) return;
  prefetching = true;
  await waitForIdle(editingWaitMs);
  // The queue contains them too: it fetches again what fails now.
  await Promise.allSettled(editingChunks.map((load) => fetchChunk(load)));
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

/** Waits until the browser has nothing to do, at most for `timeout` milliseconds. */
export function waitForIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, 200);
  });
}
