import { sql } from "kysely";
import type { Role } from "@retro/contract/users";
import { fold } from "@retro/contract/fold";
import type { Db } from "../../deps.ts";

export interface FoundPerson {
  id: string;
  role: Role;
  name: string;
  created_at: number;
  seen_at: number | null;
}

const columns = ["id", "role", "name", "created_at", "seen_at"] as const;
const pageSize = 5000;

export async function findPersonById(db: Db, id: string): Promise<FoundPerson | undefined> {
  return db.selectFrom("users").select(columns).where("id", "=", id).executeTakeFirst();
}

export async function findPeopleByEmail(db: Db, email: string): Promise<FoundPerson[]> {
  const sent = db
    .selectFrom("feedback")
    .select("user_id")
    .where(sql<string>`lower(email)`, "=", email.toLowerCase());
  return db
    .selectFrom("users")
    .select(columns)
    .where((eb) => eb.or([eb("email", "=", email.toLowerCase()), eb("id", "in", sent)]))
    .execute();
}

/** In any case. Reads every name: not for a request. */
export async function findPeopleByName(db: Db, words: string, most: number): Promise<FoundPerson[]> {
  const wanted = fold(words);
  const found: FoundPerson[] = [];
  for (let after = ""; found.length < most;) {
    const page = await db
      .selectFrom("users")
      .select(columns)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    found.push(...page.filter(({ name }) => fold(name).includes(wanted)));
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) break;
    after = last.id;
  }
  return found.slice(0, most);
}

const tablesWithEmail = ["feedback", "contacts", "subscribers"] as const;
export type SentCounts = Record<(typeof tablesWithEmail)[number], number>;

export async function countSentBy(db: Db, email: string): Promise<SentCounts> {
  const sent: SentCounts = { feedback: 0, contacts: 0, subscribers: 0 };
  for (const table of tablesWithEmail) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where lower(email) = ${email.toLowerCase()}`.execute(db);
    sent[table] = Number(rows[0]?.n ?? 0);
  }
  return sent;
}

export async function deleteSentBy(db: Db, email: string): Promise<void> {
  for (const table of tablesWithEmail)
    await sql`delete from ${sql.table(table)} where lower(email) = ${email.toLowerCase()}`.execute(db);
}

export async function countTraces(db: Db, userId: string) {
  const count = async (table: "sessions" | "visits" | "items" | "votes" | "feedback" | "logs") => {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return {
    sessions: await count("sessions"),
    boards: await count("visits"),
    stickers: await count("items"),
    votes: await count("votes"),
    feedback: await count("feedback"),
    logs: await count("logs"),
  };
}
