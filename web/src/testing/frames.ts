import { onTestFinished, vi } from "vitest";

/**
 * Gives the page a scheduler and frames, which jsdom's has not. @param onFrame called with each frame, before
 * what waits for it
 */
export function drawFrames(onFrame: () => void = () => undefined): void {
  vi.stubGlobal("scheduler", { postTask: (task: () => void) => Promise.resolve(task()) });
  vi.stubGlobal("requestAnimationFrame", (work: FrameRequestCallback) =>
    setTimeout(() => {
      onFrame();
      work(performance.now());
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
