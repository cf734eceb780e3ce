import { errorBody } from "@retro/contract/errors";
import type * as z from "zod/mini";
import { basePath } from "./basePath.ts";
import { currentLocale, translate } from "../i18n/i18n.ts";

/** All calls of the API (spec 10.1 to 10.4): headers, CSRF, errors. Bodies are never logged. */

export const apiBase = `${basePath}/api/v1/`;
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** `status`: the HTTP status of a refusal; 0: no answer arrived; 502: the answer was not the API's. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code?: string;
  readonly errors: Record<string, string[]>;
  /** Data of the refusal: for a 409 on an edit, the current item. */
  readonly data: unknown;
  readonly retryAfter?: number;
  /** A proxy or captive portal answered, not the server. */
  readonly foreign: boolean;

  constructor(
    status: number,
    message: string,
    more: {
      code?: string | undefined;
      errors?: Record<string, string[]> | undefined;
      data?: unknown;
      retryAfter?: number | undefined;
      foreign?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    if (more.code !== undefined) this.code = more.code;
    this.errors = more.errors ?? {};
    this.data = more.data;
    if (more.retryAfter !== undefined) this.retryAfter = more.retryAfter;
    this.foreign = more.foreign ?? false;
  }
}

interface CallOptions<T> {
  /** Checks the answer's `data`; an answer that does not fit is an ApiError with status 502. */
  schema?: z.ZodMiniType<T>;
  spaceKey?: string | undefined;
  keepalive?: boolean;
  signal?: AbortSignal;
}

/** `meta`: `{version, changes}` for changes of a board, the paging for lists. */
interface ApiResponse<T> extends RequestTimes {
  data: T;
  meta: unknown;
}

/** When it was sent and its answer began to arrive: epoch milliseconds by this machine's clock. */
interface RequestTimes {
  sentAt: number;
  receivedAt: number;
}
const requestTimes = new WeakMap<Response, RequestTimes>();

/** What is no ApiError is a fault of the app: it is logged and shown as an internal error. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return new ApiError(0, translate("error.internal"));
}

let socketId: () => string | undefined = () => undefined;
/** The server does not send the events of a change to the connection with this id. */
export function setSocketIdProvider(provider: () => string | undefined): void {
  socketId = provider;
}

const unauthorizedListeners = new Set<() => void>();
/** Calls the listener at every 401, except those of `users/…`: the session has ended. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

export function csrfToken(): string | undefined {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

/** The server marks the token of a visitor without a session, whose calls it would refuse. */
export function hasSession(): boolean {
  return csrfToken()?.startsWith("~") === false;
}

export function callHeaders(): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Accept-Language": currentLocale(),
    "X-Requested-With": "XMLHttpRequest",
  };
  const token = csrfToken();
  if (token !== undefined) headers["X-XSRF-TOKEN"] = token;
  const socket = socketId();
  if (socket !== undefined) headers["X-Socket-ID"] = socket;
  return headers;
}

/** @throws ApiError when no answer arrives */
export async function renewCsrf(signal?: AbortSignal): Promise<void> {
  await send("GET", "config", undefined, signal === undefined ? {} : { signal });
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  options: CallOptions<unknown>,
): Promise<Response> {
  const headers = callHeaders();
  // Proxies log addresses, so the key of a space is never in one [G12].
  const space = /^spaces\/[^/?]+/u.exec(path)?.[0];
  const key = space?.slice("spaces/".length) ?? options.spaceKey;
  if (key !== undefined) headers["X-Space-Key"] = key;
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (options.keepalive === true) init.keepalive = true;
  if (options.signal !== undefined) init.signal = options.signal;
  // The browser sets the content type of a form or a file.
  if (body instanceof FormData || body instanceof Blob) init.body = body;
  else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const sentAt = Date.now();
  try {
    const response = await fetch(
      apiBase + (space === undefined ? path : `space${path.slice(space.length)}`),
      init,
    );
    requestTimes.set(response, { sentAt, receivedAt: Date.now() });
    return response;
  } catch {
    throw unreachableError();
  }
}

function unreachableError(): ApiError {
  return new ApiError(0, translate("error.unreachable"));
}

function foreignAnswerError(what: string): ApiError {
  console.error(what);
  return new ApiError(502, translate("error.internal"), { foreign: true });
}

declare global {
  /** The requests that the page's inline script started before the app was loaded. */
  // oxlint-disable-next-line no-var
  var retroRequests:
    | { path: string; answer: Promise<({ response: Response } & RequestTimes) | null> }[]
    | undefined;
}

const prefetched = new Map<string, { response: Promise<Response | null>; until: number }>();
const prefetchedForMs = 10_000;
for (const { path, answer } of globalThis.retroRequests ?? []) {
  const response = answer.then((arrived) => {
    if (arrived !== null) requestTimes.set(arrived.response, arrived);
    return successOf(arrived?.response ?? null);
  });
  prefetched.set(path, { response, until: performance.now() + prefetchedForMs });
}

/** Starts a GET early; the first `call` of this path within ten seconds takes its answer. */
export function prefetch(path: string): void {
  if (prefetched.has(path)) return;
  const response = send("GET", path, undefined, {}).then(successOf, () => null);
  prefetched.set(path, { response, until: performance.now() + prefetchedForMs });
}

async function takePrefetched(path: string): Promise<Response | null> {
  const entry = prefetched.get(path);
  prefetched.delete(path);
  if (entry === undefined || performance.now() > entry.until) return null;
  return entry.response;
}

/** The call that takes a refusal asks again. An answer that nobody reads would stay open as long as the page. */
function successOf(response: Response | null): Response | null {
  if (response?.ok === true) return response;
  response?.body?.cancel().catch(() => undefined);
  return null;
}

/** The refusal of a call; calls the listeners of `onUnauthorized` when the session has ended. */
export function refusalOf(response: Response, path: string): Promise<ApiError> {
  if (response.status === 401 && !path.startsWith("users/"))
    for (const listener of unauthorizedListeners) listener();
  return readRefusal(response);
}

/** For callers that do not use `call`, because their successes are not JSON. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  const retryAfter = parseRetryAfter(response.headers.get("Retry-After"));
  if (!parsed.success)
    return new ApiError(response.status, translate("error.internal"), { retryAfter, foreign: true });
  return new ApiError(response.status, parsed.data.message, { ...parsed.data, retryAfter });
}

/** Seconds in a `Retry-After` header, which contains seconds or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** @throws ApiError when the server refuses, or the answer breaks off or is a web page */
export async function readFile(response: Response): Promise<Blob> {
  if (!response.ok) throw await readRefusal(response);
  if (response.headers.get("Content-Type")?.startsWith("text/html") === true)
    throw foreignAnswerError(`${response.url}: the answer is a web page`);
  try {
    return await response.blob();
  } catch {
    throw unreachableError();
  }
}

/** A file of the API. @throws ApiError */
export async function fetchFile(path: string): Promise<{ blob: Blob; disposition: string | null }> {
  const response = await send("GET", path, undefined, {});
  return { blob: await readFile(response), disposition: response.headers.get("Content-Disposition") };
}

export async function readBody(
  response: Response,
  called: string,
): Promise<{ data: unknown; meta?: unknown }> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw unreachableError();
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw foreignAnswerError(`${called}: the answer is not JSON`);
  }
  if (typeof body !== "object" || body === null || !("data" in body))
    throw foreignAnswerError(`${called}: the answer has no data`);
  return body;
}

/**
 * Calls the server. A 419 is retried once with a fresh CSRF token.
 * @returns `data` and `meta` of the answer
 * @param path below `apiBase`
 * @throws only ApiError: the server refuses, cannot be reached, or the answer is not the API's
 */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions<T> = {},
): Promise<ApiResponse<T>> {
  if (method !== "GET" && csrfToken() === undefined) await renewCsrf();
  let response =
    (method === "GET" ? await takePrefetched(path) : null) ?? (await send(method, path, body, options));
  if (response.status === 419) {
    await renewCsrf();
    response = await send(method, path, body, options);
  }
  if (!response.ok) throw await refusalOf(response, path);
  const content = await readBody(response, `${method} ${path}`);
  const { sentAt, receivedAt } = requestTimes.get(response) ?? { sentAt: Date.now(), receivedAt: Date.now() };
  if (options.schema === undefined)
    return { data: content.data as T, meta: content.meta, sentAt, receivedAt };
  const parsed = options.schema.safeParse(content.data);
  if (!parsed.success) throw foreignAnswerError(`${method} ${path}: the answer does not fit the contract`);
  return { data: parsed.data, meta: content.meta, sentAt, receivedAt };
}

export const api = {
  get: async <T>(path: string, options?: CallOptions<T>): Promise<T> =>
    (await call<T>("GET", path, undefined, options)).data,
  post: async <T>(path: string, body?: unknown, options?: CallOptions<T>): Promise<T> =>
    (await call<T>("POST", path, body, options)).data,
  put: async <T>(path: string, body?: unknown, options?: CallOptions<T>): Promise<T> =>
    (await call<T>("PUT", path, body, options)).data,
  delete: async <T>(path: string, body?: unknown, options?: CallOptions<T>): Promise<T> =>
    (await call<T>("DELETE", path, body, options)).data,
};
