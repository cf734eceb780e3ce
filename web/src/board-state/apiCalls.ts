import type { ApiErrorLike } from "./types.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface CallResult {
  data: unknown;
  meta: unknown;
  /** Epoch milliseconds by this machine's clock; absent where the transport does not say. */
  sentAt?: number;
  receivedAt?: number;
}

/** Calls the server, as `call` of `api/` does; injected so that tests can bring their own server. */
export type Call = (
  method: Method,
  path: string,
  body?: unknown,
  options?: { keepalive?: boolean; signal?: AbortSignal },
) => Promise<CallResult>;

/** The error as the board's code reads it; anything but an ApiError is a failure of this page (status -1). */
export function toApiErrorLike(error: unknown): ApiErrorLike {
  if (error instanceof Error && "status" in error && typeof error.status === "number")
    return error as ApiErrorLike;
  return { name: "Error", message: error instanceof Error ? error.message : String(error), status: -1 };
}

/**
 * What an error means for a request (docs/web.md, "Errors"):
 * - `retry`: the server did not decide; the same request is right later.
 * - `signed-out`: the request waits for its user's session.
 * - `refused`: the server decided against it.
 */
export type ErrorClass = "retry" | "signed-out" | "refused";

export function classifyError(error: ApiErrorLike): ErrorClass {
  if (error.foreign === true || error.status <= 0 || error.status >= 500) return "retry";
  if (error.status === 401) return "signed-out";
  return [408, 419, 425, 429].includes(error.status) ? "retry" : "refused";
}

/**
 * Whether the server is at fault as a whole (unreachable, overloaded, behind a broken proxy), so that other requests would fail too.
 * A plain 500 may be the fault of one request.
 */
export function isOutage(error: ApiErrorLike): boolean {
  return error.foreign === true || error.status !== 500;
}

/**
 * Whether a board that could not be loaded or caught up with is left for the error screen. A board on screen is left only when the
 * server says that it is gone or closed to this user; before the first load, whatever the server itself answers is shown.
 */
export function mustLeaveBoard(error: ApiErrorLike, loaded: boolean): boolean {
  if (loaded) return classifyError(error) === "refused" && [403, 404].includes(error.status);
  if (error.foreign === true) return false;
  return ![0, 401, 408, 419, 425, 429, 502, 503, 504].includes(error.status);
}

/** An answer that takes longer is not waited for: the network may have swallowed it without a sign. */
export const answerTimeoutMs = 30_000;
/** The `code` of the error after such a silence. */
export const timeoutCode = "silent";

/** The call, given up after 30 s of silence as if the server could not be reached. */
export function withTimeLimit(call: Call, schedule: (ms: number, work: () => void) => () => void): Call {
  return (method, path, body, options = {}) => {
    // A request that outlives its page must not hang on a signal: browsers abort it with the page.
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

/** Milliseconds before trying again: what the server asks for, else growing; spread out so that a crowd does not come as one. */
export function retryDelay(attempt: number, error: unknown, random: () => number): number {
  const asked = (error as { retryAfter?: unknown }).retryAfter;
  const backOff = Math.min(500 * 2 ** Math.min(attempt, 6), 20_000);
  const wait = typeof asked === "number" ? Math.max(asked * 1000, 500) : backOff;
  return wait * (typeof asked === "number" ? 1 + random() / 2 : 0.75 + random() / 2);
}
