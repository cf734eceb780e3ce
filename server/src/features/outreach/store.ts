import type { ContactRow, ListQuery, SubscriberRow } from "@retro/contract/lists";
import { fold } from "@retro/contract/fold";
import { listPage, type ListSorts } from "../../db/list-page.ts";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export async function insertContact(db: Db, row: Omit<Database["contacts"], "search">): Promise<void> {
  const search = fold(row.email, row.name, row.inquiry, row.subject, row.message);
  await db
    .insertInto("contacts")
    .values({ ...row, search })
    .execute();
}

const contactSorts: ListSorts<"contacts"> = {
  by: new Map([
    ["created_at", "created_at"],
    ["email", "email"],
    ["name", "name"],
    ["inquiry", "inquiry"],
    ["subject", "subject"],
  ]),
  default: "-created_at",
};
export const contactSortNames = [...contactSorts.by.keys()];

export async function listContacts(db: Db, query: ListQuery): Promise<{ rows: ContactRow[]; total: number }> {
  const columns = ["id", "email", "name", "inquiry", "subject", "message"] as const;
  return listPage(db, "contacts", columns, contactSorts, query);
}

export async function insertSubscriber(
  db: Db,
  row: { id: string; email: string; created_at: number },
): Promise<void> {
  await db
    .insertInto("subscribers")
    .values({ ...row, search: fold(row.email) })
    .onConflict((c) => c.column("email").doNothing())
    .execute();
}

export async function deleteSubscriber(db: Db, id: string): Promise<void> {
  await db.deleteFrom("subscribers").where("id", "=", id).execute();
}

const subscriberSorts: ListSorts<"subscribers"> = {
  by: new Map([
    ["created_at", "created_at"],
    ["email", "email"],
  ]),
  default: "-created_at",
};
export const subscriberSortNames = [...subscriberSorts.by.keys()];

export async function listSubscribers(
  db: Db,
  query: ListQuery,
): Promise<{ rows: SubscriberRow[]; total: number }> {
  return listPage(db, "subscribers", ["id", "email"], subscriberSorts, query);
}

const readAtOnce = 1000;

/** Every subscriber, by address; read in parts, so that other queries do not wait for the whole list. */
export async function allSubscribers(db: Db): Promise<SubscriberRow[]> {
  const all: SubscriberRow[] = [];
  for (;;) {
    const part = await db
      .selectFrom("subscribers")
      .select(["id", "email"])
      .where("email", ">", all.at(-1)?.email ?? "")
      .orderBy("email")
      .limit(readAtOnce)
      .execute();
    all.push(...part);
    if (part.length < readAtOnce) return all;
  }
}
