import { fold } from "@retro/contract/fold";
import type { ListQuery, PersonRow } from "@retro/contract/lists";
import { sql } from "kysely";
import type { Db } from "../../deps.ts";

const sorts = ["name", "email", "role", "seen_at"] as const;
export const personSortNames: readonly string[] = sorts;

/** More people than these are not looked through: a company has thousands. */
const mostPeople = 10_000;

/** Administrators, and who has signed in through a provider or a proxy: the company's people, not its guests. */
export async function listPeople(
  db: Db,
  { page, per_page, sort = "name", q }: ListQuery,
): Promise<{ rows: PersonRow[]; total: number }> {
  const words = fold(q);
  const found = (await readPeople(db)).filter(({ name, email }) => fold(name, email ?? "").includes(words));
  const column = sorts.find((each) => each === sort.replace(/^-/, "")) ?? "name";
  const before = sort.startsWith("-") ? 1 : -1;
  const sorted = found
    .map((person) => ({ person, key: `${fold(person[column] ?? "")}\n${person.id}` }))
    .toSorted((a, b) => (a.key < b.key ? before : -before));
  const rows = sorted.slice((page - 1) * per_page, page * per_page).map(({ person }) => person);
  return { rows, total: found.length };
}

async function readPeople(db: Db): Promise<PersonRow[]> {
  const fields = ["users.id", "users.name", "users.email", "users.role", "users.seen_at"] as const;
  const signedIn = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("identities")
        .select(["user_id", "issuer"])
        .orderBy("user_id")
        .limit(mostPeople)
        .as("identity"),
    )
    .innerJoin("users", "users.id", "identity.user_id")
    .select([...fields, "identity.issuer"])
    .execute();
  const admins = await db
    .selectFrom("users")
    .select([...fields, sql<null>`null`.as("issuer")])
    // A literal, not a parameter: only then do both engines use the partial index.
    .where("role", "=", sql.lit("admin"))
    .execute();
  const people = new Map([...admins, ...signedIn].map((row) => [row.id, row]));
  return [...people.values()].map(({ seen_at, ...person }) => ({
    ...person,
    seen_at: seen_at === null ? null : new Date(seen_at).toISOString(),
  }));
}
