import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  test as base,
} from "@playwright/test";
import type { Board } from "@retro/contract/boards";
import type { Item, TreeItem } from "@retro/contract/items";
import type { User } from "@retro/contract/users";
import { attachPages } from "./attach-pages.ts";
import { translatePages } from "./page-translation.ts";
import { solveCaptcha } from "./captcha-solver.ts";
import { type Engine, type RunningServer, startServer } from "./server.ts";

/** One user with a separate browser, signed in. */
export interface Person {
  user: User;
  page: Page;
  context: BrowserContext;
  api: ApiClient;
}

/** The person's calls to the API without the screen, to seed data and to attack. */
export interface ApiClient {
  get<T = unknown>(path: string): Promise<T>;
  send(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<APIResponse>;
}

export interface Fixtures {
  /**
   * Whether idle callbacks run in the pages of `createPerson`. Specs of what the product does while idle set
   * it.
   */
  idle: boolean;
  /** Signs a visitor in through the API. */
  createPerson: (options?: {
    name?: string;
    color?: string;
    context?: BrowserContextOptions;
  }) => Promise<Person>;
  /** One after the other. */
  createPeople: <Names extends string[]>(...names: Names) => Promise<{ [I in keyof Names]: Person }>;
}
export interface WorkerFixtures {
  engine: Engine;
  server: RunningServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ["sqlite", { option: true, scope: "worker" }],
  server: [
    async ({ engine }, provide) => {
      const server = await startServer(engine);
      await provide(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  idle: [false, { option: true }],
  createPerson: async ({ browser, baseURL, contextOptions, idle }, provide, testInfo) => {
    const contexts: BrowserContext[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL ? { baseURL } : {}),
        ...options.context,
      });
      contexts.push(context);
      if (!idle) await preventIdle(context);
      if (process.env["E2E_TRANSLATE"] !== undefined) await translatePages(context);
      return signInAnonymously(context, options);
    });
    await attachPages(browser, testInfo);
    for (const context of contexts) await context.close();
  },
  createPeople: async ({ createPerson }, provide) => {
    await provide(async (...names) => {
      const people: Person[] = [];
      for (const name of names) people.push(await createPerson({ name }));
      return people as never;
    });
  },
});
/** Starts another server, whose clock the test moves. */
export const testWithClock = test.extend<object, { server: RunningServer }>({
  server: [
    async ({ engine }, use) => {
      const server = await startServer(engine, {}, { advanceableClock: true });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";

/**
 * Stops idle callbacks: an idle board would fetch and compile every dialog, for about 0.25 s of CPU a page.
 * Call it before the first page loads.
 */
export async function preventIdle(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
}

/** Signs a visitor in through the API and opens a page for them. */
export async function signInAnonymously(
  context: BrowserContext,
  profile: { name?: string; color?: string } = {},
): Promise<Person> {
  const api = createApiClient(context);
  const answer = await api.send("POST", "/users/anonymous", {
    solution: await solveCaptcha(context.request),
    name: profile.name,
    ...(profile.color ? { options: { color: profile.color } } : {}),
  });
  const { data: user } = (await answer.json()) as { data: User };
  return { user, context, api, page: await context.newPage() };
}

/** Calls under /api/v1 with the context's cookies and its CSRF token. */
export function createApiClient(context: BrowserContext): ApiClient {
  const request: APIRequestContext = context.request;
  return {
    async get<T>(path: string) {
      const answer = await request.get(`/api/v1${path}`);
      if (!answer.ok()) throw new Error(`GET ${path}: ${answer.status()} ${await answer.text()}`);
      return ((await answer.json()) as { data: T }).data;
    },
    async send(method, path, body) {
      await request.get("/api/v1/config");
      const token = (await context.cookies()).find((c) => c.name === "XSRF-TOKEN")?.value ?? "";
      return request.fetch(`/api/v1${path}`, {
        method,
        headers: { "x-xsrf-token": token, "content-type": "application/json" },
        ...(body === undefined ? {} : { data: body }),
      });
    },
  };
}

/** Creates a board of the person, from the template with this title (by default the first template). */
export async function createBoard(
  person: Person,
  title = "Sprint 42",
  template?: string,
): Promise<{ id: string; path: string; columns: string[]; tree: TreeItem[] }> {
  const answer = await person.api.send("POST", "/boards", { title, template });
  const board = ((await answer.json()) as { data: Board }).data;
  const tree = await person.api.get<TreeItem[]>(`/boards/${board.id}/items`);
  return {
    id: board.id,
    path: `/boards/${board.id}`,
    tree,
    columns: tree.flatMap((s) => s.children.map((c) => c.id)),
  };
}

/** Adds a sticker through the API. */
export async function addSticker(
  person: Person,
  boardId: string,
  columnId: string | undefined,
  title: string,
): Promise<Item> {
  const answer = await person.api.send("POST", `/boards/${boardId}/items`, { title, parent_id: columnId });
  return ((await answer.json()) as { data: Item }).data;
}

/** The texts of a board's stickers on the server, without those in groups. */
export async function fetchStickerTitles(person: Person, boardId: string): Promise<string[]> {
  const tree = await person.api.get<TreeItem[]>(`/boards/${boardId}/items`);
  return tree.flatMap((section) =>
    section.children.flatMap((column) => column.children.map(({ title }) => title ?? "")),
  );
}
