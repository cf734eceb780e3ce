import type { BoardContent } from "@retro/contract/board-file";
import { limits } from "@retro/contract/limits";
import type { Question, QuestionKind } from "@retro/contract/questions";
import { mayWrite } from "@retro/rules/permissions";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { openBoard } from "../../board/turn/board-access.ts";
import type { Db, Deps } from "../../deps.ts";
import { requireAllowed } from "../../http/errors/app-error.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "database">;

interface Asked {
  boardId: string;
  kind: QuestionKind;
  userId: string;
}

const none = JSON.stringify(Array.from({ length: limits.questions.scale }, () => 0));
const parseCounts = (text: string) => JSON.parse(text) as number[];
const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);

/**
 * A board's anonymous question as one user sees it [Q1, Q3].
 * @throws AppError as `openBoard`
 */
export async function readQuestion({ database }: Needs, asked: Asked): Promise<Question> {
  await openBoard(database.db, asked.boardId, asked.userId);
  return presentQuestion(database.db, asked);
}

async function presentQuestion(db: Db, asked: Asked): Promise<Question> {
  const row = (await store.findCounts(db, asked.boardId)).find(({ kind }) => kind === asked.kind);
  const counts = parseCounts(row?.shown ?? none);
  return {
    kind: asked.kind,
    answers: sum(parseCounts(row?.counts ?? none)),
    answered: await store.hasAnswered(db, asked),
    counts: sum(counts) > 0 ? counts : null,
  };
}

/**
 * Counts an answer [Q1, Q2]. It takes no turn: a version, an event or an entry of the change log would say when.
 * @param value from 1 to 5
 * @throws AppError 403 `board_locked`, or as `openBoard`
 */
export async function answerQuestion({ database }: Needs, asked: Asked, value: number): Promise<Question> {
  return database.transaction(async (db) => {
    const { boardId, kind, userId } = asked;
    requireAllowed(mayWrite(facilitationOf(await openBoard(db, boardId, userId))));
    if (await store.insertAnswerer(db, { board_id: boardId, kind, user_id: userId })) {
      const before = await store.lockCounts(db, boardId, kind, none);
      const counts = JSON.stringify(parseCounts(before.counts).map((n, i) => (i === value - 1 ? n + 1 : n)));
      const isGroup = sum(parseCounts(counts)) - sum(parseCounts(before.shown)) >= limits.questions.shownFrom;
      await store.writeCounts(db, { boardId, kind, counts, shown: isGroup ? counts : before.shown });
    }
    return presentQuestion(db, asked);
  });
}

/** The answers that everybody on the board may see [Q3], of the questions that have any. */
export async function findShownAnswers(db: Db, boardId: string): Promise<Map<QuestionKind, number[]>> {
  const rows = await store.findCounts(db, boardId);
  const shown = rows.map(({ kind, ...row }) => [kind, parseCounts(row.shown)] as const);
  return new Map(shown.filter(([, counts]) => sum(counts) > 0));
}

/** Nobody of the file has answered on the new board. Fewer answers than are ever shown are left out. */
export async function importAnswers(
  db: Db,
  boardId: string,
  questions: NonNullable<BoardContent["questions"]>,
): Promise<void> {
  for (const [kind, counts] of Object.entries(questions) as [QuestionKind, number[]][]) {
    if (sum(counts) < limits.questions.shownFrom) continue;
    const text = JSON.stringify(counts);
    await store.insertCounts(db, { board_id: boardId, kind, counts: text, shown: text });
  }
}
