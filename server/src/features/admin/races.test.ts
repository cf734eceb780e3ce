import { describe, expect, onTestFinished, test } from "vitest";
import { adminEmail, adminPassword } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import { holdLock } from "../../testing/databases/held-locks.ts";
import { engines } from "../../testing/databases/test-engines.ts";
import { addAdmin } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";

const postgres = engines.find(({ name }) => name === "PostgreSQL");

/**
 * What happens to an account while its password is checked. On SQLite nothing can stop the sign-in at the
 * right moment.
 */
describe.skipIf(postgres === undefined)("a sign-in on PostgreSQL", () => {
  test.each([
    [
      "with a password that is replaced",
      async () => ({ password_hash: await hashPassword("a new password") }),
    ],
    [
      "to an account that is removed",
      async () => ({ role: "anonymous", email: null, password_hash: null }) as const,
    ],
  ])("[A4] attack: %s at the same moment opens no session", async (_what, change) => {
    const { database, drop } = await (postgres as (typeof engines)[0]).open();
    onTestFinished(drop);
    const app = await buildTestApp({ database });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const values = await change();
    const body = { email: adminEmail, password: adminPassword, solution: await app.solution() };
    // The sign-in has read the account, and waits before it checks the password.
    const held = await holdLock(database, "lock table sign_in_failures in access exclusive mode");
    const answer = app.browser().post("/api/v1/users/sign-in", body);
    await held.waiting(1);
    await database.db.updateTable("users").set(values).where("email", "=", adminEmail).execute();
    await held.release();
    const refused = await answer;
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      422,
      ["email"],
    ]);
    expect(await database.db.selectFrom("sessions").select("user_id").execute()).toEqual([]);
  });
});
