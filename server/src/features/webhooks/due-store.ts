import { sql } from "kysely";
import { actionColumns, type ActionRow } from "../../board/parts/action-store.ts";
import { type BoardRow, findBoards } from "../../board/parts/board-store.ts";
import type { Db } from "../../deps.ts";
import { dueMessageId } from "./message-store.ts";

export interface DueAction {
  board: BoardRow;
  action: ActionRow;
}

export type Place = Pick<ActionRow, "board_id" | "id">;

/**
 * Open actions that are due on a day, on boards that are not in the bin and that a hook listens to; those of
 * a board one after the other. Those that already have a message of their day are left out.
 * @returns also the last one of the page; null: there are no more
 */
export async function dueActions(
  db: Db,
  page: { due: string; after: Place | null; most: number },
): Promise<{ found: DueAction[]; last: Place | null }> {
  const actions = await readPage(db, page);
  if (actions.length === 0) return { found: [], last: null };
  const boards = await findBoards(db, [...new Set(actions.map(({ board_id }) => board_id))]);
  const told = await alreadyTold(db, boards, actions.map(dueMessageId));
  const found = actions.flatMap((action) => {
    const board = boards.find(({ id }) => id === action.board_id);
    return board === undefined || told.has(dueMessageId(action)) ? [] : [{ board, action }];
  });
  return { found, last: actions[page.most - 1] ?? null };
}

async function alreadyTold(
  db: Db,
  boards: readonly BoardRow[],
  messages: readonly string[],
): Promise<Set<string>> {
  const ids = boards.map(({ id }) => id);
  const spaces = boards.map(({ space_id }) => space_id);
  const waiting = db
    .selectFrom("webhook_messages")
    .select("message_id")
    .where("board_id", "in", ids)
    .where("message_id", "in", messages);
  const sent = db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.hook_id")
    .select("message_id")
    .where((eb) => eb.or([eb("space_id", "in", spaces), eb("space_id", "is", null)]))
    .where("message_id", "in", messages);
  const rows = [...(await waiting.execute()), ...(await sent.execute())];
  return new Set(rows.map(({ message_id }) => message_id));
}

async function readPage(
  db: Db,
  { due, after, most }: { due: string; after: Place | null; most: number },
): Promise<ActionRow[]> {
  return (
    db
      .selectFrom("actions")
      .select(actionColumns)
      // No parameter: the index holds only open ones.
      .where("status", "=", sql.lit("open"))
      .where("due_on", "=", due)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("boards")
            .innerJoin("webhooks", (join) =>
              join.on((on) =>
                on.or([
                  on("webhooks.space_id", "=", on.ref("boards.space_id")),
                  on("webhooks.space_id", "is", null),
                ]),
              ),
            )
            .select("webhooks.id")
            .whereRef("boards.id", "=", "actions.board_id")
            .where("webhooks.state", "=", "on")
            .where("webhooks.events", "like", "% action.due %")
            .where("boards.deleted_at", "is", null),
        ),
      )
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple("board_id", "id"), ">", eb.tuple(after?.board_id ?? "", after?.id ?? "")),
        ),
      )
      .orderBy("board_id")
      .orderBy("id")
      .limit(most)
      .execute()
  );
}
