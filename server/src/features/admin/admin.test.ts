import { describe, expect, test } from "vitest";
import type { SessionRow } from "@retro/contract/lists";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser } from "../../testing/app.ts";
import { AccountError, addAdmin, ensureFirstAdmin, listAdmins, removeAdmin, resetAdmin } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;
const sessionsOf = async (who: Browser) =>
  (await who.get("/api/v1/admin/sessions")).json<{ data: SessionRow[] }>().data;

describe("administrators", () => {
  test("[A4] see their own sessions, by an id that gives no access, and end them", async () => {
    const app = await buildTestApp();
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
    const app = await buildTestApp();
    const here = await signInAdmin(app);
    const victim = await signInAdmin(app, "other@example.com");
    const [session] = await sessionsOf(victim);
    expect((await here.delete(`/api/v1/admin/sessions/${session?.id}`)).statusCode).toBe(404);
    expect((await victim.get("/api/v1/users/auth")).statusCode).toBe(200);
  });

  test("[A4] are made, given a new password and removed by the command line's commands", async () => {
    const app = await buildTestApp({ frozenAt: noon });
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

  test("an administrator's session ends after 12 hours without use, and 7 days after the sign-in", async () => {
    const app = await buildTestApp({ frozenAt: noon });
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
    const app = await buildTestApp({ env });
    const { database } = app.deps;
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

  const weak = [
    ["elevenchars", "at least 12"],
    ["password1234", "easy to guess"],
    ["PASSWORD-2026!", "easy to guess"],
    ["12345678901234567890", "easy to guess"],
    ["abababababab", "easy to guess"],
    ["Root@Example.com", "easy to guess"],
    ["administrator", "easy to guess"],
    ["x".repeat(1001), "at most 1000"],
  ] as const;
  test("a short, long or common password is refused for a new and for an existing administrator", async () => {
    const { deps } = await buildTestApp();
    for (const [password, reason] of weak)
      await expect(addAdmin(deps, adminEmail, password)).rejects.toThrow(reason);
    await addAdmin(deps, adminEmail, adminPassword);
    for (const [password, reason] of weak)
      await expect(resetAdmin(deps, adminEmail, password)).rejects.toThrow(reason);
  });

  test("a common ADMIN_PASSWORD stops the start, unless the administrator is there already", async () => {
    const env = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: "password1234" };
    const app = await buildTestApp({ env });
    await expect(ensureFirstAdmin(app.deps)).rejects.toThrow(/^ADMIN_PASSWORD is easy to guess/);
    await addAdmin(app.deps, adminEmail, adminPassword);
    await ensureFirstAdmin(app.deps);
  });

  test("a short password from before the rule still signs in", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const password_hash = await hashPassword("8 chars!");
    await app.deps.database.db.updateTable("users").set({ password_hash }).execute();
    const body = { email: adminEmail, password: "8 chars!", solution: await app.solution() };
    expect((await app.browser().post("/api/v1/users/sign-in", body)).statusCode).toBe(200);
  });

  test("the first one comes from the settings, once", async () => {
    const env = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword };
    const app = await buildTestApp({ env });
    await ensureFirstAdmin(app.deps);
    await signInAdmin(app, adminEmail, false);
    await resetAdmin(app.deps, adminEmail, "another password");
    await ensureFirstAdmin(app.deps);
    await expect(signInAdmin(app, adminEmail, false)).rejects.toThrow("422");
  });

  test("passwords are kept as argon2id only", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const { password_hash } = await app.deps.database.db
      .selectFrom("users")
      .select("password_hash")
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
