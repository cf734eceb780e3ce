import type { User } from "@retro/contract/users";

/** The network of a page under test, in memory: replaces `fetch` and `XMLHttpRequest`. */

export interface PageRequest {
  method: string;
  /** Below `/api/v1/`; for anything else the whole address. */
  path: string;
  /** Parsed JSON, or the form. */
  body: unknown;
  headers: Headers;
}
/**
 * An answer: `data` for a success, `status` and `message` for a refusal, `text` for anything else, an Error
 * for a lost connection.
 */
export type Reply =
  | { data: unknown; meta?: unknown }
  | {
      status: number;
      message: string;
      code?: string;
      errors?: Record<string, string[]>;
      data?: unknown;
      headers?: Record<string, string>;
    }
  | { text: string; status?: number; headers?: Record<string, string> }
  | Error;
export type Route = Reply | ((asked: PageRequest) => Reply | Promise<Reply>);

export const testUser: User = {
  id: "ann",
  name: "Ann",
  role: "anonymous",
  options: { color: "#112233", isAvatarStickers: true },
};
export const networkError = new TypeError("Failed to fetch");

export const networkConfig = {
  // Nothing listens on this port: the page has no realtime.
  realtime: { key: "key", cluster: "eu", host: "localhost", port: 9, encrypted: false },
  captcha: { sitekey: "key", endpoints: ["/captcha/puzzle"] },
  locales: ["en", "ru"],
  version: "1.0.0",
};

export interface PageNetwork {
  /** Answers by method and path, for example `POST boards`; a path may end in `*`. */
  routes: Record<string, Route>;
  /** Every call of the page, except counted clicks. */
  readonly requests: PageRequest[];
  /** The codes of the counted clicks. */
  readonly clicks: number[];
  /** Method and path of every call. */
  calls: () => string[];
  /** The body of the last call to this route. */
  lastBody: (route: string) => unknown;
}

/**
 * Starts a network for the page of a test file. @param routes are added to the usual ones, or replace them
 */
export function startPageNetwork(routes: Record<string, Route> = {}): PageNetwork {
  const asked: PageRequest[] = [];
  const clicks: number[] = [];
  const network: PageNetwork = {
    routes: {
      "GET config": { data: networkConfig },
      "GET users/auth": { data: testUser },
      "POST logger": { data: null },
      "GET boards": { data: [], meta: { total: 0, page: 1, per_page: 50 } },
      "GET board-templates": { data: [] },
      ...routes,
    },
    requests: asked,
    clicks,
    calls: () => asked.map(nameOf),
    lastBody: (route) => asked.findLast((request) => nameOf(request) === route)?.body,
  };

  const reply = async (request: PageRequest): Promise<Response> => {
    if (nameOf(request) === "POST logger") clicks.push((request.body as { event: number }).event);
    else asked.push(request);
    return replyOf(request, network.routes);
  };
  globalThis.fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    const { body, method = "GET", signal } = init;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });
    const headers = new Headers(init.headers);
    const key = headers.get("X-Space-Key");
    const answered = reply({
      method,
      // As the server reads it.
      path: pathOf(url).replace(/^space(?=[/?]|$)/u, `spaces/${key}`),
      body: typeof body === "string" ? JSON.parse(body) : (body ?? undefined),
      headers,
    });
    return Promise.race([answered, aborted]);
  };
  globalThis.XMLHttpRequest = memoryRequestClass(reply) as never;
  document.cookie = "XSRF-TOKEN=token";
  return network;
}

/** The answer of a route. */
async function replyOf(request: PageRequest, routes: Readonly<Record<string, Route>>): Promise<Response> {
  const bare = nameOf(request).split("?")[0] as string;
  const pattern = Object.keys(routes).find(
    (route) => route.endsWith("*") && bare.startsWith(route.slice(0, -1)),
  );
  const route = routes[bare] ?? (pattern === undefined ? undefined : routes[pattern]);
  const answer: Reply =
    route === undefined
      ? { status: 404, message: `No route for ${nameOf(request)}`, code: "not_found" }
      : typeof route === "function"
        ? await route(request)
        : route;
  if (answer instanceof Error) throw answer;
  if ("text" in answer) return response(answer.status ?? 200, answer.text, answer.headers);
  if (!("status" in answer)) return response(200, JSON.stringify(answer));
  const { status, headers, ...failure } = answer;
  return response(status, JSON.stringify(failure), headers);
}

/** A class like `XMLHttpRequest` that asks `reply` for the answer. */
function memoryRequestClass(reply: (request: PageRequest) => Promise<Response>) {
  return class MemoryRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = "";
    #headers = new Headers();
    #answered = new Headers();
    #target = { method: "GET", path: "" };
    open(method: string, address: string): void {
      this.#target = { method, path: pathOf(new URL(address, location.href)) };
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string): string | null {
      return this.#answered.get(name);
    }
    send(body: unknown): void {
      void this.#answer(body);
    }
    async #answer(body: unknown): Promise<void> {
      try {
        const answer = await reply({ ...this.#target, body, headers: this.#headers });
        this.status = answer.status;
        this.#answered = answer.headers;
        this.responseText = await answer.text();
        this.dispatchEvent(new Event("load"));
      } catch {
        this.dispatchEvent(new Event("error"));
      }
    }
  };
}

/** A route whose requests wait until `answer` is called. */
export function heldRoute(route: Route): { route: Route; answer: () => void } {
  let answer = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return {
    async route(asked) {
      await released;
      return typeof route === "function" ? route(asked) : route;
    },
    answer: () => answer(),
  };
}

function nameOf({ method, path }: PageRequest): string {
  return `${method} ${path}`;
}

function pathOf(url: URL): string {
  const whole = url.pathname + url.search;
  const api = "/api/v1/";
  if (url.origin !== location.origin) return url.href;
  return whole.startsWith(api) ? whole.slice(api.length) : whole;
}

function response(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
