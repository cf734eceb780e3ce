import { describe, expect, test } from "vitest";
import { limits } from "@retro/contract/limits";
import { isRandomName } from "@retro/contract/random-names";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import { findPeople } from "./commands.ts";
import { randomName } from "./commands.ts";

const start = Date.UTC(2026, 0, 15, 12);

describe("people", () => {
  test("a visitor enters with a solved puzzle and is known afterwards", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor({ name: "  Ann ", options: { color: "#123abc", isAvatarStickers: false } });
    expect(ann.user).toEqual({
      id: expect.any(String),
      name: "Ann",
      role: "anonymous",
      options: { color: "#123abc", isAvatarStickers: false },
    });
    expect((await ann.get("/api/v1/users/auth")).json()).toEqual({ data: ann.user });
  });

  test("a visitor who chooses nothing has a name and a colour, and shows an avatar on stickers", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    expect(ann.user).toMatchObject({
      name: expect.stringMatching(/./),
      options: { color: expect.stringMatching(/^#[0-9a-f]{6}$/), isAvatarStickers: true },
    });
  });

  test("only the hash of a session's token is stored", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const ann = await app.visitor();
    const rows = await database.db.selectFrom("sessions").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(ann.cookies.get("retro_session"));
  });

  test("coming in with a valid session gives its user, without a solution, and changes nothing", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const ann = await app.visitor({ name: "Ann" });
    const before = ann.cookies.get("retro_session");
    const rows = async () => [
      await database.db.selectFrom("users").selectAll().execute(),
      await database.db.selectFrom("sessions").selectAll().execute(),
      await database.db.selectFrom("used_solutions").selectAll().execute(),
    ];
    const stored = await rows();
    const solution = await app.solution();
    for (const body of [{ solution, name: "Bob" }, { solution: "wrong" }, {}, undefined]) {
      const answer = await ann.post("/api/v1/users/anonymous", body);
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: ann.user }]);
    }
    expect(await rows()).toEqual(stored);
    expect(ann.cookies.get("retro_session")).toBe(before);
    expect((await app.browser().post("/api/v1/users/anonymous", { solution })).statusCode).toBe(201);
  });

  test("attack: a page that sends an administrator to the captcha does not demote them", async () => {
    const app = await buildTestApp();
    const root = await signInAdmin(app);
    const answer = await root.post("/api/v1/users/anonymous", { solution: await app.solution() });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: root.user }]);
    expect((await root.get("/api/v1/logger")).statusCode).toBe(200);
  });

  test("a session that has ended does not count as valid", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const cookie = ann.cookies.get("retro_session") ?? "";
    await ann.post("/api/v1/users/sign-out");
    ann.cookies.set("retro_session", cookie);
    const body = { solution: await app.solution() };
    ann.cookies.delete("XSRF-TOKEN");
    expect((await ann.post("/api/v1/users/anonymous", body)).statusCode).toBe(201);
  });

  test("signing out ends the session for every copy of the cookie", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const stolen = ann.cookieHeader();
    expect((await ann.post("/api/v1/users/sign-out")).json()).toEqual({ data: null });
    expect(ann.cookies.has("retro_session")).toBe(false);
    expect(
      (await app.app.inject({ url: "/api/v1/users/auth", headers: { cookie: stolen } })).statusCode,
    ).toBe(401);
    expect((await ann.post("/api/v1/users/sign-out")).statusCode).toBe(401);
  });

  test("a session lives 30 days from its last use, noted at most hourly", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const { database } = app.deps;
    const ann = await app.visitor();
    const usedAt = async () =>
      (await database.db.selectFrom("sessions").select("last_used_at").executeTakeFirst())?.last_used_at;
    app.time.now += 3_599_999;
    await ann.get("/api/v1/users/auth");
    expect(await usedAt()).toBe(start);
    app.time.now += limits.sessionMs - 3_600_000;
    expect((await ann.get("/api/v1/users/auth")).statusCode).toBe(200);
    expect(await usedAt()).toBe(app.time.now);
    app.time.now += limits.sessionMs;
    expect((await ann.get("/api/v1/users/auth")).statusCode).toBe(401);
    await app.visitor();
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test("people change their own name, colour and avatar switch; what is left out stays", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor({ name: "Ann" });
    const url = `/api/v1/users/${ann.user.id}`;
    const renamed = await ann.put(url, { name: "Анна 🦦" });
    expect(renamed.json()).toEqual({ data: { ...ann.user, name: "Анна 🦦" } });
    const colored = await ann.put(url, { options: { color: "#000000" }, role: "admin", id: "x" });
    expect(colored.json().data).toEqual({
      ...ann.user,
      name: "Анна 🦦",
      options: { ...ann.user.options, color: "#000000" },
    });
    expect((await ann.get("/api/v1/users/auth")).json()).toEqual(colored.json());
    expect((await ann.put(url, {})).json()).toEqual(colored.json());
  });

  test("people are found in the order asked for, unknown ones left out", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
    const found = await findPeople(database.db, [bob.user.id, "nobody", ann.user.id, bob.user.id]);
    expect(found.map(({ name }) => name)).toEqual(["Bob", "Ann"]);
    expect(found[0]).toEqual({ id: bob.user.id, name: "Bob", options: bob.user.options });
    expect(await findPeople(database.db, [])).toEqual([]);
  });
});

test("a visitor without a name gets one in the caller's language", async () => {
  const app = await buildTestApp();
  expect((await app.visitor({ language: "ru-RU,ru;q=0.9,en;q=0.5" })).user.name).toMatch(
    /^[А-ЯЁ][а-яё]+ [а-яё]+$/,
  );
  expect((await app.visitor({ language: "de" })).user.name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
});

test.each(["en", "ru"] as const)("drawn names are known as made up (%s)", (locale) => {
  for (let i = 0; i < 500; i += 1) expect(isRandomName(randomName(locale))).toBe(true);
});

test("drawn Russian names agree in gender", () => {
  const feminine = /(?:а|я|рысь)$/;
  for (let i = 0; i < 500; i += 1) {
    const [adjective = "", animal = ""] = randomName("ru").split(" ");
    expect([adjective, animal, adjective.endsWith("ая")]).toEqual([adjective, animal, feminine.test(animal)]);
  }
});
