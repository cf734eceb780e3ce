let worker: Worker | null | undefined;
const scheduled = new Map<number, () => void>();
let lastId = 0;

function timerWorker(): Worker | null {
  if (worker !== undefined) return worker;
  const source = "onmessage=({data:[turn,ms]})=>setTimeout(()=>postMessage(turn),ms)";
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    worker = new Worker(url);
    worker.addEventListener("message", ({ data }: MessageEvent<number>) => runScheduled(data));
    worker.addEventListener("error", () => {
      worker = null;
      for (const turn of scheduled.keys()) runScheduled(turn);
    });
  } catch {
    // Without a worker, the countdown of a hidden tab is as slow as the browser makes it.
    worker = null;
  }
  URL.revokeObjectURL(url);
  return worker;
}

function runScheduled(id: number): void {
  const work = scheduled.get(id);
  scheduled.delete(id);
  work?.();
}

/**
 * Accurate in a hidden tab too, whose own timeouts browsers slow down.
 * @returns the function that cancels it
 */
export function after(ms: number, work: () => void): () => void {
  const running = document.hidden ? timerWorker() : null;
  if (running === null) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  }
  lastId += 1;
  const id = lastId;
  scheduled.set(id, work);
  // A worker is not a window: `postMessage` has no target origin here.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  running.postMessage([id, ms]);
  return () => scheduled.delete(id);
}
