import type { BoardContent } from "@retro/contract/files/board-file";
import { limits } from "@retro/contract/limits";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { mayWrite } from "@retro/rules/permissions";
import {
  askedMeaning,
  askedQuestions,
  askedText,
  type QuestionMeaning,
  shownFrom,
} from "@retro/rules/questions";
import { facilitationOf, nextStepsOf } from "../../board/parts/board-row.ts";
import type { BoardRow } from "../../board/parts/board-store.ts";
import { openBoard } from "../../board/turn/board-access.ts";
import type { Db, Deps } from "../../deps.ts";
import { fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "database">;
type CountsRow = Awaited<ReturnType<typeof store.findCounts>>[number];

interface Asked {
  boardId: string;
  kind: QuestionKind;
  userId: string;
}

/** The stored counts of a question without answers. */
export const noAnswers = JSON.stringify(Array.from({ length: limits.questions.scale }, () => 0));
const parseCounts = (text: string) => JSON.parse(text) as number[];
const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);

/** What the board asks: in its meeting, or in the one that it remembers. */
function askedOn(board: BoardRow) {
  return askedQuestions(facilitationOf(board).meeting?.steps ?? nextStepsOf(board) ?? []);
}

/** What the board asks, and what it asked before if its answers are shown [Q4]; its last question stays the last. */
function askedOrShown(board: BoardRow, rows: readonly CountsRow[]): Map<QuestionKind, QuestionMeaning> {
  const all = askedOn(board);
  for (const { kind, shown, text } of rows)
    if (!all.has(kind) && shown !== noAnswers) all.set(kind, askedMeaning(text));
  all.delete("worth");
  return all.set("worth", {});
}

/**
 * All questions that a board asks or has shown answers to, as one user sees them [Q1, Q3, Q4, Q5].
 * @throws AppError as `openBoard`
 */
export async function listQuestions(
  { database }: Needs,
  boardId: string,
  userId: string,
): Promise<Question[]> {
  const board = await openBoard(database.db, boardId, userId);
  const rows = await store.findCounts(database.db, boardId);
  const answered = await store.findAnswered(database.db, boardId, userId);
  return presentQuestions(askedOrShown(board, rows), rows, answered);
}

/** @throws AppError as `openBoard`, 404 for a question that `listQuestions` does not have */
export async function readQuestion(deps: Needs, { kind, ...asked }: Asked): Promise<Question> {
  const questions = await listQuestions(deps, asked.boardId, asked.userId);
  const found = questions.find((question) => question.kind === kind);
  if (found === undefined) throw notFound();
  return found;
}

function presentQuestions(
  questions: ReadonlyMap<QuestionKind, QuestionMeaning>,
  rows: readonly CountsRow[],
  answered: ReadonlySet<QuestionKind>,
): Question[] {
  const rowOf = new Map(rows.map((row) => [row.kind, row]));
  return [...questions].map(([kind, { text, words }]) => {
    const { counts, shown } = rowOf.get(kind) ?? { counts: noAnswers, shown: noAnswers };
    return {
      kind,
      ...(text !== undefined && { text }),
      ...(words !== undefined && { words }),
      answers: sum(parseCounts(counts)),
      answered: answered.has(kind),
      counts: shown === noAnswers ? null : parseCounts(shown),
    };
  });
}

/**
 * Counts an answer [Q1, Q2]. It takes no turn: a version, an event or an entry of the change log would say when.
 * @param value from 1 to 5, or to the number of words
 * @throws AppError 403 `board_locked`, 404 for a question that the board does not ask, 422 on `value`, or as
 *   `openBoard`
 */
export async function answerQuestion({ database }: Needs, asked: Asked, value: number): Promise<Question> {
  return database.transaction(async (db) => {
    const { boardId, kind, userId } = asked;
    const board = await openBoard(db, boardId, userId);
    requireAllowed(mayWrite(facilitationOf(board)));
    const question = askedOn(board).get(kind);
    if (question === undefined) throw notFound();
    if (question.words !== undefined && value > question.words.length)
      throw fieldError("value", "validation.invalid");
    if (await store.insertAnswerer(db, { board_id: boardId, kind, user_id: userId })) {
      const place = { boardId, kind, text: askedText(question) };
      const before = await store.lockCounts(db, place, noAnswers);
      const counts = JSON.stringify(parseCounts(before.counts).map((n, i) => (i === value - 1 ? n + 1 : n)));
      const isGroup = sum(parseCounts(counts)) - sum(parseCounts(before.shown)) >= shownFrom(kind);
      await store.writeCounts(db, { boardId, kind, counts, shown: isGroup ? counts : before.shown });
    }
    const rows = await store.findCounts(db, boardId);
    const [answered] = presentQuestions(new Map([[kind, question]]), rows, new Set([kind]));
    return answered as Question;
  });
}

/**
 * Refuses steps that ask something else under the name of a question that was answered: its answers would get
 * another meaning [Q4].
 * @throws AppError 422 on `steps`
 */
export async function requireSameQuestions(
  db: Db,
  boardId: string,
  steps: readonly MeetingStep[],
): Promise<void> {
  const asked = askedQuestions(steps);
  for (const { kind, text } of await store.findCounts(db, boardId)) {
    const question = asked.get(kind);
    if (question !== undefined && askedText(question) !== text)
      throw fieldError("steps", "validation.invalid");
  }
}

/** A question whose answers everybody on the board sees [Q3]. */
export type ShownQuestion = Pick<Question, "kind" | "text" | "words"> & { counts: number[] };

export async function findShownQuestions(db: Db, board: BoardRow): Promise<ShownQuestion[]> {
  const rows = await store.findCounts(db, board.id);
  return presentQuestions(askedOrShown(board, rows), rows, new Set()).flatMap(
    ({ kind, text, words, counts }) => (counts === null ? [] : [{ kind, text, words, counts }]),
  );
}

/** Nobody of the file has answered on the new board. Fewer answers than are ever shown are left out. */
export async function importAnswers(
  db: Db,
  boardId: string,
  { questions = {}, asked: former = {}, meeting }: Pick<BoardContent, "questions" | "asked" | "meeting">,
): Promise<void> {
  const asked = askedQuestions(meeting?.steps ?? []);
  for (const [kind, counts] of Object.entries(questions)) {
    if (sum(counts) < shownFrom(kind)) continue;
    const row = { board_id: boardId, kind, text: askedText(asked.get(kind) ?? former[kind] ?? {}) };
    const text = JSON.stringify(counts);
    await store.insertCounts(db, { ...row, counts: text, shown: text });
  }
}
