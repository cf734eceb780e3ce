import { expect, test } from "vitest";
import { eachEngine } from "../testing/databases/test-engines.ts";
import { deleteOldRows } from "./delete-old-rows.ts";

eachEngine("deleting by age", (open) => {
  test("takes the oldest first, as many as asked for, and none as young as the limit", async () => {
    const { db } = await open();
    await db
      .insertInto("used_solutions")
      .values([5, 3, 9, 1, 7].map((at) => ({ id: `at ${at}`, expires_at: at })))
      .execute();
    const left = async () =>
      (await db.selectFrom("used_solutions").select("expires_at").orderBy("expires_at").execute()).map(
        (row) => row.expires_at,
      );
    expect(await deleteOldRows(db, "used_solutions", 9, 2)).toBe(2);
    expect(await left()).toEqual([5, 7, 9]);
    expect(await deleteOldRows(db, "used_solutions", 9, 10)).toBe(2);
    expect(await left()).toEqual([9]);
    expect(await deleteOldRows(db, "used_solutions", 9, 10)).toBe(0);
  });

  test("knows the key and the time of each table", async () => {
    const { db } = await open();
    for (const [subject, locked_until] of [
      ["old", 1],
      ["young", 10],
    ] as const)
      await db.insertInto("sign_in_failures").values({ subject, failures: 1, locked_until }).execute();
    for (const created_at of [1, 10]) {
      const id = `at ${created_at}`;
      const text = { id, name: "", email: "", search: "", created_at };
      await db
        .insertInto("feedback")
        .values({ ...text, user_id: null, comment: "" })
        .execute();
      await db
        .insertInto("contacts")
        .values({ ...text, inquiry: "", subject: "", message: "" })
        .execute();
      await db
        .insertInto("notices")
        .values({ id, kind: "user", subject_id: "x", version: 0, created_at })
        .execute();
    }
    for (const table of ["sign_in_failures", "feedback", "contacts", "notices"] as const) {
      expect([table, await deleteOldRows(db, table, 10, 10)]).toEqual([table, 1]);
      expect([table, await deleteOldRows(db, table, 11, 10)]).toEqual([table, 1]);
    }
  });
});
