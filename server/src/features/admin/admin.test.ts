import { expect, test } from "vitest";
import type { SessionRow, StatsDay } from "@retro/contract/lists";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { AccountError, addAdmin, ensureFirstAdmin, listAdmins, removeAdmin, resetAdmin } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;
const sessionsOf = async (who: Browser) =>
  (await who.get("/api/v1/admin/sessions")).json<{ data: SessionRow[] }>().data;

eachEngine("administrators", (open) => {
  test("[A4] see their own sessions, by an id that gives no access, and end them", async () => {
    const app = await buildTestApp({ database: await open() });
    const here = await signInAdmin(app);
    const there = await signInAdmin(app, adminEmail, false);
    await signInAdmin(app, "other@example.com");
    const rows = await sessionsOf(here);
    expect(rows.filter(({ current }) => current)).toHaveLength(1);
    expect(rows).toHaveLength(2);
    const stored = await app.deps.database.db.selectFrom("sessions").select("id").execute();
    for (const { id } of rows) expect(JSON.stringify(stored)).not.toContain(id);

    const other = rows.find(({ current }) => !current)?.id;
    expect((await here.delete(`/api/v1/admin/sessions/${other}`)).json()).toEqual({ data: null });
    expect((await there.get("/api/v1/users/auth")).statusCode).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
    const own = rows.find(({ current }) => current)?.id;
    await here.delete(`/api/v1/admin/sessions/${own}`);
    expect(here.cookies.has("retro_session")).toBe(false);
  });

  test("one cannot end another's session", async () => {
    const app = await buildTestApp({ database: await open() });
    const here = await signInAdmin(app);
    const victim = await signInAdmin(app, "other@example.com");
    const [session] = await sessionsOf(victim);
    expect((await here.delete(`/api/v1/admin/sessions/${session?.id}`)).statusCode).toBe(404);
    expect((await victim.get("/api/v1/users/auth")).statusCode).toBe(200);
  });

  test("see the last 30 days, quiet ones included", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const root = await signInAdmin(app);
    const ann = await app.visitor();
    const made = await ann.post("/api/v1/boards", { title: "Retro" });
    expect(made.statusCode).toBe(201);
    const boardId = made.json<{ data: { id: string } }>().data.id;
    const sticker = (id: string, created_at: number, kind: "sticker" | "section" = "sticker") => ({
      id,
      board_id: boardId,
      parent_id: null,
      kind,
      order_key: "a0",
      user_id: ann.user.id,
      title: "x",
      style: "{}",
      rev: 1,
      created_at,
    });
    const day = 86_400_000;
    await database.db
      .insertInto("items")
      .values([
        sticker("s1", noon),
        sticker("s2", noon - day),
        sticker("s3", noon - day - 1),
        sticker("old", noon - 30 * day),
        sticker("section", noon, "section"),
      ])
      .execute();
    const { data } = (await root.get("/api/v1/admin/stats")).json<{ data: StatsDay[] }>();
    expect(data).toHaveLength(30);
    expect(data[0]).toEqual({ day: "2025-12-17", boards: 0, stickers: 0, people: 0 });
    expect(data.at(-1)).toEqual({ day: "2026-01-15", boards: 1, stickers: 1, people: 1 });
    expect(data.at(-2)).toEqual({ day: "2026-01-14", boards: 0, stickers: 2, people: 1 });
  });

  test.each(["admin/stats", "admin/sessions", "logger", "logger/events"])(
    "a visitor is told that there is no %s, and so is nobody",
    async (path) => {
      const app = await buildTestApp({ database: await open() });
      const ann = await app.visitor();
      expect((await ann.get(`/api/v1/${path}`)).statusCode).toBe(404);
      expect((await app.browser().get(`/api/v1/${path}?page=wrong`)).statusCode).toBe(404);
    },
  );

  test("[A4] are made, given a new password and removed by the command line's commands", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const { deps } = app;
    const root = await signInAdmin(app);
    await expect(addAdmin(deps, "ROOT@example.com ", adminPassword)).rejects.toThrow(AccountError);
    await expect(addAdmin(deps, "nonsense", adminPassword)).rejects.toThrow(AccountError);
    await expect(addAdmin(deps, "b@example.com", "short")).rejects.toThrow(AccountError);
    expect(await listAdmins(deps)).toEqual([{ email: adminEmail, created_at: noon, last_used_at: noon }]);

    await resetAdmin(deps, adminEmail, "another password");
    expect((await root.get("/api/v1/users/auth")).statusCode).toBe(401);
    await expect(signInAdmin(app, adminEmail, false)).rejects.toThrow("422");

    await removeAdmin(deps, adminEmail);
    expect(await listAdmins(deps)).toEqual([]);
    await expect(resetAdmin(deps, adminEmail, "another password")).rejects.toThrow(AccountError);
  });

  test("a removed administrator is one no longer, whatever sessions were open", async () => {
    const app = await buildTestApp({ database: await open() });
    const root = await signInAdmin(app);
    await removeAdmin(app.deps, adminEmail);
    expect((await root.get("/api/v1/logger")).statusCode).toBe(404);
    expect((await root.get("/api/v1/users/auth")).statusCode).toBe(401);
  });

  test("an administrator's session ends after 12 hours without use, and 7 days after the sign-in", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const idle = await signInAdmin(app);
    const busy = await signInAdmin(app, adminEmail, false);
    const status = async (who: Browser) => (await who.get("/api/v1/users/auth")).statusCode;
    app.time.now += 6 * hour;
    expect(await status(busy)).toBe(200);
    app.time.now += 6 * hour;
    expect([await status(idle), await status(busy)]).toEqual([401, 200]);
    expect(await sessionsOf(busy)).toHaveLength(1);
    while (app.time.now + 6 * hour < noon + 7 * 24 * hour) {
      app.time.now += 6 * hour;
      expect(await status(busy)).toBe(200);
    }
    app.time.now = noon + 7 * 24 * hour - 1;
    expect(await status(busy)).toBe(200);
    const later = await signInAdmin(app, adminEmail, false);
    expect(await sessionsOf(later)).toHaveLength(2);
    app.time.now += 1;
    expect(await sessionsOf(later)).toHaveLength(1);
    expect(await status(busy)).toBe(401);
    const { ends_at } = await app.deps.database.db
      .selectFrom("sessions")
      .select("ends_at")
      .executeTakeFirstOrThrow();
    expect(ends_at).toBe(noon + 7 * 24 * hour);
  });

  test("a removed administrator does not come back with ADMIN_EMAIL still set; add brings them back", async () => {
    const env = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword };
    const database = await open();
    const app = await buildTestApp({ database, env });
    await ensureFirstAdmin(app.deps);
    await removeAdmin(app.deps, adminEmail);
    await ensureFirstAdmin(app.deps);
    expect(await listAdmins(app.deps)).toEqual([]);
    const kept = await database.db.selectFrom("removed_admins").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(adminEmail);

    await addAdmin(app.deps, adminEmail, "another password");
    expect(await listAdmins(app.deps)).toHaveLength(1);
    expect(await database.db.selectFrom("removed_admins").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["elevenchars", "at least 12"],
    ["password1234", "easy to guess"],
    ["PASSWORD-2026!", "easy to guess"],
    ["12345678901234567890", "easy to guess"],
    ["abababababab", "easy to guess"],
    ["Root@Example.com", "easy to guess"],
    ["administrator", "easy to guess"],
    ["x".repeat(1001), "at most 1000"],
  ])("the password %s is refused for a new and for an existing administrator", async (password, reason) => {
    const { deps } = await buildTestApp({ database: await open() });
    await expect(addAdmin(deps, adminEmail, password)).rejects.toThrow(reason);
    await addAdmin(deps, adminEmail, adminPassword);
    await expect(resetAdmin(deps, adminEmail, password)).rejects.toThrow(reason);
  });

  test("a common ADMIN_PASSWORD stops the start, unless the administrator is there already", async () => {
    const env = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: "password1234" };
    const app = await buildTestApp({ database: await open(), env });
    await expect(ensureFirstAdmin(app.deps)).rejects.toThrow(/^ADMIN_PASSWORD is easy to guess/);
    await addAdmin(app.deps, adminEmail, adminPassword);
    await ensureFirstAdmin(app.deps);
  });

  test("a short password from before the rule still signs in", async () => {
    const app = await buildTestApp({ database: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const password_hash = await hashPassword("8 chars!");
    await app.deps.database.db.updateTable("users").set({ password_hash }).execute();
    const body = { email: adminEmail, password: "8 chars!", solution: await app.solution() };
    expect((await app.browser().post("/api/v1/users/sign-in", body)).statusCode).toBe(200);
  });

  test("the first one comes from the settings, once", async () => {
    const env = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword };
    const app = await buildTestApp({ database: await open(), env });
    await ensureFirstAdmin(app.deps);
    await signInAdmin(app, adminEmail, false);
    await resetAdmin(app.deps, adminEmail, "another password");
    await ensureFirstAdmin(app.deps);
    await expect(signInAdmin(app, adminEmail, false)).rejects.toThrow("422");
  });

  test("passwords are kept as argon2id only", async () => {
    const app = await buildTestApp({ database: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const { password_hash } = await app.deps.database.db
      .selectFrom("users")
      .select("password_hash")
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
