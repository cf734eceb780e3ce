import { afterEach, expect, it, vi } from "vitest";
import { SolverWorker } from "./SolverWorker.ts";

afterEach(() => vi.restoreAllMocks());

it("reports an error, which the widget shows with a button to try again, when the page cannot solve either", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answers: string[] = [];
  const worker = new SolverWorker(
    () => {
      throw new DOMException("Workers are off", "SecurityError");
    },
    (type) => answers.push(type),
  );
  const error = await new Promise((resolve) => {
    Object.assign(worker, { onerror: resolve });
    const tooShort = new Uint8Array(1);
    const task = { puzzleSolverInput: tooShort, threshold: 0, puzzleIndex: 0, puzzleNumber: 1 };
    worker.postMessage.call(worker, { type: "start", ...task });
  });
  expect(error).toBeInstanceOf(RangeError);
  expect(answers).toEqual(["started", "error"]);
});
