import type { VoterCount, VotesLeft } from "@retro/contract/votes";
import { channels } from "@retro/contract/events";
import { takesVotesIn, votesPerSticker } from "@retro/rules/rounds";
import { mayCountVoters, remainingVotesAfter, tellsVotesLeft } from "@retro/rules/votes";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { readSnapshot } from "../../board/read/snapshot.ts";
import type { Turn } from "../../board/turn/turn.ts";
import type { Deps } from "../../deps.ts";
import { requireAllowed } from "../../http/errors/app-error.ts";
import {
  countedPeople,
  insertCounted,
  lockVotes,
  spentVotes,
  stickersInSections,
  voterIds,
} from "./store.ts";

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
  const { value, facilitation } = await readSnapshot(deps, boardId, userId, async (db, board) =>
    tellsVotesLeft(facilitationOf(board)) ? stickersInSections(db, boardId) : null,
  );
  const { votes, concealVoteCount } = facilitation.facilitator_options;
  const present = value === null || votes === false ? null : await membersOf(deps, boardId);
  if (value === null || votes === false || present === null) return null;
  const sections = value.filter(({ section_id }) => takesVotesIn(facilitation, section_id));
  const places: Place[] =
    votes.item === "section"
      ? sections
      : [{ section_id: undefined, n: sections.reduce((sum, { n }) => sum + n, 0) }];
  const leftAfter = (usedIn: (sectionId: string | undefined) => number) =>
    places.reduce((sum, { section_id, n }) => {
      const used = usedIn(section_id);
      const room = Math.max(0, n * votesPerSticker(facilitation) - used);
      return sum + Math.min(room, remainingVotesAfter(facilitation, used) ?? 0);
    }, 0);
  const each = leftAfter(() => 0);
  const left = concealVoteCount
    ? (await givenSince(deps, boardId, present)).map((given) => Math.max(0, each - Math.max(0, given)))
    : await leftOfPresent(deps, boardId, { present, per: votes.item, leftAfter });
  return {
    used: left.filter((votes) => votes === 0).length,
    present: left.length,
    left: left.reduce((sum, votes) => sum + votes, 0),
    each,
  };
}

interface Place {
  section_id: string | undefined;
  n: number;
}

interface Present {
  present: readonly string[];
  per: "board" | "section";
  leftAfter: (usedIn: (sectionId: string | undefined) => number) => number;
}

async function leftOfPresent(
  { database: { db } }: Deps,
  boardId: string,
  { present, per, leftAfter }: Present,
): Promise<number[]> {
  const spent = Map.groupBy(await spentVotes(db, boardId, per), ({ user_id }) => user_id);
  return present.map((user) =>
    leftAfter((id) => spent.get(user)?.find(({ section_id }) => section_id === id)?.n ?? 0),
  );
}

/**
 * The votes that each person has given while counts are concealed. Whoever has been on the board once stays
 * counted: if they did not, a deletion would tell whose votes go with it, and a closed tab what its user has
 * given [V10]. The first vote or answer counts the votes that those present have given before; who comes later
 * begins at 0, for the same reason.
 */
async function givenSince(deps: Deps, boardId: string, present: readonly string[]): Promise<number[]> {
  const { database } = deps;
  const counted = await countedPeople(database.db, boardId);
  const known = new Set(counted.map(({ user_id }) => user_id));
  const newcomers = present.filter((id) => !known.has(id));
  if (newcomers.length === 0) return counted.map(({ count }) => count);
  return database.transaction(async (trx) => {
    await lockVotes(trx, boardId);
    const isFirst = (await countedPeople(trx, boardId)).length === 0;
    await insertCounted(trx, boardId, newcomers, !isFirst);
    return (await countedPeople(trx, boardId)).map(({ count }) => count);
  });
}

/**
 * In the turn of a vote, before it: everybody on the board is counted from here on. If only the voter were, or nobody
 * before the first answer, whoever leaves before that answer would be counted only if they have voted.
 */
export async function countPresent(deps: Deps, { db, board, facilitation }: Turn): Promise<void> {
  if (!facilitation.facilitator_options.concealVoteCount || !tellsVotesLeft(facilitation)) return;
  const counted = await countedPeople(db, board.id);
  const known = new Set(counted.map(({ user_id }) => user_id));
  const newcomers = ((await membersOf(deps, board.id)) ?? []).filter((id) => !known.has(id));
  if (newcomers.length > 0) await insertCounted(db, board.id, newcomers, counted.length > 0);
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
