import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { InjectOptions, Response } from "light-my-request";
import { TestRunner, afterAll, onTestFinished } from "vitest";
import type { User } from "@retro/contract/users";
import { buildApp } from "../app.ts";
import type { RetroDatabase } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { createPushService } from "../push-service.ts";
import { createLogger } from "../http/observe/logger.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { type Settings, readSettings } from "../settings.ts";
import { solvePuzzle } from "./solve-puzzle.ts";
import { openTestSqlite } from "./databases/test-engines.ts";

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  /** The server's clock; a test can set it or move it on. */
  time: { now: number };
  /**
   * A browser without a session. It has separate cookies and sends the CSRF header. It puts BASE_PATH before
   * every address.
   */
  browser: (headers?: Record<string, string>) => Browser;
  /** A browser of a visitor who entered through the captcha. */
  visitor: (wish?: {
    name?: string;
    language?: string;
    options?: Partial<User["options"]>;
  }) => Promise<Visitor>;
  /** A solved puzzle. */
  solution: () => Promise<string>;
  /** Listens on a free port and gives the address, `http://127.0.0.1:1234`. */
  listen: () => Promise<string>;
  close: () => Promise<void>;
}

export type TestResponse = Response;
export interface Browser {
  readonly cookies: Map<string, string>;
  readonly headers: Record<string, string>;
  get: (url: string, headers?: Record<string, string>) => Promise<TestResponse>;
  post: (
    url: string,
    body?: InjectOptions["payload"],
    headers?: Record<string, string>,
  ) => Promise<TestResponse>;
  put: (
    url: string,
    body?: InjectOptions["payload"],
    headers?: Record<string, string>,
  ) => Promise<TestResponse>;
  delete: (
    url: string,
    body?: InjectOptions["payload"],
    headers?: Record<string, string>,
  ) => Promise<TestResponse>;
  /** The current Cookie header. */
  cookieHeader: () => string;
  /** The headers for a client outside `inject`: cookies and the CSRF header. */
  credentials: () => Record<string, string>;
  /** Sends any request with the cookies, but without the CSRF header. */
  send: (options: InjectOptions & { url: string }) => Promise<TestResponse>;
}
export interface Visitor extends Browser {
  user: User;
}

interface Options {
  /** A database of the engine under test, from `eachEngine`; without one, SQLite in a new folder. */
  database?: RetroDatabase;
  env?: Record<string, string>;
  /** True for tests that set the clock through `time`; otherwise time is real. */
  frozenAt?: number;
  /** Another folder for the built web app. */
  webDir?: string;
  /** How long a response may stay unread; by default 20 s. */
  stallMs?: number;
  /** Where the log goes; nowhere without this. */
  logTo?: Writable;
}

const openApps = new Set<TestApp>();
afterAll(closeOpenApps);

/** Closes what a test file has opened outside of its tests. */
export async function closeOpenApps(): Promise<void> {
  for (const each of openApps) await each.close();
}

/** Starts the real application on a real database; it closes at the end of the test, or else of the file. */
export async function buildTestApp(options: Options = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), "retro-app-"));
  // Given, so that no file is written for it.
  const appSecret = options.env?.["APP_SECRET"] ?? "the secret of the tests";
  const read = readSettings({
    DATA_DIR: folder,
    CAPTCHA_DIFFICULTY: "1:1",
    LOG_LEVEL: "silent",
    PORT: "0",
    ...options.env,
    APP_SECRET: appSecret,
  });
  const settings = { ...read, appSecret, webDir: options.webDir ?? read.webDir };
  const log = createLogger(settings.logLevel, options.logTo);
  const own =
    options.database === undefined ? await openTestSqlite() : { database: options.database, drop: null };
  const { database } = own;
  const time = { now: options.frozenAt ?? 0 };
  const clock = options.frozenAt === undefined ? Date.now : () => time.now;
  const { stallMs } = options;
  const rateLimiter = new RateLimiter({
    clock,
    ...(stallMs === undefined ? {} : { stallMs }),
    addressBudget: settings.addressBudget,
  });
  const push = await createPushService({ settings, log, clock, rateLimiter });
  const deps: Deps = { settings, database, ...push, clock, rateLimiter, log };
  const app = await buildApp(deps);

  const browser = (headers: Record<string, string> = {}): Browser => makeBrowser(app, settings, headers);
  const solution = async (): Promise<string> => {
    const answer = await app.inject(
      `${settings.basePath}/api/v1/captcha/puzzle?sitekey=${settings.captchaSitekey}`,
    );
    return solvePuzzle(answer.json<{ data: { puzzle: string } }>().data.puzzle);
  };
  const test: TestApp = {
    app,
    deps,
    time,
    browser,
    solution,
    async visitor({ name, language, options: look } = {}) {
      const made = browser(language === undefined ? {} : { "accept-language": language });
      const answer = await made.post("/api/v1/users/anonymous", {
        solution: await solution(),
        name,
        options: look,
      });
      if (answer.statusCode !== 201) throw new Error(`no visitor: ${answer.statusCode} ${answer.body}`);
      return Object.assign(made, { user: answer.json<{ data: User }>().data });
    },
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    async close() {
      if (!openApps.delete(test)) return;
      await Promise.all([app.close(), push.transport.close()]);
      await own.drop?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  openApps.add(test);
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => test.close());
  return test;
}

function makeBrowser(
  app: FastifyInstance,
  { basePath }: Pick<Settings, "basePath">,
  headers: Record<string, string>,
): Browser {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const csrf = (): Record<string, string> => {
    const token = cookies.get("XSRF-TOKEN");
    return token === undefined ? {} : { "x-xsrf-token": token };
  };

  async function send(options: InjectOptions & { url: string }): Promise<TestResponse> {
    const answer = await app.inject({
      ...options,
      url: basePath + options.url,
      headers: { ...headers, cookie: cookieHeader(), ...options.headers },
    });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0) || value === "";
      if (gone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  async function change(
    method: "POST" | "PUT" | "DELETE",
    url: string,
    payload: InjectOptions["payload"],
    extra = {},
  ) {
    if (!cookies.has("XSRF-TOKEN")) await send({ method: "GET", url: "/api/v1/config" });
    return send({
      method,
      url,
      headers: { ...csrf(), ...extra },
      ...(payload === undefined ? {} : { payload }),
    });
  }
  return {
    cookies,
    headers,
    cookieHeader,
    credentials: () => ({ cookie: cookieHeader(), ...csrf() }),
    send,
    get: (url, extra = {}) => send({ method: "GET", url, headers: extra }),
    post: (url, body, extra) => change("POST", url, body, extra),
    put: (url, body, extra) => change("PUT", url, body, extra),
    delete: (url, body, extra) => change("DELETE", url, body, extra),
  };
}
