import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { cutText } from "@retro/contract/text";
import { boardIdOf } from "./admin-cli-words.ts";
import { lockFolder } from "../db/folder-lock.ts";
import { biggestBoards, compactSqlite, pictureSpace, sqlitePages, tableSizes } from "../db/space.ts";
import type { Deps } from "../deps.ts";
import { deleteBoard, describeBoard } from "../features/boards/board-deletion.ts";
import { deleteFeedback, searchFeedback } from "../features/feedback/feedback-deletion.ts";
import { postBoardNotice } from "../features/notices/notices.ts";
import {
  deleteSentData,
  erasePersonFromCli,
  searchPeople,
  countPersonTraces,
} from "../features/privacy/people-admin.ts";

export class AdminCommandError extends Error {}

export interface Confirmation {
  yes: boolean;
}

const formatDay = (time: number | null) =>
  time === null ? "unknown" : new Date(time).toISOString().slice(0, 10);
const truncate = (text: string, length: number) => {
  const cut = cutText(text, length);
  return cut === text ? text : `${cut}…`;
};
const pluralize = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`;
}

export async function showDisk({ database, settings }: Deps): Promise<void> {
  const { db } = database;
  if ("file" in database.source) {
    const { total, free, size } = await sqlitePages(db);
    const log = `${database.source.file}-wal`;
    console.log(`Database: ${database.source.file}`);
    console.log(
      `  ${formatBytes(total * size).padStart(8)}  file, ${formatBytes(free * size)} of it free for new data`,
    );
    console.log(`  ${formatBytes(existsSync(log) ? statSync(log).size : 0).padStart(8)}  write-ahead log`);
    const disk = await statfs(settings.dataDir);
    const all = formatBytes(disk.blocks * disk.bsize);
    console.log(`  ${formatBytes(disk.bavail * disk.bsize).padStart(8)}  free on the disk, of ${all}`);
  } else console.log("Database: PostgreSQL");
  console.log("\nTables, with their indexes:");
  for (const { name, bytes } of await tableSizes(database))
    console.log(`  ${formatBytes(Number(bytes)).padStart(8)}  ${name}`);
  const { pictures, bytes } = await pictureSpace(db);
  console.log(`\nFeedback: ${pluralize(pictures, "picture")}, ${formatBytes(bytes)}`);
  const boards = await biggestBoards(db, 10);
  console.log(`\nBiggest boards:${boards.length === 0 ? " none" : ""}`);
  for (const board of boards) {
    const amount = `${formatBytes(board.bytes).padStart(8)}  ${board.id}`;
    console.log(
      `  ${amount}  ${pluralize(board.sticker_count, "sticker")}, last used ${formatDay(board.last_used_at)}  ${truncate(board.title, 40)}`,
    );
  }
}

export async function compact({ database, settings }: Deps): Promise<void> {
  if (!("file" in database.source))
    throw new AdminCommandError(
      "PostgreSQL uses free space again by itself. To give it back to the disk: VACUUM FULL.",
    );
  const lock = lockFolder(settings.dataDir);
  try {
    const before = statSync(database.source.file).size;
    await compactSqlite(database.db);
    console.log(`${formatBytes(before)} before, ${formatBytes(statSync(database.source.file).size)} now.`);
  } finally {
    lock.release();
  }
}

export async function deleteData(
  deps: Deps,
  kind: string,
  which: string,
  confirm: Confirmation,
): Promise<void> {
  if (kind === "board") return deleteOneBoard(deps, which, confirm);
  if (kind === "feedback") return deleteOneFeedback(deps, which, confirm);
  if (kind === "person") return deleteOnePerson(deps, which, confirm);
  throw new AdminCommandError("delete takes board, feedback or person.");
}

async function deleteOneBoard(deps: Deps, which: string, confirm: Confirmation): Promise<void> {
  const id = boardIdOf(which);
  const board = await describeBoard(deps, id);
  if (!board) throw new AdminCommandError(`There is no board ${which}.`);
  const size = `${pluralize(board.sticker_count, "sticker")}, last used ${formatDay(board.last_used_at)}`;
  await confirmDeletion(confirm, `Delete the board "${board.title}" (${size}) for everybody?`);
  const version = await deleteBoard(deps, id);
  if (version !== null) await postBoardNotice(deps, id, version);
  console.log("The board is deleted. Browsers that show it leave it within seconds.");
}

async function deleteOneFeedback(deps: Deps, which: string, confirm: Confirmation): Promise<void> {
  const found = await searchFeedback(deps, which);
  const lines = found.map(
    (each) => `  ${each.id}  ${formatDay(each.created_at)}  ${each.name}: ${truncate(each.comment, 60)}`,
  );
  const only = expectOne(found, lines, `There is no feedback ${which}.`);
  await confirmDeletion(confirm, `Delete this feedback with its pictures?\n${lines.join("\n")}\n`);
  await deleteFeedback(deps, only.id);
  console.log("The feedback is deleted.");
}

async function deleteOnePerson(deps: Deps, which: string, confirm: Confirmation): Promise<void> {
  const { people, sent } = await searchPeople(deps, which);
  const nothingSent = sent === null || Object.values(sent).every((n) => n === 0);
  const lines = people.map(
    ({ id, name, created_at, seen_at }) =>
      `  ${id}  ${truncate(name, 40)}, since ${formatDay(created_at)}, last seen ${formatDay(seen_at)}`,
  );
  const admin = people.find(({ role }) => role === "admin");
  if (admin)
    throw new AdminCommandError(`${admin.name} is an administrator. First: npm run admin -- remove <email>`);
  const person =
    people.length === 0 && !nothingSent ? null : expectOne(people, lines, `Nobody is found by "${which}".`);
  const question: string[] = [];
  if (person) {
    const traces = await countPersonTraces(deps, person.id);
    question.push(
      `Erase this person?\n${lines.join("\n")}`,
      `  goes: ${pluralize(traces.sessions, "session")}, ${pluralize(traces.logs, "line")} of the activity log, ` +
        `${traces.feedback} feedback, the list of ${pluralize(traces.boards, "board")} they opened, boards that only they used`,
      `  stays, without their name: ${pluralize(traces.stickers, "sticker")} on boards of others, ${pluralize(traces.votes, "vote")}`,
    );
  }
  if (sent && !nothingSent)
    question.push(
      `Delete what was sent from ${which.trim()}? ${sent.feedback} feedback, ` +
        `${pluralize(sent.contacts, "message")}, ${pluralize(sent.subscribers, "newsletter address", "newsletter addresses")}`,
    );
  await confirmDeletion(confirm, question.join("\n"));
  if (sent && !nothingSent) await deleteSentData(deps, which.trim());
  if (person && !(await erasePersonFromCli(deps, person.id)))
    throw new AdminCommandError("This person is gone already, or has become an administrator.");
  console.log("Done.");
}

function expectOne<T>(found: readonly T[], lines: readonly string[], none: string): T {
  const [only, ...more] = found;
  if (only === undefined) throw new AdminCommandError(none);
  if (more.length > 0) throw new AdminCommandError(`Several match. Name one by its id:\n${lines.join("\n")}`);
  return only;
}

async function confirmDeletion({ yes }: Confirmation, question: string): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new AdminCommandError(`${question}\nNobody can be asked here. Add --yes to delete.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} It cannot be undone. [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new AdminCommandError("Nothing was deleted.");
  } finally {
    lines.close();
  }
}
