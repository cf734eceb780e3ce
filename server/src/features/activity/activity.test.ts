import { expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { boardReference } from "../../http/board-reference.ts";
import { buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const url = "/api/v1/logger";

eachEngine("the activity log", (open) => {
  test("notes who did what, and administrators read it", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
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
    const app = await buildTestApp({ database: await open() });
    const root = await signInAdmin(app);
    const { data } = (await root.get(`${url}/events`)).json<{ data: { id: number; title: string }[] }>();
    expect(data.map(({ id }) => id)).toEqual([100, 101, 102, 103, 104, 105, 106]);
    expect(data[0]).toEqual({ id: 100, title: "New Board", function: "click", object: "new-board" });
  });

  test("[A5] is paged, searched without regard to case, and sorted on the server", async () => {
    const app = await buildTestApp({ database: await open() });
    for (const name of ["Борис", "АННА", "Вера"]) {
      const visitor = await app.visitor({ name });
      await visitor.post(url, { event: 101 });
    }
    const root = await signInAdmin(app);
    const names = async (query: string) => {
      const { data, meta } = (await root.get(`${url}?${query}`)).json<{
        data: { name: string }[];
        meta: object;
      }>();
      return { names: data.map(({ name }) => name), meta };
    };
    expect(await names("sort=name&per_page=2")).toEqual({
      names: ["АННА", "Борис"],
      meta: { total: 3, page: 1, per_page: 2 },
    });
    expect((await names("sort=-name&per_page=2&page=2")).names).toEqual(["АННА"]);
    expect(await names(`q=${encodeURIComponent("анна")}`)).toEqual({
      names: ["АННА"],
      meta: { total: 1, page: 1, per_page: 20 },
    });
    expect(await names("q=save&page=9")).toEqual({ names: [], meta: { total: 3, page: 9, per_page: 20 } });
    expect((await names("q=%25")).names).toEqual([]);
  });

  test.each(["sort=password_hash", "sort=id;drop table logs", "page=0", "page=-1", "per_page=101", "q=%00"])(
    "a list asked with %s is refused",
    async (query) => {
      const root = await signInAdmin(await buildTestApp({ database: await open() }));
      expect((await root.get(`${url}?${query}`)).statusCode).toBe(422);
    },
  );

  test("[P4] attack: an administrator's list of the log holds no board's id, not of older rows either", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
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

  test.each(["We should talk about salaries", "<b>x</b>", "secret", "нет", "a".repeat(22) + "!"])(
    "[P4] text of a board (%s) is refused as an event's object",
    async (object) => {
      const database = await open();
      const app = await buildTestApp({ database });
      const ann = await app.visitor();
      expect((await ann.post(url, { event: 103, object })).statusCode).toBe(422);
      expect(await database.db.selectFrom("logs").selectAll().execute()).toEqual([]);
    },
  );

  test.each([99, 107, 100.5, "100", null])("an event %s that nobody knows is refused", async (event) => {
    const ann = await (await buildTestApp({ database: await open() })).visitor();
    expect((await ann.post(url, { event })).statusCode).toBe(422);
  });

  test("nothing is noted without a session", async () => {
    const app = await buildTestApp({ database: await open() });
    expect((await app.browser().post(url, { event: 100 })).statusCode).toBe(401);
  });
});
