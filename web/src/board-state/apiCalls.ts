/** An error of a request as the board reads it; `ApiError` (`api/client.ts`) implements it. */
export interface ApiErrorLike {
  readonly name: string;
  readonly message: string;
  readonly status: number;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data?: unknown;
  /** Something other than this server answered, such as a proxy. */
  readonly foreign?: boolean;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface CallResult {
  data: unknown;
  meta: unknown;
  /** Epoch milliseconds by this machine's clock; absent when the transport does not report it. */
  sentAt?: number;
  receivedAt?: number;
}

/** Calls the server, like `call` of `api/client.ts`; injected so that tests can replace the server. */
export type Call = (
  method: Method,
  path: string,
  body?: unknown,
  options?: { keepalive?: boolean; signal?: AbortSignal; spaceKey?: string },
) => Promise<CallResult>;

/** Anything but an ApiError is a failure of this page and gets status -1. */
export function toApiErrorLike(error: unknown): ApiErrorLike {
  if (error instanceof Error && "status" in error && typeof error.status === "number")
    return error as ApiErrorLike;
  return { name: "Error", message: error instanceof Error ? error.message : String(error), status: -1 };
}

/**
 * What an error means for a request (docs/web.md, "Errors"):
 * - `retry`: the server did not decide; send the same request later.
 * - `signed-out`: the request waits until its user has a session.
 * - `refused`: the server refused it.
 */
type ErrorClass = "retry" | "signed-out" | "refused";

export function classifyError(error: ApiErrorLike): ErrorClass {
  if (error.foreign === true || error.status <= 0 || error.status >= 500) return "retry";
  if (error.status === 401) return "signed-out";
  return [408, 419, 425, 429].includes(error.status) ? "retry" : "refused";
}

/** Whether other requests would fail too: a plain 500 may concern one request only. */
export function isOutage(error: ApiErrorLike): boolean {
  return error.foreign === true || error.status !== 500;
}

/**
 * Whether an error leads from the board to the error screen. A board on screen is left only when the server
 * answers that it is deleted or closed to this user; before the first load, every error that a retry would
 * not change is shown.
 * @param loaded whether the board has been loaded before
 */
export function mustLeaveBoard(error: ApiErrorLike, loaded: boolean): boolean {
  if (loaded) return classifyError(error) === "refused" && [403, 404].includes(error.status);
  if (error.foreign === true) return false;
  return ![0, 401, 408, 419, 425, 429, 502, 503, 504].includes(error.status);
}

/** A request without an answer fails after this time: the network may have lost it without an error. */
export const answerTimeoutMs = 30_000;
export const timeoutCode = "silent";

/** The call fails with status 0, like an unreachable server, after `answerTimeoutMs` without an answer. */
export function withTimeLimit(call: Call, schedule: (ms: number, work: () => void) => () => void): Call {
  return (method, path, body, options = {}) => {
    // A `keepalive` request must not have a signal: browsers abort it with the page.
    if (options.keepalive === true) return call(method, path, body, options);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      const stop = schedule(answerTimeoutMs, () => {
        reject(new AnswerTimeout());
        controller.abort();
      });
      call(method, path, body, { ...options, signal: controller.signal })
        .finally(stop)
        .then(resolve, reject);
    });
  };
}

class AnswerTimeout extends Error implements ApiErrorLike {
  override name = "ApiError";
  readonly status = 0;
  readonly code = timeoutCode;
  constructor() {
    super("No answer within 30 seconds");
  }
}

/**
 * Milliseconds before the next try: what the server asks for in `Retry-After`, else a pause that doubles up
 * to 20 s. Random, so that many clients do not retry at the same moment.
 */
export function retryDelay(attempt: number, error: unknown, random: () => number): number {
  const asked = (error as { retryAfter?: unknown }).retryAfter;
  const backOff = Math.min(500 * 2 ** Math.min(attempt, 6), 20_000);
  const wait = typeof asked === "number" ? Math.max(asked * 1000, 500) : backOff;
  return wait * (typeof asked === "number" ? 1 + random() / 2 : 0.75 + random() / 2);
}
