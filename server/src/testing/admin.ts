import type { User } from "@retro/contract/users";
import { addAdmin } from "../features/admin/accounts.ts";
import type { TestApp, Visitor } from "./app.ts";

export const adminEmail = "root@example.com";
export const adminPassword = "correct horse battery";

/** A browser in which an administrator has signed in; adds the administrator if there is none. */
export async function signInAdmin(test: TestApp, email = adminEmail, isNew = true): Promise<Visitor> {
  if (isNew) await addAdmin(test.deps, email, adminPassword);
  const browser = test.browser();
  const solution = await test.solution();
  const answer = await browser.post("/api/v1/users/sign-in", { email, password: adminPassword, solution });
  if (answer.statusCode !== 200) throw new Error(`not signed in: ${answer.statusCode} ${answer.body}`);
  return Object.assign(browser, { user: answer.json<{ data: User }>().data });
}
