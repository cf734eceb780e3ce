import { isPassphraseGiven } from "../../board/turn/pass-store.ts";
import type { Db } from "../../deps.ts";

/**
 * The latest boards with answers that are shown, one row for each question: not in the bin, and whose passphrase
 * the user has given if they have one [M4, M5]. Run it on `database.reader`.
 * @param none the counts of a question none of whose answers are shown
 */
export async function listShownAnswers(
  db: Db,
  spaceId: string,
  userId: string,
  { boards, none }: { boards: number; none: string },
) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom("boards")
        .select(["boards.id", "boards.title", "boards.created_at"])
        .where("boards.space_id", "=", spaceId)
        .where("boards.deleted_at", "is", null)
        .where(isPassphraseGiven("boards", userId))
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("board_questions as any_question")
              .select("any_question.kind")
              .whereRef("any_question.board_id", "=", "boards.id")
              .where("any_question.kind", "not like", "checkin-%")
              .where("any_question.shown", "<>", none),
          ),
        )
        .orderBy("boards.created_at", "desc")
        .orderBy("boards.id")
        .limit(boards)
        .as("answered"),
    )
    .innerJoin("board_questions", "board_questions.board_id", "answered.id")
    .where("board_questions.kind", "not like", "checkin-%")
    .where("board_questions.shown", "<>", none)
    .select(["answered.id", "answered.title", "answered.created_at"])
    .select(["board_questions.kind", "board_questions.shown", "board_questions.text"])
    .orderBy("answered.created_at")
    .orderBy("answered.id")
    .orderBy("board_questions.kind")
    .execute();
}
