import type { AnsweredBoard } from "@retro/contract/spaces/space-answers";
import { averageAnswer } from "@retro/rules/questions";

/** What a board answered to one question. */
export interface AnswerRow {
  boardId: string;
  board: string;
  created: string;
  kind: string;
  question: string;
  average: number;
  count: number;
  counts: readonly number[];
}

/** Of the boards in their order. */
export function answerRows(
  boards: readonly AnsweredBoard[],
  titleOf: (kind: string, text: string | undefined) => string,
): AnswerRow[] {
  return boards.flatMap(({ board_id, title, created_at, questions }) =>
    questions.flatMap(({ kind, text, counts }) => {
      const average = averageAnswer(counts);
      if (average === null) return [];
      return {
        boardId: board_id,
        board: title,
        created: created_at,
        kind,
        question: titleOf(kind, text),
        average,
        count: counts.reduce((all, each) => all + each, 0),
        counts,
      };
    }),
  );
}

/**
 * For spreadsheets, which read it with a byte order mark as UTF-8; a text that they would run as a formula begins
 * with an apostrophe [X2].
 */
export function answersCsv(rows: readonly AnswerRow[], headings: readonly string[]): string {
  const header = [...headings, "1", "2", "3", "4", "5"];
  const lines = rows.map(({ board, created, question, average, count, counts }) => [
    board,
    created.slice(0, 10),
    question,
    average.toFixed(2),
    count,
    ...counts,
  ]);
  return `\uFEFF${[header, ...lines].map((line) => line.map(cellOf).join(",")).join("\r\n")}\r\n`;
}

function cellOf(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
