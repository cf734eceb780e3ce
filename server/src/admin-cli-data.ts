import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { lockFolder } from "./db/folder-lock.ts";
import { biggestBoards, compactSqlite, pictureSpace, sqlitePages, tableSizes } from "./db/space.ts";
import type { Deps } from "./deps.ts";
import { deleteBoard, describeBoard } from "./features/boards/delete.ts";
import { deleteFeedback, searchFeedback } from "./features/feedback/delete.ts";
import { noticeBoard } from "./features/housekeeping/notices.ts";
import { deleteSent, erasePersonBesideServer, searchPeople, tracesOf } from "./features/privacy/people.ts";

/*
 * npm run admin: what takes space, and deletion. Works beside running servers, which learn of deletions from the database.
 */

/** The command cannot do what was asked; the message says why and what to do. */
export class DataError extends Error {}

/** @param yes answer the question before a deletion with yes */
export interface Confirm {
  yes: boolean;
}

const day = (time: number | null) => (time === null ? "unknown" : new Date(time).toISOString().slice(0, 10));
const cut = (text: string, length: number) =>
  [...text].length > length ? `${[...text].slice(0, length).join("")}…` : text;
const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** Bytes with a unit that keeps the number short. */
export function inBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`;
}

/** `npm run admin -- disk`: the database, its tables, the biggest boards, pictures, and the free disk. */
export async function showDisk({ store, settings }: Deps): Promise<void> {
  const { db } = store;
  if ("file" in store.source) {
    const { total, free, size } = await sqlitePages(db);
    const log = `${store.source.file}-wal`;
    console.log(`Database: ${store.source.file}`);
    console.log(
      `  ${inBytes(total * size).padStart(8)}  file, ${inBytes(free * size)} of it free for new data`,
    );
    console.log(`  ${inBytes(existsSync(log) ? statSync(log).size : 0).padStart(8)}  write-ahead log`);
    const disk = await statfs(settings.dataDir);
    const all = inBytes(disk.blocks * disk.bsize);
    console.log(`  ${inBytes(disk.bavail * disk.bsize).padStart(8)}  free on the disk, of ${all}`);
  } else console.log("Database: PostgreSQL");
  console.log("\nTables, with their indexes:");
  for (const { name, bytes } of await tableSizes(store))
    console.log(`  ${inBytes(Number(bytes)).padStart(8)}  ${name}`);
  const { pictures, bytes } = await pictureSpace(db);
  console.log(`\nFeedback: ${counted(pictures, "picture")}, ${inBytes(bytes)}`);
  console.log("\nBiggest boards:");
  for (const board of await biggestBoards(db, 10)) {
    const amount = `${inBytes(board.bytes).padStart(8)}  ${board.id}`;
    console.log(
      `  ${amount}  ${counted(board.sticker_count, "sticker")}, last used ${day(board.last_used_at)}  ${cut(board.title, 40)}`,
    );
  }
}

/**
 * `npm run admin -- compact`: gives all free pages of the SQLite file back to the disk at once.
 * @throws DataError on PostgreSQL; FolderInUse while a server runs
 */
export async function compact({ store, settings }: Deps): Promise<void> {
  if (!("file" in store.source))
    throw new DataError(
      "PostgreSQL uses free space again by itself. To give it back to the disk: VACUUM FULL.",
    );
  const lock = lockFolder(settings.dataDir);
  try {
    const before = statSync(store.source.file).size;
    await compactSqlite(store.db);
    console.log(`${inBytes(before)} before, ${inBytes(statSync(store.source.file).size)} now.`);
  } finally {
    lock.release();
  }
}

/** `npm run admin -- delete <kind> <which>` @throws DataError when nothing or too much matches, or without a yes */
export async function deleteData(deps: Deps, kind: string, which: string, confirm: Confirm): Promise<void> {
  if (kind === "board") return deleteOneBoard(deps, which, confirm);
  if (kind === "feedback") return deleteOneFeedback(deps, which, confirm);
  if (kind === "person") return deleteOnePerson(deps, which, confirm);
  throw new DataError("delete takes board, feedback or person.");
}

async function deleteOneBoard(deps: Deps, which: string, confirm: Confirm): Promise<void> {
  const id = /(?:^|\/boards\/)([A-Za-z0-9_-]{1,64})(?:[/?#].*)?$/.exec(which.trim())?.[1] ?? "";
  const board = await describeBoard(deps, id);
  if (!board) throw new DataError(`There is no board ${which}.`);
  const size = `${counted(board.sticker_count, "sticker")}, last used ${day(board.last_used_at)}`;
  await askFor(confirm, `Delete the board "${board.title}" (${size}) for everybody?`);
  const version = await deleteBoard(deps, id);
  if (version !== null) await noticeBoard(deps, id, version);
  console.log("The board is deleted. Browsers that show it leave it within seconds.");
}

async function deleteOneFeedback(deps: Deps, which: string, confirm: Confirm): Promise<void> {
  const found = await searchFeedback(deps, which);
  const lines = found.map(
    (each) => `  ${each.id}  ${day(each.created_at)}  ${each.name}: ${cut(each.comment, 60)}`,
  );
  const only = onlyOne(found, lines, `There is no feedback ${which}.`);
  await askFor(confirm, `Delete this feedback with its pictures?\n${lines.join("\n")}\n`);
  await deleteFeedback(deps, only.id);
  console.log("The feedback is deleted.");
}

async function deleteOnePerson(deps: Deps, which: string, confirm: Confirm): Promise<void> {
  const { people, sent } = await searchPeople(deps, which);
  const nothingSent = sent === null || Object.values(sent).every((n) => n === 0);
  const lines = people.map(
    ({ id, name, created_at, seen_at }) =>
      `  ${id}  ${cut(name, 40)}, since ${day(created_at)}, last seen ${day(seen_at)}`,
  );
  const admin = people.find(({ role }) => role === "admin");
  if (admin) throw new DataError(`${admin.name} is an administrator. First: npm run admin -- remove <email>`);
  const person =
    people.length === 0 && !nothingSent ? null : onlyOne(people, lines, `Nobody is found by "${which}".`);
  const question: string[] = [];
  if (person) {
    const traces = await tracesOf(deps, person.id);
    question.push(
      `Erase this person?\n${lines.join("\n")}`,
      `  goes: ${counted(traces.sessions, "session")}, ${counted(traces.logs, "line")} of the activity log, ` +
        `${traces.feedback} feedback, the list of ${counted(traces.boards, "board")} they opened, boards that only they used`,
      `  stays, without their name: ${counted(traces.stickers, "sticker")} on boards of others, ${counted(traces.votes, "vote")}`,
    );
  }
  if (sent && !nothingSent)
    question.push(
      `Delete what was sent from ${which.trim()}? ${sent.feedback} feedback, ` +
        `${counted(sent.contacts, "message")}, ${counted(sent.subscribers, "newsletter address", "newsletter addresses")}`,
    );
  await askFor(confirm, question.join("\n"));
  if (sent && !nothingSent) await deleteSent(deps, which.trim());
  if (person && !(await erasePersonBesideServer(deps, person.id)))
    throw new DataError("This person is gone already, or has become an administrator.");
  console.log("Done.");
}

/** @throws DataError unless exactly one was found; several are listed */
function onlyOne<T>(found: readonly T[], lines: readonly string[], none: string): T {
  const [only, ...more] = found;
  if (only === undefined) throw new DataError(none);
  if (more.length > 0) throw new DataError(`Several match. Name one by its id:\n${lines.join("\n")}`);
  return only;
}

/** Asks on the terminal. @throws DataError without a yes, and where nobody can be asked */
async function askFor({ yes }: Confirm, question: string): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new DataError(`${question}\nNobody can be asked here. Add --yes to delete.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} It cannot be undone. [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new DataError("Nothing was deleted.");
  } finally {
    lines.close();
  }
}
