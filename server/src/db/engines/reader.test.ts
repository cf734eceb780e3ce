import { sql } from "kysely";
import { expect, test } from "vitest";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const subscriber = (id: string) => ({ id, email: `${id}@example.com`, search: id, created_at: 1 });
/** Seconds of work for either engine. */
const slow = sql<{ n: number }>`
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000000)
  select count(*) as n from numbers`;

eachEngine("the reader", (open) => {
  test("sees what is committed, the moment it is", async () => {
    const { db, reader } = await open();
    for (const id of ["a", "b", "c"]) {
      await db.insertInto("subscribers").values(subscriber(id)).execute();
      const seen = await reader.selectFrom("subscribers").selectAll().where("id", "=", id).execute();
      expect(seen).toEqual([subscriber(id)]);
    }
  });

  test("a search through everything does not hold up a click that comes after it", async () => {
    const { db, reader } = await open();
    await reader.selectFrom("users").select("id").execute();
    const order: string[] = [];
    await Promise.all([
      slow.execute(reader).then(() => order.push("search")),
      db
        .insertInto("subscribers")
        .values(subscriber("d"))
        .execute()
        .then(() => order.push("click")),
    ]);
    expect(order).toEqual(["click", "search"]);
  });

  test("reports a broken statement and serves the next one", async () => {
    const { reader } = await open();
    await expect(sql`select * from nowhere`.execute(reader)).rejects.toThrow("nowhere");
    expect(await reader.selectFrom("subscribers").selectAll().execute()).toEqual([]);
  });

  test("cannot write on SQLite, and has no transactions there", async () => {
    const { engine, reader } = await open();
    if (engine !== "sqlite") return;
    await expect(reader.insertInto("subscribers").values(subscriber("e")).execute()).rejects.toThrow(
      "readonly",
    );
    await expect(reader.transaction().execute(async () => undefined)).rejects.toThrow("no transactions");
  });
});
