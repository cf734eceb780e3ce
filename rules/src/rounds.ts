import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { type OpenRound, type Round, roundTitle, type RoundVotes } from "@retro/contract/facilitation/rounds";

/** Rounds of votes [V8]: closing one keeps its results beside the votes, which then begin at 0. */

/** The round that is open; null when nobody has made one, or the last one is closed. */
export function openRoundOf({ rounds }: Facilitation): Round | null {
  const last = rounds?.at(-1);
  return last === undefined || last.closed !== undefined ? null : last;
}

export function closedRoundsOf({ rounds = [] }: Facilitation): Round[] {
  return rounds.filter(({ closed }) => closed !== undefined);
}

/** Does the open round take votes in this section? */
export function takesVotesIn(facilitation: Facilitation, sectionId: string | null): boolean {
  const { sections } = openRoundOf(facilitation) ?? {};
  return sections === undefined || (sectionId !== null && sections.includes(sectionId));
}

/** How many votes a user may put on one sticker: as the open round says, else as the step for voting does [V9]. */
export function votesPerSticker(facilitation: Facilitation): number {
  const { meeting } = facilitation;
  const round = openRoundOf(facilitation);
  if (round !== null) return round.perSticker ?? 1;
  return meeting?.steps.find(({ id, kind }) => id === meeting.step && kind === "vote")?.perSticker ?? 1;
}

export function isRoundsFull({ rounds = [] }: Facilitation): boolean {
  return rounds.length >= limits.rounds.perBoard;
}

/** The number of the round to which the present votes belong, or the next round's. */
export function presentRound(facilitation: Facilitation): number {
  return (withoutOpenRound(facilitation).rounds?.length ?? 0) + 1;
}

/**
 * A round's title in a reader's language; null on a board without rounds.
 * @param round the number of a closed round; null: the present votes
 */
export function titleOfRound(
  facilitation: Facilitation,
  round: number | null,
  t: Parameters<typeof roundTitle>[0],
): string | null {
  if (facilitation.rounds === undefined) return null;
  const number = round ?? presentRound(facilitation);
  return roundTitle(t, number, facilitation.rounds[number - 1] ?? {});
}

/**
 * Closes the present round; nobody can vote until a limit allows it again [V8]. Votes that nobody called a
 * round become one.
 */
export function withRoundClosed(facilitation: Facilitation, now: number): Facilitation {
  const options = facilitation.facilitator_options;
  const open = openRoundOf(facilitation);
  const closed: Round = { ...open, votes: options.votes, closed: now };
  return {
    ...withoutVoting(facilitation),
    facilitator_options: { ...options, votes: { limit: 0, item: "board" } },
    rounds: [...(withoutOpenRound(facilitation).rounds ?? []), closed],
  };
}

/** Forgets how the meeting left the vote: another one begins [F2]. */
function withoutVoting({ meeting, ...board }: Facilitation): Facilitation {
  if (meeting === undefined) return board;
  const { voting: _, ...others } = meeting;
  return { ...board, meeting: others };
}

/** Without the round that is open, if one is. */
export function withoutOpenRound(facilitation: Facilitation): Facilitation {
  if (openRoundOf(facilitation) === null) return facilitation;
  const { rounds = [], ...rest } = facilitation;
  return rounds.length > 1 ? { ...rest, rounds: rounds.slice(0, -1) } : rest;
}

/** Without deleted sections in the open round; one that has lost all its sections takes votes everywhere. */
export function withoutSections(facilitation: Facilitation, deleted: ReadonlySet<string>): Facilitation {
  const open = openRoundOf(facilitation);
  if (open === null || !open.sections?.some((id) => deleted.has(id))) return facilitation;
  const { sections, ...round } = open;
  const left = sections?.filter((id) => !deleted.has(id)) ?? [];
  const rounds = (facilitation.rounds ?? []).slice(0, -1);
  return { ...facilitation, rounds: [...rounds, left.length > 0 ? { ...round, sections: left } : round] };
}

/** Opens a round. The caller has closed the one before. Without `votes` there is no limit. */
export function withRoundOpened(facilitation: Facilitation, opened: OpenRound): Facilitation {
  const { name, sections, perSticker = 1, votes = false, concealVoteCount } = opened;
  const options = facilitation.facilitator_options;
  const round: Round = {
    ...(name && { name }),
    ...(sections && { sections }),
    ...(perSticker > 1 && { perSticker }),
  };
  return {
    ...withoutVoting(facilitation),
    facilitator_options: {
      ...options,
      votes,
      concealVoteCount: concealVoteCount ?? options.concealVoteCount,
    },
    rounds: [...(facilitation.rounds ?? []), round],
  };
}

/** The results of a sticker with those of a round that has just been closed. */
export function withResults(item: Pick<Item, "rounds" | "votes">, round: number): RoundVotes | undefined {
  return item.votes ? { ...item.rounds, [round]: item.votes } : item.rounds;
}

/**
 * The votes of a sticker in a round.
 * @param round the number of a closed round; null: the present votes
 * @returns null while the count is withheld
 */
export function votesInRound(item: Pick<Item, "rounds" | "votes">, round: number | null): number | null {
  return round === null ? item.votes : (item.rounds?.[round] ?? 0);
}

/**
 * Which votes a team talks about: the present ones, or those of the last closed round until somebody votes
 * again [V8]; a withheld count does not reveal that somebody has.
 * @returns the round for `votesInRound`
 */
export function roundInForce(
  { rounds = [] }: Facilitation,
  items: Iterable<Pick<Item, "votes">>,
): number | null {
  const last = rounds.findLastIndex(({ closed }) => closed !== undefined) + 1;
  if (last === 0) return null;
  for (const { votes } of items) if (votes !== null && votes > 0) return null;
  return last;
}
