import { expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { seedLogEvents } from "./commands.ts";

const url = "/api/v1/logger";
const noon = Date.UTC(2026, 0, 15, 12);
const column = async (who: Browser, path: string, name: string) =>
  (await who.get(`${url}${path}`)).json<{ data: Record<string, unknown>[] }>().data.map((row) => row[name]);

eachEngine("the lists of the activity log", (open) => {
  test("[A5] the log is sorted by each column, and found by title, function and object too", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const ann = await app.visitor({ name: "Ann" });
    for (const body of [
      { event: 106, object: null },
      { event: 104, object: "sailboat" },
      { event: 101, object: "" },
    ]) {
      app.time.now += 1000;
      expect((await ann.post(url, body)).statusCode).toBe(200);
    }
    const root = await signInAdmin(app);
    const titles = (query: string) => column(root, query, "title");
    const [save, template, privacy] = ["Save", "Template select", "Privacy link"];
    expect(await titles("")).toEqual([save, template, privacy]);
    expect(await titles("?sort=created_at")).toEqual([privacy, template, save]);
    expect(await titles("?sort=title")).toEqual([save, template, privacy]);
    expect(await titles("?sort=-function&per_page=1")).toEqual([template]);
    expect(await column(root, "?sort=object", "object")).toEqual([
      "board-save",
      "privacy-policy",
      "sailboat",
    ]);
    for (const [words, found] of Object.entries({
      privacy,
      select: template,
      sailboat: template,
      "board-save": save,
    }))
      expect([words, await titles(`?q=${words}`)]).toEqual([words, [found]]);
    const { user_id, created_at } = await app.deps.database.db
      .selectFrom("logs")
      .select(["user_id", "created_at"])
      .where("event_id", "=", 106)
      .executeTakeFirstOrThrow();
    expect([user_id, created_at]).toEqual([ann.user.id, noon + 1000]);
  });

  test.each(["-created_at", "title"])(
    "[A5] the pages of rows with equal values, sorted by %s, have each row once",
    async (sort) => {
      const app = await buildTestApp({ database: await open(), frozenAt: noon });
      const ann = await app.visitor({ name: "Ann" });
      for (let n = 0; n < 7; n += 1)
        expect((await ann.post(url, { event: 101, object: "" })).statusCode).toBe(200);
      const root = await signInAdmin(app);
      const page = (n: number) => column(root, `?sort=${sort}&per_page=2&page=${n}`, "id");
      const pages = [await page(1), await page(2), await page(3), await page(4)];
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
      expect(pages.flat()).toEqual(await column(root, `?sort=${sort}&per_page=50`, "id"));
    },
  );

  test("[A5] log events are listed by number, sorted and found; a changed text is written at the next start", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await database.db
      .updateTable("log_events")
      .set({ title: "Old", function: "old", object: "old", search: "old" })
      .where("id", "=", 104)
      .execute();
    await seedLogEvents(app.deps);
    const root = await signInAdmin(app);
    const ids = (query: string) => column(root, `/events${query}`, "id");
    expect(await ids("?per_page=2")).toEqual([100, 101]);
    expect(await ids("?sort=-id&per_page=2")).toEqual([106, 105]);
    expect(await ids("?sort=title&per_page=2")).toEqual([102, 103]);
    expect(await ids("?sort=-function&per_page=1")).toEqual([104]);
    expect(await ids("?sort=object&per_page=2")).toEqual([102, 103]);
    expect(await ids("?q=template")).toEqual([104]);
    expect(await ids("?q=old")).toEqual([]);
    expect((await root.get(`${url}/events?q=template`)).json()).toMatchObject({
      data: [{ id: 104, title: "Template select", function: "select", object: "board-template" }],
    });
  });
});
