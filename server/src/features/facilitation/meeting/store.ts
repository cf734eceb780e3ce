import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { Timer } from "@retro/contract/facilitation/timer";
import type { CompiledQuery } from "kysely";
import type { Db } from "../../../deps.ts";

/** What a step or a topic of a meeting replaced, and until when (epoch ms) it can be put back [F3]. */
export interface MeetingUndo extends Omit<Meeting, "steps"> {
  /** The step that was gone to, and its topic. */
  to: string;
  to_topic?: string | undefined;
  facilitator_options: FacilitatorOptions;
  timer: Timer;
  /** What it set. What differs now, the facilitator has set by hand. */
  set: { options: FacilitatorOptions; voting?: Meeting["voting"] };
  until: number;
}

/** The write of what the last step replaced. */
export function undoWrite(db: Db, boardId: string, undo: MeetingUndo | null): CompiledQuery {
  return db
    .updateTable("boards")
    .set({ meeting_undo: undo === null ? null : JSON.stringify(undo) })
    .where("id", "=", boardId)
    .compile();
}

/** The number of a board's topics: stickers with what is grouped under them. */
export async function countTopics(db: Db, boardId: string): Promise<number> {
  const row = await db
    .selectFrom("items")
    .innerJoin("items as columns", "columns.id", "items.parent_id")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("items.board_id", "=", boardId)
    .where("items.kind", "=", "sticker")
    .where("columns.board_id", "=", boardId)
    .where("columns.kind", "=", "column")
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Whether it is a sticker in a column of the board: alone, or with what is grouped under it. */
export async function isTopic(db: Db, boardId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("items")
    .innerJoin("items as columns", "columns.id", "items.parent_id")
    .select("items.id")
    .where("items.id", "=", id)
    .where("items.board_id", "=", boardId)
    .where("items.kind", "=", "sticker")
    .where("columns.kind", "=", "column")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether other boards of the space have open actions, so that "Did we do it?" has something to show [F1]. */
export async function hasOpenActions(db: Db, spaceId: string, exceptBoard: string): Promise<boolean> {
  const row = await db
    .selectFrom("action_counts")
    .innerJoin("boards", "boards.id", "action_counts.board_id")
    .select("boards.id")
    .where("boards.space_id", "=", spaceId)
    .where("boards.id", "<>", exceptBoard)
    .where("boards.deleted_at", "is", null)
    .where("action_counts.kind", "=", "open")
    .where("action_counts.total", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
