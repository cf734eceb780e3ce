import type { ApiErrorLike } from "./types.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The road to the server, as the api room's `call` is; injected so that tests can bring a server of their own. */
export type Call = (
  method: Method,
  path: string,
  body?: unknown,
  options?: { keepalive?: boolean },
) => Promise<{ data: unknown; meta: unknown }>;

/** The refusal as the board's code reads it; anything unforeseen counts as a failure of this page (status -1). */
export function asApiError(error: unknown): ApiErrorLike {
  if (error instanceof Error && "status" in error && typeof error.status === "number")
    return error as ApiErrorLike;
  return { name: "Error", message: error instanceof Error ? error.message : String(error), status: -1 };
}

/** The server could not be reached or has no time now: asking again later is right. */
export function mayPass(error: ApiErrorLike): boolean {
  return [0, 401, 408, 425, 429, 502, 503, 504].includes(error.status);
}

/** Milliseconds before trying again: what the server asks for, else growing, spread out so that a crowd does not come as one. */
export function retryDelay(attempt: number, error: unknown, random: () => number): number {
  const asked = (error as { retryAfter?: unknown }).retryAfter;
  const wait = typeof asked === "number" ? asked * 1000 : Math.min(500 * 2 ** Math.min(attempt, 6), 20_000);
  return wait * (0.75 + random() / 2);
}
