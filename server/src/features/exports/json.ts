import { actionDetailNames } from "@retro/contract/actions";
import {
  boardFileFormat,
  boardFileVersion,
  type BoardFile,
  type FileAction,
  type FileRound,
  type FileSticker,
} from "@retro/contract/files/board-file";
import { askedQuestions } from "@retro/rules/questions";
import type { ExportedAction, ExportedBoard, ExportedRound, ExportedSticker } from "./exported-board.ts";

export function toBoardFile(view: ExportedBoard): BoardFile {
  return {
    format: boardFileFormat,
    version: boardFileVersion,
    exported_at: view.exported_at,
    board: { title: view.title, description: view.description, created_at: view.created_at },
    sections: view.sections.map(({ title, style, holds, columns }) => ({
      title,
      style,
      holds,
      columns: columns.map((stickers) => stickers.map(toFileSticker)),
    })),
    ...(view.actions.length > 0 && { actions: view.actions.map(toFileAction) }),
    ...(view.rounds.length > 0 && { rounds: view.rounds.map(toFileRound) }),
    ...fileQuestions(view),
    ...fileMeeting(view.meeting),
  };
}

function fileQuestions({ questions, meeting }: ExportedBoard): Pick<BoardFile, "questions" | "asked"> {
  if (questions.length === 0) return {};
  const bySteps = askedQuestions(meeting.steps ?? []);
  const former = questions.filter(({ kind, text }) => !bySteps.has(kind) && text !== undefined);
  return {
    questions: Object.fromEntries(questions.map(({ kind, counts }) => [kind, counts])),
    ...(former.length > 0 && {
      asked: Object.fromEntries(former.map(({ kind, text, words }) => [kind, { text, words }])),
    }),
  };
}

function fileMeeting({ steps, last }: ExportedBoard["meeting"]): Pick<BoardFile, "meeting"> {
  if (steps === null && last === null) return {};
  return {
    meeting: {
      ...(steps && { steps }),
      ...(last && {
        started: new Date(last.started).toISOString(),
        ended: new Date(last.ended).toISOString(),
      }),
    },
  };
}

function toFileRound(exported: ExportedRound): FileRound {
  const { results: _, ...round } = exported;
  return round;
}

/** The file has no people and no ids. */
function toFileSticker(exported: ExportedSticker): FileSticker {
  const { author: _, stickers, ...sticker } = exported;
  return { ...sticker, stickers: stickers.map(toFileSticker) };
}

function toFileAction(exported: ExportedAction): FileAction {
  const { id: _, rev: __, ...action } = exported;
  // A file names only the details that an action has.
  for (const name of actionDetailNames) action[name] ??= undefined;
  return action;
}

export function* writeJson(value: unknown, indent = "\n"): Generator<string> {
  const within = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const entries = within.filter(([, each]) => each !== undefined);
  if (entries.length === 0) {
    yield JSON.stringify(value);
    return;
  }
  const list = Array.isArray(value);
  const inner = `${indent} `;
  for (const [i, [key, each]] of entries.entries()) {
    yield `${i > 0 ? "," : list ? "[" : "{"}${inner}${list ? "" : `${JSON.stringify(key)}: `}`;
    yield* writeJson(each, inner);
  }
  yield `${indent}${list ? "]" : "}"}`;
}

export function* toJson(view: ExportedBoard): Generator<string> {
  yield* writeJson(toBoardFile(view));
  yield "\n";
}
