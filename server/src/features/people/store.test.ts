import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { textColorOn } from "@retro/contract/contrast";
import { limits } from "@retro/contract/limits";
import { type TestResponse, buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { findPeople } from "./commands.ts";
import { avatarColors, randomColor } from "./avatar-colors.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;
const day = 24 * hour;

eachEngine("people's rows", (open) => {
  test("a new session deletes fifty stale ones, the oldest first, and no other", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const ann = await app.visitor();
    const row = { user_id: ann.user.id, created_at: 0, address: "", user_agent: "", ends_at: null };
    const stale = Array.from({ length: 60 }, (_, i) => ({
      ...row,
      id: `stale ${i}`,
      last_used_at: noon - limits.sessionMs - i,
    }));
    const living = { ...row, id: "living", last_used_at: noon - limits.sessionMs + 1 };
    await database.db
      .insertInto("sessions")
      .values([...stale, living])
      .execute();
    const ids = async () =>
      (await database.db.selectFrom("sessions").select("id").execute()).map(({ id }) => id);
    await app.visitor();
    const left = await ids();
    expect(left.filter((id) => id.startsWith("stale")).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, i) => `stale ${i}`),
    );
    expect(left).toContain("living");
    expect(left).toHaveLength(13);
    // Now there is room among the fifty: a session that may still be used stays all the same.
    await app.visitor();
    expect((await ids()).filter((id) => /^(?:stale|living)/.test(id))).toEqual(["living"]);
  });

  test("hundreds of people are found, more than one statement asks for", async () => {
    const database = await open();
    const users = Array.from({ length: 501 }, (_, i) => ({
      id: randomUUID(),
      role: "anonymous" as const,
      name: `n${i}`,
      color: "#123abc",
      is_avatar_stickers: 0,
      email: null,
      password_hash: null,
      created_at: 0,
      seen_at: null,
    }));
    await database.db.insertInto("users").values(users).execute();
    const found = await findPeople(
      database.db,
      users.map(({ id }) => id),
    );
    expect(found).toEqual(
      users.map(({ id, name }) => ({ id, name, options: { color: "#123abc", isAvatarStickers: false } })),
    );
  });
});

describe("a session", () => {
  test("a session is kept with its address and browser, shortened, and without an end for a visitor", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const browser = app.browser({ "user-agent": "x".repeat(300) });
    await browser.post("/api/v1/users/anonymous", { solution: await app.solution(), name: "Ann" });
    const [row] = await database.db.selectFrom("sessions").selectAll().execute();
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_id: expect.any(String),
      created_at: noon,
      last_used_at: noon,
      address: "127.0.0.1",
      user_agent: "x".repeat(255),
      ends_at: null,
    });
  });

  test("activity is noted on the session at most hourly, and on its user alone at most daily", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const seen = async (id: string) =>
      (await database.db.selectFrom("users").select("seen_at").where("id", "=", id).executeTakeFirst())
        ?.seen_at;
    const used = async (id: string) =>
      (
        await database.db.selectFrom("sessions").select("last_used_at").where("user_id", "=", id).execute()
      ).map((row) => row.last_used_at);
    app.time.now = noon + day - 1;
    await ann.get("/api/v1/users/auth");
    expect([await seen(ann.user.id), await used(ann.user.id)]).toEqual([noon, [noon + day - 1]]);
    app.time.now += hour;
    await ann.get("/api/v1/users/auth");
    expect([await seen(ann.user.id), await used(ann.user.id)]).toEqual([app.time.now, [app.time.now]]);
    expect([await seen(bob.user.id), await used(bob.user.id)]).toEqual([noon, [noon]]);
    await database.db.updateTable("users").set({ seen_at: null }).where("id", "=", bob.user.id).execute();
    await bob.get("/api/v1/users/auth");
    expect(await seen(bob.user.id)).toBe(app.time.now);
  });

  test("the cookie lives as long as the session, and is renewed with it at most hourly", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const browser = app.browser();
    const body = { solution: await app.solution() };
    const cookieOf = (answer: TestResponse) => answer.cookies.find(({ name }) => name === "retro_session");
    const first = cookieOf(await browser.post("/api/v1/users/anonymous", body));
    expect(first).toMatchObject({ path: "/", httpOnly: true, sameSite: "Lax", maxAge: 30 * 24 * 3600 });
    app.time.now += hour - 1;
    expect(cookieOf(await browser.get("/api/v1/users/auth"))).toBeUndefined();
    app.time.now += 1;
    expect(cookieOf(await browser.get("/api/v1/users/auth"))).toEqual(first);
    expect(cookieOf(await browser.get("/api/v1/users/auth"))).toBeUndefined();
  });
});

test.each(avatarColors)("the initials on the avatars' colour %s are white", (color) => {
  expect(textColorOn(color)).toBe("#ffffff");
});

test("a random colour is one of the avatars' colours, and each of them occurs", () => {
  const drawn = new Set(Array.from({ length: 2000 }, randomColor));
  expect([...drawn].toSorted()).toEqual([...avatarColors].toSorted());
});
