import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterPaint } from "./afterPaint.ts";

const done: string[] = [];
const work = (name: string) => () => void done.push(name);
const tasks: (() => void)[] = [];
const frames: (() => void)[] = [];
/** The browser draws a frame, and then runs its tasks. */
const drawFrame = () => {
  for (const frame of frames.splice(0)) frame();
  done.push("painted");
  for (const task of tasks.splice(0)) task();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("scheduler", { postTask: (task: () => void) => void tasks.push(task) });
});
afterEach(() => {
  drawFrame();
  done.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("work after a paint", () => {
  it("waits until the next frame is painted, and runs once, in the order of the calls", () => {
    afterPaint(work("request"));
    afterPaint(work("copy"));
    expect(done).toEqual([]);
    drawFrame();
    expect(done).toEqual(["painted", "request", "copy"]);
    drawFrame();
    vi.runAllTimers();
    expect(done).toEqual(["painted", "request", "copy", "painted"]);
  });

  it("that begins in such work waits for the frame after it", () => {
    afterPaint(() => afterPaint(work("answer")));
    drawFrame();
    drawFrame();
    expect(done).toEqual(["painted", "painted", "answer"]);
  });

  it("does not wait for a page that draws no frames", () => {
    afterPaint(work("request"));
    vi.runAllTimers();
    expect(done).toEqual(["request"]);
    afterPaint(work("next"));
    vi.runAllTimers();
    expect(done).toEqual(["request", "next"]);
  });

  it("runs at once in a browser without a scheduler", () => {
    vi.stubGlobal("scheduler", undefined);
    afterPaint(work("request"));
    expect(done).toEqual(["request"]);
  });
});
