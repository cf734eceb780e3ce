import * as z from "zod/mini";
import { type Timer, timer } from "@retro/contract/facilitation/timer";
import { sectionStyle, stickerStyle } from "@retro/contract/styles";
import { facilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import { lastMeeting, meeting } from "@retro/contract/facilitation/meeting";
import { answerCounts } from "@retro/contract/facilitation/questions";
import { reactions } from "@retro/contract/reactions";
import { round, roundVotes } from "@retro/contract/facilitation/rounds";
import { expiresAt } from "@retro/rules/timer";
import type { Row, StoredTable } from "../portable/tables.ts";

interface Schema {
  safeParse(value: unknown): { success: boolean };
}

export const rowChecks: Partial<Record<StoredTable, ((row: Row) => string | null)[]>> = {
  boards: [
    (row) => jsonFault(row, "facilitator_options", facilitatorOptions),
    (row) => jsonFault(row, "timer", timer) ?? timerFault(row),
    (row) => optionalJsonFault(row, "meeting", meeting),
    (row) => optionalJsonFault(row, "meeting_undo", null),
    (row) => optionalJsonFault(row, "rounds", z.array(round)),
    (row) => optionalJsonFault(row, "next_steps", meeting.shape.steps),
    (row) => optionalJsonFault(row, "last_meeting", lastMeeting),
  ],
  board_questions: [
    (row) => jsonFault(row, "counts", answerCounts),
    (row) => jsonFault(row, "shown", answerCounts),
  ],
  open_questions: [(row) => jsonFault(row, "counts", answerCounts)],
  items: [
    (row) => jsonFault(row, "style", row["kind"] === "section" ? sectionStyle : stickerStyle),
    (row) => optionalJsonFault(row, "reactions", reactions),
    (row) => optionalJsonFault(row, "rounds", roundVotes),
  ],
  deleted_items: [
    (row) => jsonFault(row, "style", stickerStyle),
    (row) => optionalJsonFault(row, "reactions", reactions),
    (row) => optionalJsonFault(row, "rounds", roundVotes),
  ],
  changes: [(row) => jsonFault(row, "touched", null)],
  idempotency_keys: [(row) => jsonFault(row, "ids", z.array(z.string()))],
  space_templates: [
    (row) => jsonFault(row, "sections", null),
    (row) => optionalJsonFault(row, "steps", meeting.shape.steps),
  ],
  own_templates: [
    (row) => jsonFault(row, "sections", null),
    (row) => optionalJsonFault(row, "steps", meeting.shape.steps),
  ],
};

function jsonFault(row: Row, column: string, schema: Schema | null): string | null {
  try {
    const value: unknown = JSON.parse(String(row[column]));
    return schema === null || schema.safeParse(value).success ? null : `${column} has an invalid value`;
  } catch {
    return `${column} is no JSON`;
  }
}

function optionalJsonFault(row: Row, column: string, schema: Schema | null): string | null {
  return row[column] == null ? null : jsonFault(row, column, schema);
}

/** The server finds timers that end by `timer_settles_at`. */
function timerFault(row: Row): string | null {
  const due = expiresAt(JSON.parse(String(row["timer"])) as Timer);
  return row["timer_settles_at"] === due ? null : "timer_settles_at does not fit the timer";
}
