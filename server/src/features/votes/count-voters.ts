import type { VoterCount, VotesLeft } from "@retro/contract/entities";
import { channels } from "@retro/contract/events";
import { takesVotesIn, votesPerSticker } from "@retro/rules/rounds";
import { mayCountVoters, remainingVotesAfter, tellsVotesLeft } from "@retro/rules/votes";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { readSnapshot } from "../../board/read/snapshot.ts";
import type { Deps } from "../../deps.ts";
import { requireAllowed } from "../../http/errors/app-error.ts";
import { spentVotes, stickersInSections, voterIds } from "./store.ts";

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

/**
 * Numbers for all users on the board together, and the call takes no users. Votes that find no sticker do not
 * count: somebody who has voted for everything has used theirs [V10].
 * @returns null without votes to give, and while the hosted provider does not say who is on the board
 * @throws AppError 404
 */
export async function countVotesLeft(deps: Deps, boardId: string, userId: string): Promise<VotesLeft | null> {
  const { value, facilitation } = await readSnapshot(deps, boardId, userId, async (db, board) => {
    const { facilitator_options } = facilitationOf(board);
    if (!tellsVotesLeft(facilitationOf(board))) return null;
    const per = facilitator_options.votes === false ? "board" : facilitator_options.votes.item;
    return {
      per,
      sections: await stickersInSections(db, boardId),
      spent: await spentVotes(db, boardId, per),
    };
  });
  const present = value === null ? null : await membersOf(deps, boardId);
  if (value === null || present === null) return null;
  const sections = value.sections.filter(({ section_id }) => takesVotesIn(facilitation, section_id));
  const places =
    value.per === "section"
      ? sections
      : [{ section_id: undefined, n: sections.reduce((sum, { n }) => sum + n, 0) }];
  const spent = Map.groupBy(value.spent, ({ user_id }) => user_id);
  const leftAfter = (usedIn: (sectionId: string | undefined) => number) =>
    places.reduce((sum, { section_id, n }) => {
      const used = usedIn(section_id);
      const room = Math.max(0, n * votesPerSticker(facilitation) - used);
      return sum + Math.min(room, remainingVotesAfter(facilitation, used) ?? 0);
    }, 0);
  const leftOf = (user: string) =>
    leftAfter((id) => spent.get(user)?.find(({ section_id }) => section_id === id)?.n ?? 0);
  const left = present.map(leftOf);
  return {
    used: left.filter((votes) => votes === 0).length,
    present: present.length,
    left: left.reduce((sum, votes) => sum + votes, 0),
    each: leftAfter(() => 0),
  };
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
