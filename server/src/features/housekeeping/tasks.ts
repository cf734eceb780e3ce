import { limits } from "@retro/contract/limits";
import { deleteOldRows } from "../../db/delete-old-rows.ts";
import type { AgedTable } from "../../db/delete-old-rows.ts";
import { returnFreePages } from "../../db/space.ts";
import type { Deps } from "../../deps.ts";
import { deleteQuietChanges } from "../boards/board-deletion.ts";
import { deleteUnfinishedImports, longestImportMs } from "../boards/board-import.ts";
import { emptyBin } from "../boards/management.ts";
import { binUnusedBoards } from "../boards/unused-boards.ts";
import { endLeftQuestions, eraseLeftTraces } from "../questions/asking.ts";
import { eraseInactiveVisitors, resumeErasures } from "../privacy/erase.ts";
import { resumeMerges } from "../privacy/merge.ts";
import { deleteUnusedSpaces } from "../spaces/unused-spaces.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";

const dayMs = 86_400_000;

export interface Step {
  done: number;
  more: boolean;
}

export interface Cursor {
  read(): string;
  write(position: string): Promise<void>;
}

export interface Task {
  name: string;
  /** It depends on no age, so it also runs while the clock may be wrong. */
  ignoresClock?: true;
  step(deps: Deps, cursor: Cursor, rows: TaskRows): Promise<Step>;
}

function deleteByAge(name: string, table: AgedTable, most: number, keptMs: number): Task {
  return {
    name,
    async step(deps) {
      const done = await deleteOldRows(deps.database.db, table, deps.clock() - keptMs, most);
      return { done, more: done === most };
    },
  };
}

const nothing: Step = { done: 0, more: false };

export const tasks: readonly Task[] = [
  {
    name: "interrupted erasures",
    ignoresClock: true,
    step: (deps, _cursor, rows) => resumeErasures(deps, 5, rows),
  },
  {
    name: "interrupted merges",
    ignoresClock: true,
    step: (deps, _cursor, rows) => resumeMerges(deps, 5, rows),
  },
  deleteByAge("sessions", "sessions", 500, limits.sessionMs),
  deleteByAge("deleted stickers", "deletions", 50, limits.deletedStickers.keptMs),
  deleteByAge("deleted actions", "deleted_actions", 50, limits.deletedStickers.keptMs),
  deleteByAge("idempotency keys", "idempotency_keys", 500, limits.idempotencyKeys.keptMs),
  deleteByAge("unanswered sign-ins", "pending_sign_ins", 500, 0),
  deleteByAge("boards that left spaces", "space_departures", 500, 2 * limits.takeBackMs),
  deleteByAge("used puzzles", "used_solutions", 500, 0),
  deleteByAge("failed sign-ins", "sign_in_failures", 500, 0),
  deleteByAge("notices", "notices", 500, 3_600_000),
  deleteByAge("activity log", "logs", 500, limits.keptDays.activityLog * dayMs),
  deleteByAge("feedback", "feedback", 10, limits.keptDays.feedback * dayMs),
  deleteByAge("contact messages", "contacts", 200, limits.keptDays.contacts * dayMs),
  {
    name: "change log",
    async step(deps, cursor) {
      const [lastUsedAt = "", id = ""] = cursor.read().split(" ", 2);
      const { deleted, next } = await deleteQuietChanges(deps, { lastUsedAt: Number(lastUsedAt), id }, 20);
      if (next === null) return { done: deleted, more: false };
      await cursor.write(`${next.lastUsedAt} ${next.id}`);
      return { done: deleted, more: true };
    },
  },
  {
    name: "visitors",
    async step(deps, _cursor, rows) {
      const days = deps.settings.retention.visitors;
      return days === null ? nothing : eraseInactiveVisitors(deps, days, 10, rows);
    },
  },
  {
    name: "boards",
    async step(deps, _cursor, rows) {
      const days = deps.settings.retention.boards;
      return days === null ? nothing : binUnusedBoards(deps, days, 5, rows);
    },
  },
  {
    name: "boards in the bin",
    step: (deps, _cursor, rows) => emptyBin(deps, 5, rows),
  },
  {
    name: "unfinished imports",
    async step(deps, _cursor, rows) {
      const done = await deleteUnfinishedImports(deps, deps.clock() - longestImportMs, rows);
      return { done, more: false };
    },
  },
  {
    name: "questions of left meetings",
    step: (deps, _cursor, rows) => endLeftQuestions(deps, 5, rows),
  },
  {
    name: "traces of answers",
    ignoresClock: true,
    step: eraseLeftTraces,
  },
  {
    name: "unused spaces",
    step: (deps) => deleteUnusedSpaces(deps, 1_000),
  },
  {
    name: "free pages",
    ignoresClock: true,
    async step(deps) {
      const done = await returnFreePages(deps.database, 200);
      return { done, more: done > 0 };
    },
  },
];
