import { describe, expect, test } from "vitest";
import type { SessionRow, StatsDay } from "@retro/contract/lists";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAdmin, listAdmins, removeAdmin, resetAdmin } from "./accounts.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const day = 86_400_000;

eachEngine("the figures of the last days", (open) => {
  test("count boards, stickers and people on their days, each person once a day", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon - 3 * day });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await addSticker(ann, board, "One");
    app.time.now = noon - 2 * day;
    await bob.get(board.url);
    app.time.now = noon - day;
    await makeBoard(ann);
    await makeBoard(ann);
    await addSticker(bob, board, "Two");
    await addSticker(bob, board, "Three");
    app.time.now = noon;
    const root = await signInAdmin(app);
    const { data } = (await root.get("/api/v1/admin/stats")).json<{ data: StatsDay[] }>();
    expect(data.slice(-4)).toEqual([
      { day: "2026-01-12", boards: 1, stickers: 1, people: 1 },
      { day: "2026-01-13", boards: 0, stickers: 0, people: 1 },
      { day: "2026-01-14", boards: 2, stickers: 2, people: 2 },
      { day: "2026-01-15", boards: 0, stickers: 0, people: 0 },
    ]);
    expect(data.slice(0, -4).every(({ boards, stickers, people }) => boards + stickers + people === 0)).toBe(
      true,
    );
  });

  test("of today are counted with every request, those of other days after ten minutes and after midnight", async () => {
    const database = await open();
    const midnight = Date.UTC(2026, 0, 16);
    const app = await buildTestApp({ database, frozenAt: midnight - 15 * minute });
    const root = await signInAdmin(app);
    const ann = await app.visitor();
    const boards = async () => {
      const { data } = (await root.get("/api/v1/admin/stats")).json<{ data: StatsDay[] }>();
      expect(data).toHaveLength(30);
      return data.slice(-2).map((each) => [each.day, each.boards]);
    };
    const [old, board] = [await makeBoard(ann), await makeBoard(ann)];
    const moveTo = (id: string, created_at: number) =>
      database.db.updateTable("boards").set({ created_at }).where("id", "=", id).execute();
    await moveTo(old.id, midnight - 2 * day);
    expect(await boards()).toEqual([
      ["2026-01-14", 1],
      ["2026-01-15", 1],
    ]);
    await makeBoard(ann);
    await moveTo(board.id, midnight - 2 * day);
    app.time.now += 10 * minute - 1;
    expect(await boards()).toEqual([
      ["2026-01-14", 1],
      ["2026-01-15", 1],
    ]);
    app.time.now += 1;
    expect(await boards()).toEqual([
      ["2026-01-14", 2],
      ["2026-01-15", 1],
    ]);
    app.time.now = midnight;
    await makeBoard(ann);
    expect(await boards()).toEqual([
      ["2026-01-15", 1],
      ["2026-01-16", 1],
    ]);
  });
});

describe("administrators' rows", () => {
  test("[A4] sessions are listed the last used first, with their times, addresses and browsers", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const first = await signInAdmin(app);
    app.time.now += minute;
    const second = await signInAdmin(app, adminEmail, false);
    const sessions = async () =>
      (await first.get("/api/v1/admin/sessions")).json<{ data: SessionRow[] }>().data;
    const at = (time: number) => new Date(time).toISOString();
    const seen = { id: expect.stringMatching(/^[0-9a-f]{32}$/), address: "127.0.0.1" };
    const user_agent = "lightMyRequest";
    expect(await sessions()).toEqual([
      {
        ...seen,
        current: false,
        user_agent,
        created_at: at(noon + minute),
        last_used_at: at(noon + minute),
      },
      { ...seen, current: true, user_agent, created_at: at(noon), last_used_at: at(noon) },
    ]);
    app.time.now += 60 * minute;
    await first.get("/api/v1/users/auth");
    expect((await sessions()).map(({ current, last_used_at }) => [current, last_used_at])).toEqual([
      [true, at(app.time.now)],
      [false, at(noon + minute)],
    ]);
    const [, other] = await sessions();
    expect((await first.delete(`/api/v1/admin/sessions/${other?.id}`)).statusCode).toBe(200);
    expect(first.cookies.has("retro_session")).toBe(true);
    expect((await second.get("/api/v1/users/auth")).statusCode).toBe(401);
  });

  test("[A4] are listed by address with the last use of any session, and named after their address", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    await signInAdmin(app, "b@example.com");
    app.time.now += minute;
    await signInAdmin(app, "b@example.com", false);
    await addAdmin(app.deps, "a@example.com", adminPassword);
    const long = await signInAdmin(app, `${"x".repeat(64)}@example.com`);
    expect(long.user.name).toBe("x".repeat(64));
    expect((await listAdmins(app.deps)).slice(0, 2)).toEqual([
      { email: "a@example.com", created_at: noon + minute, last_used_at: null },
      { email: "b@example.com", created_at: noon, last_used_at: noon + minute },
    ]);
  });

  test("[A4] a new password or a removal ends the sessions of one administrator; the others stay signed in", async () => {
    const app = await buildTestApp();
    const [root, other] = [await signInAdmin(app), await signInAdmin(app, "other@example.com")];
    const board = await makeBoard(root);
    await addSticker(root, board, "Stays");
    await resetAdmin(app.deps, adminEmail, "another password");
    expect((await other.get("/api/v1/logger")).statusCode).toBe(200);
    await removeAdmin(app.deps, adminEmail);
    expect((await other.get("/api/v1/logger")).statusCode).toBe(200);
    await signInAdmin(app, "other@example.com", false);
    const { role, name, password_hash } = await app.deps.database.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", root.user.id)
      .executeTakeFirstOrThrow();
    expect({ role, name, password_hash }).toEqual({ role: "anonymous", name: "root", password_hash: null });
    expect((await other.get(board.url)).statusCode).toBe(200);
  });

  test("[A4] a sign-in ends the session that it replaces: its tabs get the event, and their connections close", async () => {
    const app = await buildTestApp();
    await app.listen();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const tab = await listenOn(app, ann, board.id);
    const body = { email: adminEmail, password: adminPassword, solution: await app.solution() };
    const answer = await ann.post("/api/v1/users/sign-in", body);
    await tab.raw.receive("session.ended");
    const device = answer.cookies.find(({ name }) => name === "retro_device");
    expect(device).toMatchObject({ path: "/api/v1/users/sign-in", maxAge: 365 * 24 * 3600 });
    expect(await app.deps.presence.members(`presence-boards.${board.id}`)).toEqual([]);
  });
});
