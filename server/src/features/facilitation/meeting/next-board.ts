import type { Meeting } from "@retro/contract/facilitation/meeting";
import { mayFacilitate } from "@retro/rules/permissions";
import type { BoardCall } from "../../../board/turn/caller.ts";
import { takeTurn } from "../../../board/turn/turn.ts";

/**
 * Shows everybody in the meeting the board that its facilitator has made for the next one; the first stays [F11].
 * Anybody else's board, or one that is made without a meeting, is shown to nobody.
 * @throws AppError as `openBoard`
 */
export async function showNextBoard(
  { deps, boardId, caller }: BoardCall,
  next: NonNullable<Meeting["next"]>,
): Promise<void> {
  await takeTurn(
    deps,
    boardId,
    caller,
    async (turn) => {
      const { facilitation } = turn;
      const { meeting } = facilitation;
      const isAsked = mayFacilitate(facilitation, caller.userId) === null;
      if (!isAsked || meeting === undefined || meeting.next !== undefined) return;
      turn.setFacilitation({ ...facilitation, meeting: { ...meeting, next } });
      turn.event = { kind: "facilitation", name: "facilitator.update" };
    },
    { evenIfLocked: true },
  );
}
