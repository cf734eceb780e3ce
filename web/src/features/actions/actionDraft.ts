import type { Action } from "@retro/contract/actions";
import { cleanLine } from "@retro/contract/clean-text";
import type { Member } from "../../board-state/types.ts";

/** What the fields of an action hold: the owner by name, and the date as `YYYY-MM-DD` or empty. */
export interface ActionDraft {
  text: string;
  owner: string;
  due: string;
}

export const emptyDraft: ActionDraft = { text: "", owner: "", due: "" };

export function draftOf({ text, owner_name, due_on }: Action): ActionDraft {
  return { text: text ?? "", owner: owner_name ?? "", due: due_on ?? "" };
}

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

/** Whether the due date is before today. */
export function isOverdue({ due_on, status }: Action, today: string): boolean {
  return status === "open" && due_on !== null && due_on < today;
}
