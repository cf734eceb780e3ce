import { describe, expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { boardReference } from "../../http/board-reference.ts";
import { buildTestApp } from "../../testing/app.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const url = "/api/v1/logger";

describe("the activity log", () => {
  test("notes who did what, and administrators read it", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor({ name: "Анна" });
    expect((await ann.post(url, { event: 100 })).json()).toEqual({ data: null });
    app.time.now += 1000;
    expect((await ann.post(url, { event: 104, object: "sailboat" })).statusCode).toBe(200);
    const root = await signInAdmin(app);
    expect((await root.get(url)).json()).toEqual({
      data: [
        {
          id: expect.any(String),
          name: "Анна",
          title: "Template select",
          function: "select",
          object: "sailboat",
          created_at: "2026-01-15T12:00:01.000Z",
        },
        {
          id: expect.any(String),
          name: "Анна",
          title: "New Board",
          function: "click",
          object: "new-board",
          created_at: "2026-01-15T12:00:00.000Z",
        },
      ],
      meta: { total: 2, page: 1, per_page: 20 },
    });
  });

  test("[P4] knows seven events", async () => {
    const app = await buildTestApp();
    const root = await signInAdmin(app);
    const { data } = (await root.get(`${url}/events`)).json<{ data: { id: number; title: string }[] }>();
    expect(data.map(({ id }) => id)).toEqual([100, 101, 102, 103, 104, 105, 106]);
    expect(data[0]).toEqual({ id: 100, title: "New Board", function: "click", object: "new-board" });
  });

  test.each(["sort=password_hash", "per_page=101"])("a list asked with %s is refused", async (query) => {
    const root = await signInAdmin(await buildTestApp());
    expect((await root.get(`${url}?${query}`)).statusCode).toBe(422);
  });

  test("[P4] attack: an administrator's list of the log holds no board's id, not of older rows either", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const ann = await app.visitor();
    const made = await ann.post("/api/v1/boards", { title: "Retro" });
    const { id } = made.json<{ data: { id: string } }>().data;
    await ann.post(url, { event: 101, object: id });
    const stored = await database.db.selectFrom("logs").selectAll().execute();
    expect(JSON.stringify(stored).toLowerCase()).not.toContain(id.toLowerCase());
    await database.db.updateTable("logs").set({ object: id }).execute();
    const root = await signInAdmin(app);
    const { data } = (await root.get(url)).json<{ data: { object: string }[] }>();
    expect(data.map(({ object }) => object)).toEqual([boardReference(id)]);
  });

  test.each(["We should talk about salaries", "secret", "нет"])(
    "[P4] text of a board (%s) is refused as an event's object",
    async (object) => {
      const app = await buildTestApp();
      const { database } = app.deps;
      const ann = await app.visitor();
      expect((await ann.post(url, { event: 103, object })).statusCode).toBe(422);
      expect(await database.db.selectFrom("logs").selectAll().execute()).toEqual([]);
    },
  );

  test.each([107, "100"])("an event %s that nobody knows is refused", async (event) => {
    const ann = await (await buildTestApp()).visitor();
    expect((await ann.post(url, { event })).statusCode).toBe(422);
  });
});
