import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { seededRandom, randomText } from "./random-text.ts";

/** Writes into the database of a server that does not run, because the API would take too long. */
export function seedAdminLists(folder: string, count: number): void {
  const database = new DatabaseSync(join(folder, "retro.db"));
  const random = seededRandom(7);
  const now = Date.now();
  const rows: Record<string, (i: number) => (string | number | null)[]> = {
    "feedback (id, user_id, name, email, comment, search, created_at)": (i) => {
      const [name, comment] = [randomText(random, 20), randomText(random, 300)];
      return [randomUUID(), null, name, `f${i}@example.com`, comment, `${name} ${comment}`, now - i * 1000];
    },
    "contacts (id, email, name, inquiry, subject, message, search, created_at)": (i) => {
      const [name, text] = [randomText(random, 20), randomText(random, 300)];
      const subject = randomText(random, 40);
      const search = `${name} ${subject} ${text}`;
      return [randomUUID(), `c${i}@example.com`, name, "Support", subject, text, search, now - i * 1000];
    },
    "subscribers (id, email, search, created_at)": (i) => {
      const email = `s${i}@example.com`;
      return [randomUUID(), email, email, now - i * 1000];
    },
    "logs (id, event_id, user_id, name, function, object, search, created_at)": (i) => {
      const name = randomText(random, 16);
      const search = `${name} click board-save`;
      return [randomUUID(), 100 + (i % 7), null, name, "click", "board-save", search, now - i * 1000];
    },
    [`boards (id, title, description, search, creator_id, version, facilitator_id, facilitator_options, timer,
      section_count, sticker_count, created_at)`]: (i) => {
      const title = randomText(random, 40);
      return [randomUUID(), title, "", title, null, 1, null, "{}", "{}", 3, i % 90, now - i * 1000];
    },
  };
  try {
    database.exec("BEGIN");
    for (const [table, row] of Object.entries(rows)) {
      const placeholders = Array.from(table.split(","), () => "?").join(", ");
      const insert = database.prepare(`INSERT INTO ${table} VALUES (${placeholders})`);
      for (let i = 0; i < count; i += 1) insert.run(...row(i));
    }
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}
