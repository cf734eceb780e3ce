import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabaseAt } from "../../db/engines/open.ts";
import { hashPassword } from "../../features/admin/passwords.ts";

/*
 * Uses the native parts of the server together (SQLite here and in a worker process, the log's
 * own descriptor, argon2) and ends them at random moments. The last round ends the process in the middle.
 */
const folder = process.env["DATA_DIR"] as string;
const rounds = 15;
const slowRead = sql`
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3000000)
  select count(*) from numbers`;

async function round(): Promise<void> {
  const database = await openDatabaseAt({ folder });
  // A closed store fails what still runs; only a crash matters here.
  const running = [
    ...Array.from({ length: 20 }, (_, n) => database.transaction((trx) => write(trx, n))),
    slowRead.execute(database.reader),
    hashPassword("a password of the tests"),
    database.unsynced(),
  ].map((work) => Promise.resolve(work).catch(() => undefined));
  await sleep(Math.random() * 300);
  await database.close();
  await Promise.all(running);
}

async function write(trx: Parameters<typeof slowRead.execute>[0], n: number): Promise<void> {
  await sql`insert or replace into server_state (key, value) values (${`stress-${n}`}, ${"x".repeat(5_000)})`.execute(
    trx,
  );
}

for (let done = 0; done < rounds; done++) await round();
console.log("every round ended");
void round();
setTimeout(() => process.exit(0), Math.random() * 300);
