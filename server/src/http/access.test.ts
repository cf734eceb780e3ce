import { beforeAll, expect, test } from "vitest";
import type { Template } from "@retro/contract/templates/template";
import type { SessionRow } from "@retro/contract/lists";
import { readAccessPage } from "../testing/access/access-page.ts";
import { signInAdmin } from "../testing/admin.ts";
import { serverHook } from "../testing/webhooks.ts";
import { ownToken } from "../testing/tokens.ts";
import { type TestResponse, type Browser, buildTestApp, type TestApp, type Visitor } from "../testing/app.ts";

/** Tries every line of "All other calls" of docs/access.md: every call × every kind of caller. */
const page = readAccessPage();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
});

/** Values for the parameters of calls, so that each call finds something. */
const fillIn: Record<string, (caller: Browser | Visitor, app: TestApp) => Promise<string>> = {
  "see a template's picture": async (_, app) => {
    const { data } = (await (await app.visitor()).get("/api/v1/board-templates")).json<{
      data: Template[];
    }>();
    return data[0]?.img ?? "";
  },
  "see a picture of feedback": async (_, app) => {
    const { db } = app.deps.database;
    const id = crypto.randomUUID();
    const text = { user_id: null, name: "Ann", email: null, comment: "Good", search: "" };
    await db
      .insertInto("feedback")
      .values({ id, ...text, created_at: 0 })
      .execute();
    const file = { id, feedback_id: id, position: 0, type: "image/png", bytes: Buffer.from("png") };
    await db.insertInto("feedback_files").values(file).execute();
    return id;
  },
  "read a legal page": async () => "terms-of-use",
  "switch a webhook of the server off": (_, app) => serverHook(app),
  "send a test through a webhook of the server": (_, app) => serverHook(app),
  "delete a webhook of the server": (_, app) => serverHook(app),
  "revoke any token": async (_, app) => (await ownToken(app, await app.visitor())).id,
  "end one of their own sessions": async (caller) => {
    const sessions = (await caller.get("/api/v1/admin/sessions")).json<{ data?: SessionRow[] }>().data;
    return sessions?.[0]?.id ?? "unknown";
  },
};

/** Bodies and queries of calls that validate their input before they check the caller. */
const bodies: Record<string, object> = {
  "make a board": { title: "Retro" },
  "make a space": { name: "Team" },
  "make a token for themselves": { name: "Script", access: "read" },
  "make a token for the server": { name: "Script", access: "read" },
  "log a click": { event: 100 },
};
const queries: Record<string, (app: TestApp) => string> = {
  "get a puzzle": (app) => `?sitekey=${app.deps.settings.captchaSitekey}`,
};

/** Whether the call accepted the caller, even if it refused the input. */
function outcomeOf(answer: TestResponse): string {
  const refused = [401, 403, 404].includes(answer.statusCode);
  if (!refused && answer.statusCode < 500) return "yes";
  return `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
}

async function make(app: TestApp, caller: Browser | Visitor, name: string, call: string): Promise<string> {
  const [method, path = ""] = call.split(" ");
  const other = (await app.visitor()).user.id;
  const own = "user" in caller ? caller.user.id : other;
  const parameter = (await fillIn[name]?.(caller, app)) ?? (name.includes("another") ? other : own);
  const url = `${path.replace(/\{\w+\}/, parameter)}${queries[name]?.(app) ?? ""}`;
  if (method === "GET") return outcomeOf(await caller.get(url));
  if (path === "/broadcasting/user-auth")
    return outcomeOf(
      await caller.post(url, "socket_id=1.1", { "content-type": "application/x-www-form-urlencoded" }),
    );
  if (method === "DELETE") return outcomeOf(await caller.delete(url));
  return outcomeOf(await (method === "PUT" ? caller.put(url, {}) : caller.post(url, bodies[name] ?? {})));
}

test.each(page.otherCalls)(
  "[A1, P6] who may $name is as docs/access.md says",
  async ({ name, call, verdicts }) => {
    // Every limit is full again.
    app.time.now += 86_400_000;
    const root = await signInAdmin(app, `${name.replaceAll(/\W+/g, ".")}@example.com`);
    const found = {
      noSession: await make(app, app.browser(), name, call),
      visitor: await make(app, await app.visitor(), name, call),
      administrator: await make(app, root, name, call),
    };
    expect(found).toEqual(verdicts);
  },
);

test("docs/access.md has a line for every call of the API", async () => {
  const { paths } = (await app.browser().get("/api/docs/json")).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const onPage = new Set([...page.actions, ...page.spaceCalls, ...page.otherCalls].map(({ call }) => call));
  expect(calls.filter((call) => !onPage.has(call))).toEqual([]);
  expect(calls.length).toBeGreaterThan(50);
});
