import { seesCounts } from "@retro/rules/permissions";
import type { Caller, ModelBoard } from "./modelBoard.ts";
import { RefusalError } from "./refusalError.ts";

/** @throws RefusalError if others have changed one of the items after a version, or taken out what is missing */
export function refuseChangedByOthers(
  board: ModelBoard,
  caller: Caller,
  ids: readonly string[],
  seen: { since: number; items: number },
): void {
  const others = board.changesByOthers(seen.since, caller.id);
  const changed = (others ?? []).flatMap(({ by, ids: touched, voter }) => {
    const isVote = voter !== null && board.votes.get([...touched][0] ?? "")?.has(voter) !== true;
    if (isVote || (voter !== null && !seesCounts(board.facilitation, caller.id))) return [];
    const inside = ids.some((id) => touched.has(id));
    const takenOut =
      voter === null && ids.length < seen.items && [...touched].some((id) => !ids.includes(id));
    const what = voter === null ? (touched.has(ids[0] ?? "") ? "changed" : "inside") : "voted";
    return inside || takenOut ? [{ what, user_id: voter === null ? by : null }] : [];
  });
  if (others === null || changed.length > 0) throw new RefusalError(409, "conflict", { changed });
}
