import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { seededRandom, randomText } from "./random-text.ts";

/** The items of each board: one section of three columns, and its stickers. */
const stickersPerBoard = 10;
const dayMs = 86_400_000;
/** The number of days over which the creation dates of the boards are spread. */
const days = 60;
const boardsPerTransaction = 20_000;
const measuredBoards = 200;

export interface SeededBoard {
  id: string;
  columns: string[];
  stickers: string[];
}
export interface SeededDatabase {
  /** Some of the boards, evenly drawn. */
  boards: SeededBoard[];
}

/** Writes into the SQLite file of a stopped server. Nothing is synced: a crash loses the file. */
export function seedLargeDatabase(
  folder: string,
  boards: number,
  logProgress: (text: string) => void,
): SeededDatabase {
  const database = new DatabaseSync(join(folder, "retro.db"), { enableForeignKeyConstraints: false });
  database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA temp_store = MEMORY");
  const indexes = database
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null")
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  const insert = prepareInserts(database);
  const random = seededRandom(11);
  const now = Date.now();
  const measured: SeededDatabase["boards"] = [];
  database.exec("BEGIN");
  for (let i = 0; i < boards; i += 1) {
    if (i % boardsPerTransaction === boardsPerTransaction - 1) database.exec("COMMIT; BEGIN");
    if (i % 100_000 === 99_999) logProgress(`${i + 1} boards written`);
    const at = now - Math.floor(((boards - i) / boards) * days * dayMs);
    const board = writeBoard(insert, i, at, random);
    if (i % Math.ceil(boards / measuredBoards) === 0) measured.push(board);
  }
  database.exec("COMMIT");
  for (const { name, sql } of indexes) {
    logProgress(`index ${name}`);
    database.exec(sql);
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return { boards: measured };
}

type Table = "users" | "sessions" | "boards" | "visits" | "items" | "changes" | "votes" | "logs";

const facilitatorOptions = JSON.stringify({
  hideContent: false,
  stopEditing: false,
  concealVoteCount: false,
  showStickerDate: false,
  votes: { limit: 900, item: "section" },
  avatars: false,
});
const idleTimer = JSON.stringify({ startTime: null, pauseTime: null, countTime: 300, countPauseTime: null });

/** Writes the `i`th board with its visitor, stickers, votes and logs, all at one time. @returns its ids */
function writeBoard(
  insert: Record<Table, StatementSync>,
  i: number,
  at: number,
  random: () => number,
): SeededDatabase["boards"][number] {
  const [user, board, section] = [randomUUID(), randomBytes(16).toString("base64url"), randomUUID()];
  const name = `Visitor ${i}`;
  insert.users.run(user, "anonymous", name, "#336699", 1, at, at);
  insert.sessions.run(randomBytes(32).toString("hex"), user, at, at, "192.0.2.1", "Bench");
  const title = i % 5000 === 7 ? `Needle ${i}` : randomText(random, 40);
  insert.boards.run(
    board,
    title,
    "",
    title.toLowerCase(),
    user,
    12,
    facilitatorOptions,
    idleTimer,
    stickersPerBoard,
    at,
    at,
  );
  insert.visits.run(user, board, at);
  insert.items.run(section, board, null, "section", "a0", null, "What went well?", at);
  const columns = [randomUUID(), randomUUID(), randomUUID()];
  for (const [j, column] of columns.entries())
    insert.items.run(column, board, section, "column", `a${j}`, null, null, at);
  const stickers: string[] = [];
  for (let j = 0; j < stickersPerBoard; j += 1) {
    const [sticker, parent] = [randomUUID(), columns[j % 3] as string];
    stickers.push(sticker);
    insert.items.run(sticker, board, parent, "sticker", `a${j}`, user, randomText(random, 60), at);
    insert.changes.run(board, j + 2, `{"put":["${sticker}"]}`, at);
  }
  insert.votes.run(randomUUID(), board, stickers[0] as string, user, at);
  insert.votes.run(randomUUID(), board, stickers[1] as string, user, at);
  insert.logs.run(
    randomUUID(),
    100 + (i % 7),
    user,
    name,
    "click",
    "new-board",
    `${name} click`.toLowerCase(),
    at,
  );
  return { id: board, columns, stickers };
}

function prepareInserts(database: DatabaseSync): Record<Table, StatementSync> {
  const prepareInsert = (table: string, columns: string, values = "") => {
    const placeholders = columns.split(",").map(() => "?");
    const [names, given] = values === "" ? ["", ""] : (values.split("=") as [string, string]);
    return database.prepare(
      `INSERT INTO ${table} (${columns}${names && `, ${names}`}) VALUES (${placeholders.join(", ")}${given && `, ${given}`})`,
    );
  };
  return {
    users: prepareInsert("users", "id, role, name, color, is_avatar_stickers, created_at, seen_at"),
    sessions: prepareInsert("sessions", "id, user_id, created_at, last_used_at, address, user_agent"),
    boards: prepareInsert(
      "boards",
      "id, title, description, search, creator_id, version, facilitator_options, timer, sticker_count, created_at, last_used_at",
      "section_count=1",
    ),
    visits: prepareInsert("visits", "user_id, board_id, visited_at"),
    items: prepareInsert(
      "items",
      "id, board_id, parent_id, kind, order_key, user_id, title, created_at",
      "style, rev='{}', 1",
    ),
    changes: prepareInsert("changes", "board_id, version, touched, created_at"),
    votes: prepareInsert("votes", "id, board_id, item_id, user_id, created_at"),
    logs: prepareInsert("logs", "id, event_id, user_id, name, function, object, search, created_at"),
  };
}
