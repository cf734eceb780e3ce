let worker: Worker | null | undefined;
const scheduled = new Map<number, () => void>();
let lastId = 0;

/** A worker that does nothing but wait; null where none may run. */
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
    // The countdown of a hidden tab is then as slow as its browser makes it.
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
 * A timeout that keeps its time in a hidden tab too. Browsers slow a hidden page's own timeouts down, after some minutes to one a minute;
 * a worker's they leave alone.
 * @returns the function that calls it off
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
  // A worker's, not a window's: there is no other origin to keep out.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  running.postMessage([id, ms]);
  return () => scheduled.delete(id);
}
