import { expect, test } from "vitest";
import { signInAdmin } from "../testing/admin.ts";
import { buildTestApp } from "../testing/app.ts";
import { eachEngine } from "../testing/databases/test-engines.ts";
import { listPage, type ListSorts } from "./list-page.ts";
import type { RetroDatabase } from "./database.ts";

const sorts: ListSorts<"subscribers"> = {
  by: new Map([
    ["created_at", "created_at"],
    ["email", "email"],
  ]),
  default: "-created_at",
};

async function addSubscribers(database: RetroDatabase, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => i + 1).map((i) => ({
    id: `s${i}`,
    email: `e${i}@example.com`,
    search: `адрес e${i}@example.com${i === 7 ? ' редкий "ежик_%\\' : ""}`,
    created_at: i,
  }));
  await database.db.insertInto("subscribers").values(rows).execute();
}

eachEngine("an admin list", (open) => {
  const page = (database: RetroDatabase, query: Partial<Parameters<typeof listPage>[4]>) =>
    listPage(database.db, "subscribers", ["id"], sorts, { page: 1, per_page: 20, ...query });
  const span = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => ({
      id: `s${from < to ? from + i : from - i}`,
    }));

  test("is paged in both directions, and its total follows every change", async () => {
    const database = await open();
    await addSubscribers(database, 250);
    expect(await page(database, {})).toEqual({ rows: span(250, 231), total: 250 });
    expect(await page(database, { page: 13 })).toEqual({ rows: span(10, 1), total: 250 });
    expect(await page(database, { page: 14 })).toEqual({ rows: [], total: 250 });
    const uneven = await page(database, { page: 9, per_page: 30, sort: "created_at" });
    expect(uneven.rows).toEqual(span(241, 250));
    await database.db.deleteFrom("subscribers").where("id", "in", ["s1", "s2", "s250"]).execute();
    expect(await page(database, { per_page: 1 })).toEqual({ rows: span(249, 249), total: 247 });
    await database.db.deleteFrom("subscribers").execute();
    expect(await page(database, {})).toEqual({ rows: [], total: 0 });
  });

  test("is searched for the words anywhere in a row, as they are", async () => {
    const database = await open();
    await addSubscribers(database, 250);
    for (const q of ["редкий", "РЕДКИЙ", ' "ЁЖИК_%\\', "жик_", "ж", "e7@example.com редк"])
      expect([q, await page(database, { q })]).toEqual([q, { rows: span(7, 7), total: 1 }]);
    for (const q of ["редкое", "ежикs", "%жик", "zzz\u{1F98A}"])
      expect([q, await page(database, { q })]).toEqual([q, { rows: [], total: 0 }]);
    expect(await page(database, { q: "e24", sort: "created_at", page: 2, per_page: 10 })).toEqual({
      rows: span(249, 249),
      total: 11,
    });
    expect(await page(database, { q: "адрес" })).toEqual({ rows: span(250, 231), total: 250 });

    const root = await signInAdmin(await buildTestApp({ database }));
    const asked = await root.get(`/api/v1/subscribers?q=${encodeURIComponent("редкий")}`);
    expect(asked.json()).toMatchObject({
      data: [{ id: "s7" }],
      meta: { total: 1, page: 1, per_page: 20 },
    });
  });
});

const lists = ["boards", "feedback", "logger", "logger/events", "subscribers", "contacts"];
test.each(lists)("sort=__proto__ and its like are refused by the list of %s", async (list) => {
  const root = await signInAdmin(await buildTestApp());
  for (const sort of [
    "__proto__",
    "constructor",
    "-toString",
    "hasOwnProperty",
    "password_hash",
    "id desc",
  ]) {
    const answer = await root.get(`/api/v1/${list}?sort=${sort}`);
    expect([sort, answer.statusCode]).toEqual([sort, 422]);
    expect(answer.json<{ errors: object }>().errors).toHaveProperty("sort");
  }
  expect(
    (
      await root.get(
        `/api/v1/${list}?sort=-${list === "logger/events" ? "id" : list === "boards" ? "title" : "created_at"}`,
      )
    ).statusCode,
  ).toBe(200);
});
