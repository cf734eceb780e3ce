import { sql } from "kysely";
import type { Db } from "../../deps.ts";

type CountByDay = Map<number, number>;
const dayOf = (column: string) => sql<number>`${sql.ref(column)} / 86400000`;
const asMap = (rows: readonly { day: number; total: number }[]): CountByDay =>
  new Map(rows.map(({ day, total }) => [Number(day), Number(total)]));

export async function countBoardsByDay(db: Db, since: number): Promise<CountByDay> {
  const day = dayOf("created_at");
  const rows = await db
    .selectFrom("boards")
    .select((eb) => [day.as("day"), eb.fn.countAll<number>().as("total")])
    .where("created_at", ">=", since)
    .groupBy(day)
    .execute();
  return asMap(rows);
}

export async function countStickersByDay(db: Db, since: number): Promise<CountByDay> {
  const day = dayOf("created_at");
  const rows = await db
    .selectFrom("items")
    .select((eb) => [day.as("day"), eb.fn.countAll<number>().as("total")])
    .where("created_at", ">=", since)
    .where("kind", "=", "sticker")
    .groupBy(day)
    .execute();
  return asMap(rows);
}

export async function countPeopleByDay(db: Db, since: number): Promise<CountByDay> {
  const opened = db
    .selectFrom("visits")
    .select([dayOf("visited_at").as("day"), "user_id"])
    .where("visited_at", ">=", since);
  const wrote = db
    .selectFrom("items")
    .select([dayOf("created_at").as("day"), sql<string>`user_id`.as("user_id")])
    .where("created_at", ">=", since)
    .where("kind", "=", "sticker")
    .where("user_id", "is not", null);
  const rows = await db
    .selectFrom(opened.union(wrote).as("active"))
    .select((eb) => ["day", eb.fn.countAll<number>().as("total")])
    .groupBy("day")
    .execute();
  return asMap(rows);
}
