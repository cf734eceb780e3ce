import { actionDetailNames, type ActionDetails, detailsOf } from "@retro/contract/actions";
import { cleanLine } from "@retro/contract/clean-text";
import type { Member } from "../../board-state/types.ts";

export type ActionDraft = { text: string; owner: string } & Record<keyof ActionDetails, string>;

export const emptyDraft: ActionDraft = { text: "", owner: "", ...draftDetails({}) };

type Fields = Partial<Record<"text" | "owner_name" | keyof ActionDetails, string | null | undefined>>;

export function draftOf(action: Fields): ActionDraft {
  return { text: action.text ?? "", owner: action.owner_name ?? "", ...draftDetails(action) };
}

function draftDetails(from: Fields): Record<keyof ActionDetails, string> {
  const fields = actionDetailNames.map((name) => [name, from[name] ?? ""]);
  return Object.fromEntries(fields) as Record<keyof ActionDetails, string>;
}

export function changedDetails(draft: ActionDraft, action: ActionDetails): Partial<ActionDetails> {
  const changed = actionDetailNames.filter((name) => draft[name] !== (action[name] ?? ""));
  return Object.fromEntries(changed.map((name) => [name, draft[name] || null]));
}

export const newDetails = (draft: ActionDraft) => changedDetails(draft, detailsOf({}));

/** The owner that a draft names: a person who is present, by their name, or else the name alone. */
export function ownerOf(
  { owner }: ActionDraft,
  members: readonly Member[],
): { owner_id?: string; owner_name?: string | null } {
  const name = cleanLine(owner);
  if (name === "") return { owner_name: null };
  const person = members.find((each) => each.name === name);
  return { ...(person && { owner_id: person.id }), owner_name: name };
}
