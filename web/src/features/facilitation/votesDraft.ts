import type { VotesOption } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";

export type VotesLimit = Exclude<VotesOption, false>;

/** The vote limit in the fields: the number may be incomplete. */
interface VotesDraft {
  readonly limit: string;
  readonly item: VotesLimit["item"];
}

export const defaultVotesLimit: VotesLimit = { limit: 0, item: "board" };

export function toDraft(stored: VotesLimit): VotesDraft {
  return { limit: String(stored.limit), item: stored.item };
}

export function limitFault(limit: string): MessageKey | null {
  if (limit.trim() === "") return "validation.required";
  const value = Number(limit);
  if (!Number.isInteger(value)) return "validation.wholeNumber";
  if (value < 0) return "validation.notNegative";
  return value > limits.voteLimitMax ? "validation.tooLarge" : null;
}

export function sameLimit(a: VotesLimit, b: VotesLimit): boolean {
  return a.limit === b.limit && a.item === b.item;
}

export function changedLimit(draft: VotesDraft, stored: VotesLimit): VotesLimit | null {
  if (limitFault(draft.limit) !== null) return null;
  const next: VotesLimit = { limit: Number(draft.limit), item: draft.item };
  return sameLimit(next, stored) ? null : next;
}
