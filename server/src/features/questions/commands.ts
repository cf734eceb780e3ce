import type { BoardContent } from "@retro/contract/files/board-file";
import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { mayFacilitate, mayWrite } from "@retro/rules/permissions";
import {
  askedMeaning,
  askedQuestions,
  askedText,
  type QuestionMeaning,
  shownFrom,
} from "@retro/rules/questions";
import { facilitationOf } from "../../board/parts/board-row.ts";
import type { BoardRow } from "../../board/parts/board-store.ts";
import { openBoard } from "../../board/turn/board-access.ts";
import type { Db, Deps } from "../../deps.ts";
import { AppError, fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { askedOn, askQuestions, endQuestions, forgetPeople, noAnswers, parseCounts, sum } from "./asking.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "database">;
type Ended = Awaited<ReturnType<typeof store.findEnded>>[number];

export interface AnswerDeps extends Pick<Deps, "database" | "clock" | "log"> {
  seats: { usersOn: (boardId: string) => Promise<string[]> };
}

interface Asked {
  boardId: string;
  kind: QuestionKind;
  userId: string;
}

/** What the board asks, and what it asked before if its answers are shown [Q4]; its last question stays the last. */
function askedOrShown(board: BoardRow, ended: readonly Ended[]): Map<QuestionKind, QuestionMeaning> {
  const all = askedOn(board);
  for (const { kind, shown, text } of ended)
    if (!all.has(kind) && shown !== noAnswers) all.set(kind, askedMeaning(text));
  all.delete("worth");
  return all.set("worth", {});
}

/**
 * All questions that a board asks or has shown answers to, as one user sees them [Q1, Q3, Q4, Q5, Q6].
 * @throws AppError as `openBoard`
 */
export async function listQuestions(
  { database: { db } }: Needs,
  boardId: string,
  userId: string,
): Promise<Question[]> {
  const board = await openBoard(db, boardId, userId);
  const ended = await store.findEnded(db, boardId);
  const open = new Map((await store.findOpen(db, boardId)).map(({ kind, counts }) => [kind, counts]));
  const people = await store.findPeople(db, boardId, userId);
  const endOf = new Map(ended.map((row) => [row.kind, row]));
  return [...askedOrShown(board, ended)].map(([kind, { text, words }]) => ({
    kind,
    ...(text !== undefined && { text }),
    ...(words !== undefined && { words }),
    ...progressOf(endOf.get(kind), open.get(kind), people.get(kind)),
  }));
}

type People = Awaited<ReturnType<typeof store.findPeople>> extends Map<string, infer P> ? P : never;

/** How far a question is. An open one shows how many have answered, and nothing else [Q3]. */
function progressOf(
  ended: Ended | undefined,
  open: string | undefined,
  people: People | undefined,
): Omit<Question, "kind" | "text" | "words"> {
  if (open !== undefined) {
    const { own = null, waiting = 0 } = people ?? {};
    const answers = sum(parseCounts(open));
    const state = own === null ? "late" : "open";
    return { answers, answered: own === 1, counts: null, state, people: answers + waiting };
  }
  if (ended === undefined) return { answers: 0, answered: false, counts: null, state: "open" };
  const counts = ended.shown === noAnswers ? null : parseCounts(ended.shown);
  return { answers: sum(counts ?? []), answered: true, counts, state: "ended" };
}

/** @throws AppError as `openBoard`, 404 for a question that `listQuestions` does not have */
export async function readQuestion(deps: Needs, { kind, ...asked }: Asked): Promise<Question> {
  const questions = await listQuestions(deps, asked.boardId, asked.userId);
  const found = questions.find((question) => question.kind === kind);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * Counts an answer [Q1, Q2]. It takes no turn: a version, an event or an entry of the change log would say when.
 * It records the user first, in another transaction, so that no transaction has both the user and the answer.
 * @param value from 1 to 5, or to the number of words
 * @throws AppError 403 `board_read_only` or `question_late`, 404 for a question that the board does not ask, 409
 *   `question_ended`, 409 or 503 `answer_lost`, 422 on `value`, or as `openBoard`
 */
export async function answerQuestion(deps: AnswerDeps, asked: Asked, value: number): Promise<Question> {
  const { boardId, kind } = asked;
  const isOpen = (await store.findOpen(deps.database.db, boardId)).some((open) => open.kind === kind);
  const present = isOpen ? [] : await deps.seats.usersOn(boardId);
  const isFirst = await deps.database.transaction(async (db) => {
    const board = await openBoard(db, boardId, asked.userId);
    requireAllowed(mayWrite(facilitationOf(board)));
    const question = askedOn(board).get(kind);
    if (question === undefined) throw notFound();
    if (question.words !== undefined && value > question.words.length)
      throw fieldError("value", "validation.invalid");
    return recordAnswerer({ db, board, now: deps.clock() }, asked, present);
  });
  if (isFirst) await countAnswer(deps, asked, value);
  return readQuestion(deps, asked);
}

/**
 * The first answer begins a question that no step has begun [Q3].
 * @returns false when the user has answered before
 */
async function recordAnswerer(
  asking: Parameters<typeof askQuestions>[0],
  { boardId, kind, userId }: Asked,
  present: readonly string[],
): Promise<boolean> {
  const { db } = asking;
  if (!(await store.findOpen(db, boardId)).some((open) => open.kind === kind)) {
    if ((await store.findEnded(db, boardId)).some((ended) => ended.kind === kind))
      throw new AppError(409, "question_ended");
    await askQuestions(asking, [kind], [...present, userId]);
  }
  if (await store.markAnswered(db, { boardId, kind }, userId)) return true;
  const people = (await store.findPeople(db, boardId, userId)).get(kind);
  if (people?.own !== 1) throw new AppError(403, "question_late");
  return false;
}

async function countAnswer(
  { database, log }: Pick<AnswerDeps, "database" | "log">,
  place: Asked,
  value: number,
): Promise<void> {
  const count = () =>
    database.transaction(async (db) => {
      const before = await store.lockCounts(db, place);
      if (before === undefined) return false;
      const counts = parseCounts(before).map((n, i) => (i === value - 1 ? n + 1 : n));
      await store.writeCounts(db, place, JSON.stringify(counts));
      return true;
    });
  const isCounted = await count().catch((error: unknown) => {
    log.error(
      { err: error, board: place.boardId },
      "an answer to an anonymous question was lost; its user was told",
    );
    throw new AppError(503, "answer_lost");
  });
  // The question has ended between the two transactions.
  if (!isCounted) throw new AppError(409, "answer_lost");
}

/**
 * Ends questions before their step does [Q3]: the facilitator, or anybody while there is none.
 * @throws AppError 403 `facilitator_only` or `board_read_only`, or as `openBoard`
 */
export async function endQuestionsEarly(
  deps: Pick<Deps, "database" | "transport" | "log">,
  { boardId, userId }: Omit<Asked, "kind">,
  kinds: readonly QuestionKind[],
): Promise<Question[]> {
  const hasEnded = await deps.database.transaction(async (db) => {
    const board = await openBoard(db, boardId, userId);
    const facilitation = facilitationOf(board);
    const isFree = facilitation.facilitator_id === null;
    requireAllowed(isFree ? mayWrite(facilitation) : mayFacilitate(facilitation, userId));
    return endQuestions({ db, board }, kinds);
  });
  if (hasEnded) await forgetPeople(deps, boardId);
  return listQuestions(deps, boardId, userId);
}

/** A question whose answers everybody on the board sees [Q3]. */
export type ShownQuestion = Pick<Question, "kind" | "text" | "words"> & { counts: number[] };

export async function findShownQuestions(db: Db, board: BoardRow): Promise<ShownQuestion[]> {
  const ended = await store.findEnded(db, board.id);
  const asked = askedOrShown(board, ended);
  const shown = new Map(ended.filter((row) => row.shown !== noAnswers).map((row) => [row.kind, row.shown]));
  return [...asked].flatMap(([kind, meaning]) => {
    const counts = shown.get(kind);
    return counts === undefined
      ? []
      : [{ kind, text: meaning.text, words: meaning.words, counts: parseCounts(counts) }];
  });
}

/** Fewer answers than are ever shown are left out. */
export async function importAnswers(
  db: Db,
  boardId: string,
  { questions = {}, asked: former = {}, meeting }: Pick<BoardContent, "questions" | "asked" | "meeting">,
): Promise<void> {
  const asked = askedQuestions(meeting?.steps ?? []);
  for (const [kind, counts] of Object.entries(questions)) {
    if (sum(counts) < shownFrom(kind)) continue;
    const text = askedText(asked.get(kind) ?? former[kind] ?? {});
    await store.insertEnded(db, { board_id: boardId, kind, shown: JSON.stringify(counts), text });
  }
}
