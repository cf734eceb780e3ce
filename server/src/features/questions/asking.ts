import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { eventNames, channels } from "@retro/contract/events";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { QuestionKind } from "@retro/contract/facilitation/questions";
import { limits } from "@retro/contract/limits";
import {
  askedQuestions,
  askedText,
  type QuestionMeaning,
  questionsInForce,
  shownFrom,
} from "@retro/rules/questions";
import { runAfterCommit } from "../../after-commit.ts";
import { facilitationOf, nextStepsOf } from "../../board/parts/board-row.ts";
import { type BoardRow, findBoard } from "../../board/parts/board-store.ts";
import { passHolders } from "../../board/turn/pass-store.ts";
import type { Db, Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import * as store from "./store.ts";
import { noAnswers } from "./store.ts";

export { noAnswers };
export const parseCounts = (text: string) => JSON.parse(text) as number[];
export const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);

/** The board's questions: those of its meeting, or of the steps stored for the next one. */
export function askedOn(board: BoardRow): Map<QuestionKind, QuestionMeaning> {
  return askedQuestions(facilitationOf(board).meeting?.steps ?? nextStepsOf(board) ?? []);
}

export interface Asking {
  db: Db;
  board: BoardRow;
  /** Epoch milliseconds. */
  now: number;
}

/** Asks those of the questions that have no shown answers [Q3], and lets these users answer [Q6]. */
export async function askQuestions(
  { db, board, now }: Asking,
  kinds: readonly QuestionKind[],
  userIds: readonly string[],
): Promise<void> {
  if (kinds.length === 0) return;
  const ended = new Map((await store.findEnded(db, board.id)).map((row) => [row.kind, row]));
  const passed = board.passphrase_hash === null ? null : await passHolders(db, board.id, userIds);
  const people = userIds.filter((id) => passed?.has(id) ?? true);
  for (const kind of kinds) {
    const { shown = noAnswers } = ended.get(kind) ?? {};
    if (shown !== noAnswers) continue;
    const place = { boardId: board.id, kind };
    await store.deleteEnded(db, place);
    await store.insertOpen(db, { board_id: board.id, kind, counts: noAnswers, asked_at: now });
    await store.insertPeople(db, place, people);
  }
}

/**
 * Ends those of the questions that are open: their answers are shown, or deleted if they are too few [Q3]. Call
 * `forgetPeople` after the commit.
 * @returns whether one was open
 */
export async function endQuestions(
  { db, board }: Pick<Asking, "db" | "board">,
  kinds: readonly QuestionKind[],
): Promise<boolean> {
  const asked = askedOn(board);
  const ended = await store.takeOpen(db, board.id, kinds);
  for (const { kind, counts } of ended) {
    const shown = sum(parseCounts(counts)) >= shownFrom(kind) ? counts : noAnswers;
    await store.insertEnded(db, { board_id: board.id, kind, shown, text: askedText(asked.get(kind) ?? {}) });
  }
  return ended.length > 0;
}

/**
 * Ends what a meeting asks no more, and asks what its next step asks [Q3].
 * @param asking its board is as before
 * @returns as `endQuestions`
 */
export async function followMeeting(
  asking: Asking,
  next: Facilitation,
  present: readonly string[],
): Promise<boolean> {
  const before = questionsInForce(facilitationOf(asking.board));
  const inForce = questionsInForce(next);
  const asked = askedQuestions(next.meeting?.steps ?? []);
  const isOver = (kind: QuestionKind) =>
    next.meeting === undefined || !asked.has(kind) || (before.has(kind) && !inForce.has(kind));
  const open = await store.findOpen(asking.db, asking.board.id);
  const hasEnded = await endQuestions(
    asking,
    open.map(({ kind }) => kind).filter((kind) => isOver(kind)),
  );
  const begun = [...inForce].filter((kind) => !before.has(kind));
  await askQuestions(asking, begun, present);
  return hasEnded;
}

type Traces = Pick<Deps, "database" | "log">;

/** Who has answered has no more use: no file of the database may pair them with what is shown [Q2]. Never throws. */
export async function forgetPeople(deps: Traces & Pick<Deps, "transport">, boardId: string): Promise<void> {
  runAfterCommit(deps.log, "announce the end of a question", () =>
    deps.transport.broadcast(channels.facilitation(boardId), eventNames.questions, {}),
  );
  await eraseTraces(deps, ["question_people", "open_questions"]);
}

async function eraseTraces(
  { database, log }: Traces,
  tables: Parameters<Deps["database"]["eraseTraces"]>[0],
): Promise<void> {
  await database
    .eraseTraces(tables)
    .catch((error: unknown) =>
      log.warn(
        { err: error },
        "who has answered an anonymous question is deleted, and traces stay in the database's files for an hour at most: make no copy of them until then",
      ),
    );
}

/**
 * Deletes what release 1.0 has recorded of answers, and erases what a stop of the server or another program has kept
 * from being erased.
 */
export async function eraseLeftTraces(deps: Traces): Promise<{ done: number; more: boolean }> {
  const done = await store.deleteAnswerers(deps.database.db, 50);
  if (done === 0) await eraseTraces(deps, ["question_people", "open_questions", "board_answerers"]);
  return { done, more: done > 0 };
}

/**
 * Refuses steps that ask something else under the name of a question that was answered: its answers would get
 * another meaning [Q4].
 * @throws AppError 422 on `steps`
 */
export async function requireSameQuestions(
  db: Db,
  board: BoardRow,
  steps: readonly MeetingStep[],
): Promise<void> {
  const [asked, before] = [askedQuestions(steps), askedOn(board)];
  const people = await store.findPeople(db, board.id, "");
  const answered = [...people].flatMap(([kind, { answered: n }]) =>
    n === 0 ? [] : [{ kind, text: askedText(before.get(kind) ?? {}) }],
  );
  const shown = (await store.findEnded(db, board.id)).filter((row) => row.shown !== noAnswers);
  for (const { kind, text } of [...shown, ...answered]) {
    const question = asked.get(kind);
    if (question !== undefined && askedText(question) !== text)
      throw fieldError("steps", "validation.invalid");
  }
}

/** Ends the questions of meetings that people have left without an end. */
export async function endLeftQuestions(
  deps: Deps,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const before = deps.clock() - limits.meeting.leftMs;
  const read = (count: number) => store.boardsAskedBefore(deps.database.db, before, count);
  return rows.each(most, read, String, async (boardId) => {
    const hasEnded = await deps.database.transaction(async (db) => {
      const board = await findBoard(db, boardId);
      if (board === undefined) return false;
      const open = await store.findOpen(db, boardId);
      return endQuestions(
        { db, board },
        open.map(({ kind }) => kind),
      );
    });
    if (hasEnded) await forgetPeople(deps, boardId);
    return hasEnded;
  });
}
