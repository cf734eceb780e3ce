import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { TestApp } from "../../testing/app.ts";
import { addAdmin, removeAdmin } from "./accounts.ts";

/** Every call that only an administrator may make. */
const adminCalls = [
  ["GET", "/api/v1/admin/stats"],
  ["GET", "/api/v1/admin/health"],
  ["GET", "/api/v1/admin/people"],
  ["GET", "/api/v1/admin/sessions"],
  ["DELETE", "/api/v1/admin/sessions/x"],
  ["GET", "/api/v1/feedback"],
  ["GET", "/api/v1/feedback/img/x"],
  ["GET", "/api/v1/admin/tokens"],
  ["DELETE", "/api/v1/admin/tokens/x"],
  ["DELETE", "/api/v1/admin/webhooks/x"],
  ["GET", "/api/v1/contacts"],
  ["GET", "/api/v1/subscribers"],
  ["GET", "/api/v1/logger"],
  ["GET", "/api/v1/logger/events"],
] as const;
const script = '<script>alert("xss")</script>';
const start = Date.UTC(2026, 0, 15, 12);

/** Writes an attachment into the database, without the checks of an upload. */
async function storeFile(app: TestApp, type: string, bytes: Buffer): Promise<string> {
  const [feedbackId, id] = [randomUUID(), randomUUID()];
  const { db } = app.deps.database;
  await db
    .insertInto("feedback")
    .values({
      id: feedbackId,
      user_id: null,
      name: script,
      email: "a@b.co?bcc=eve@evil.example",
      comment: script,
      search: "",
      created_at: start,
    })
    .execute();
  const file = { id, feedback_id: feedbackId, position: 0, type, bytes };
  await db.insertInto("feedback_files").values(file).execute();
  return id;
}

describe("attack on the admin area", () => {
  test("the list of admin calls in this test is complete", async () => {
    const app = await buildTestApp();
    const { paths } = (await app.browser().get("/api/docs/json")).json<{
      paths: Record<string, Record<string, { summary?: string }>>;
    }>();
    const marked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { summary }]) => summary?.endsWith("administrators only"))
        .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, "x")}`),
    );
    const tested = adminCalls.map(([method, path]) => `${method} ${path}`);
    expect(marked.toSorted((a, b) => a.localeCompare(b))).toEqual(
      tested.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test("[A1] no call of theirs exists for anybody else, by any method", async () => {
    const app = await buildTestApp();
    const removed = await signInAdmin(app);
    await removeAdmin(app.deps, adminEmail);
    const nowhere = (await app.browser().get("/api/v1/nowhere")).body;
    for (const who of [app.browser(), await app.visitor(), removed]) {
      await who.get("/api/v1/config");
      const headers = { ...who.credentials(), accept: "application/json" };
      for (const [, url] of adminCalls)
        for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"] as const) {
          const answer = await app.app.inject({ method: method as "GET", url, headers });
          expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
          expect(["", nowhere]).toContain(answer.body);
          expect(answer.headers["allow"]).toBeUndefined();
        }
    }
  });

  test.each(["text/html", "image/svg+xml"])(
    "an attachment of type %s runs no script and is not guessed to be another type",
    async (type) => {
      const app = await buildTestApp();
      const root = await signInAdmin(app);
      const id = await storeFile(app, type, Buffer.from(script));
      const answer = await root.get(`/api/v1/feedback/img/${id}`);
      expect(answer.headers["content-type"]).toBe("application/octet-stream");
      expect(answer.headers["content-disposition"]).toMatch(/^attachment;/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-security-policy"]).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(answer.headers["cache-control"]).toContain("no-store");
    },
  );

  test("script in feedback arrives as JSON text, whatever the browser asks for", async () => {
    const app = await buildTestApp();
    const root = await signInAdmin(app);
    await storeFile(app, "image/png", Buffer.from("x"));
    const answer = await root.get("/api/v1/feedback", { accept: "text/html" });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.json<{ data: object[] }>().data[0]).toMatchObject({ name: script, comment: script });
  });

  test("[A4] session fixation: the sign-in gives a new session and CSRF token, and the old ones are worth nothing", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const victim = await app.visitor();
    const planted = { ...victim.credentials() };
    const body = { email: adminEmail, password: adminPassword, solution: await app.solution() };
    expect((await victim.post("/api/v1/users/sign-in", body)).statusCode).toBe(200);
    const attack = await app.app.inject({ method: "GET", url: "/api/v1/logger", headers: planted });
    expect(attack.statusCode).toBe(404);
    const mixed = await app.app.inject({
      method: "POST",
      url: "/api/v1/users/sign-out",
      headers: {
        cookie: `retro_session=${victim.cookies.get("retro_session")}; ${planted["cookie"]?.split("; ").find((each) => each.startsWith("XSRF"))}`,
        "x-xsrf-token": planted["x-xsrf-token"],
      },
    });
    expect(mixed.statusCode).toBe(419);
  });

  test("a role that changes while a session is open counts at once, also when the session stays", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const root = await signInAdmin(app);
    await database.db
      .updateTable("users")
      .set({ role: "anonymous" })
      .where("id", "=", root.user.id)
      .execute();
    expect((await root.get("/api/v1/logger")).statusCode).toBe(404);
    expect((await root.get("/api/v1/users/auth")).json().data.role).toBe("anonymous");
  });

  test("a visitor cannot make themselves an administrator", async () => {
    const app = await buildTestApp();
    const eve = await app.visitor();
    const wish = { name: "Eve", role: "admin", email: adminEmail, password_hash: "x" };
    await eve.put(`/api/v1/users/${eve.user.id}`, wish);
    const again = app.browser();
    await again.post("/api/v1/users/anonymous", { ...wish, solution: await app.solution() });
    for (const who of [eve, again]) {
      expect((await who.get("/api/v1/users/auth")).json().data.role).toBe("anonymous");
      expect((await who.get("/api/v1/logger")).statusCode).toBe(404);
    }
  });
});
