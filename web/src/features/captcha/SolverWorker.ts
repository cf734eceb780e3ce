import { solvePlainly } from "./plainSolver.ts";
import type { SolverTask } from "./plainSolver.ts";

type Sent = { type: "solver"; forceJS: boolean } | ({ type: "start" } & SolverTask);
export type SolverAnswer = "ready" | "started" | "done" | "error";
type Answer = { type: SolverAnswer };
/** The library's number of the solver without WebAssembly. */
const plainScript = 1;

/**
 * What the library takes for a worker: a worker, or the page itself where none can be made, where the policy of the
 * page forbids it, or after it has failed (spec 4.15).
 */
export class SolverWorker {
  onmessage: ((event: { data: object }) => void) | null = null;
  onerror: ((error: Error) => void) | null = null;
  #worker: Worker | null = null;
  #task: SolverTask | null = null;
  #isReady = false;
  #isTerminated = false;
  readonly #onAnswer: (type: SolverAnswer) => void;

  /** @param create makes a worker of the library; may throw */
  constructor(create: () => Worker, onAnswer: (type: SolverAnswer) => void) {
    this.#onAnswer = onAnswer;
    try {
      const worker = create();
      worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
        if (data.type === "error") this.#continueInPage(data);
        else this.#answer(data);
      });
      worker.addEventListener("error", (event) => this.#continueInPage(event));
      this.#worker = worker;
    } catch (error) {
      console.error("The captcha solves in the page.", error);
    }
  }

  postMessage(sent: Sent): void {
    if (sent.type === "start") this.#task = sent;
    if (this.#worker !== null) this.#worker.postMessage(sent, []);
    else if (sent.type === "start") this.#solveInPage(sent);
    // Not at once: the library's constructor has not ended.
    else queueMicrotask(() => this.#answerReady());
  }

  terminate(): void {
    this.#isTerminated = true;
    this.#worker?.terminate();
  }

  #continueInPage(reason: unknown): void {
    if (this.#worker === null || this.#isTerminated) return;
    console.error("The captcha goes on in the page: its worker has failed.", reason);
    this.#worker.terminate();
    this.#worker = null;
    if (!this.#isReady) this.#answerReady();
    if (this.#task !== null) this.#solveInPage(this.#task);
  }

  #solveInPage(task: SolverTask): void {
    this.#answer({ type: "started" });
    const isWanted = () => !this.#isTerminated && this.#task === task;
    solvePlainly(task, isWanted).then(
      (answer) => answer !== null && this.#answer(answer),
      (error: Error) => {
        this.#onAnswer("error");
        // The library shows the error and a button to try again.
        this.onerror?.(error);
      },
    );
  }

  #answerReady(): void {
    this.#answer({ type: "ready", solver: plainScript } as Answer);
  }

  #answer(data: Answer): void {
    if (this.#isTerminated) return;
    if (data.type === "ready") this.#isReady = true;
    if (data.type === "done") this.#task = null;
    this.#onAnswer(data.type);
    this.onmessage?.({ data });
  }
}
