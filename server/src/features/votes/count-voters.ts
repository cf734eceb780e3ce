import type { VoterCount } from "@retro/contract/entities";
import { channels } from "@retro/contract/events";
import { mayCountVoters } from "@retro/rules/votes";
import { readSnapshot } from "../../board/read/snapshot.ts";
import type { Deps } from "../../deps.ts";
import { requireAllowed } from "../../http/errors/app-error.ts";
import { voterIds } from "./store.ts";

/**
 * Only the facilitator may ask, and only for the number [V5]: the call takes no users.
 * @throws AppError 403 `facilitator_only` or `voting_closed`, 404
 */
export async function countVoters(deps: Deps, boardId: string, userId: string): Promise<VoterCount> {
  const { value: voters, facilitation } = await readSnapshot(deps, boardId, userId, async (db) =>
    voterIds(db, boardId),
  );
  requireAllowed(mayCountVoters(facilitation, userId));
  const present = await membersOf(deps, boardId);
  if (present === null) return { voted: voters.length, present: null };
  const voted = new Set(voters);
  return { voted: present.filter((id) => voted.has(id)).length, present: present.length };
}

async function membersOf(deps: Deps, boardId: string): Promise<string[] | null> {
  try {
    return await deps.presence.members(channels.presence(boardId));
  } catch (error) {
    deps.log.warn(
      { err: error, board: boardId },
      "who is present could not be learnt; voters are counted without it",
    );
    return null;
  }
}
