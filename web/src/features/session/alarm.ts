let worker: Worker | null | undefined;
const waiting = new Map<number, () => void>();
let last = 0;

/** A worker that does nothing but wait; null where none may run. */
function waitingWorker(): Worker | null {
  if (worker !== undefined) return worker;
  const source = "onmessage=({data:[turn,ms]})=>setTimeout(()=>postMessage(turn),ms)";
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    worker = new Worker(url);
    worker.addEventListener("message", ({ data }: MessageEvent<number>) => ring(data));
    worker.addEventListener("error", () => {
      worker = null;
      for (const turn of waiting.keys()) ring(turn);
    });
  } catch {
    // The countdown of a hidden tab is then as slow as its browser makes it.
    worker = null;
  }
  URL.revokeObjectURL(url);
  return worker;
}

function ring(turn: number): void {
  const work = waiting.get(turn);
  waiting.delete(turn);
  work?.();
}

/**
 * A timeout that keeps its time in a hidden tab too. Browsers slow a hidden page's own timeouts down, after some minutes to one a minute;
 * a worker's they leave alone.
 * @returns the function that calls it off
 */
export function after(ms: number, work: () => void): () => void {
  const keen = document.hidden ? waitingWorker() : null;
  if (keen === null) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  }
  last += 1;
  const turn = last;
  waiting.set(turn, work);
  // A worker's, not a window's: there is no other origin to keep out.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  keen.postMessage([turn, ms]);
  return () => waiting.delete(turn);
}
