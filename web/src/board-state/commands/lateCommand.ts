import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { childrenOf } from "@retro/rules/tree";
import type { BaseState } from "../storage/entryStorage.ts";
import { type ActionChange, decideLateActionChange } from "./lateActionCommand.ts";

/**
 * What to do with a command that has waited (rule Y6):
 * - `send`: its effect is still what the user meant
 * - `done`: the board already has the command's effect: an answer was lost
 * - `moot`: other users have changed the item, or the command is too old; sending it would undo newer work
 * - `expired`: its text is too old to be sent without asking; the user decides
 */
export type LateCommandDecision = "send" | "done" | "moot" | "expired";

const minuteMs = 60_000;
/**
 * How long a change of timer, options or seat may wait, and be shown without an answer: a timer must not start long after the press, and
 * nobody may work on with a board that others do not see.
 */
export const momentMs = 4000;
/**
 * How long a command may wait. Moves and votes make sense only on the board as it was within the last hour. A deletion names what its user
 * saw, as an edit does.
 */
const maxAgeMs: Record<BoardCommand["type"], number> = {
  "sticker.add": 7 * 24 * 60 * minuteMs,
  "stickers.add": 7 * 24 * 60 * minuteMs,
  "item.edit": 7 * 24 * 60 * minuteMs,
  "item.move": 60 * minuteMs,
  "item.delete": 7 * 24 * 60 * minuteMs,
  "stickers.order": 60 * minuteMs,
  "sticker.restore": 60 * minuteMs,
  vote: 60 * minuteMs,
  "action.add": 7 * 24 * 60 * minuteMs,
  "action.edit": 7 * 24 * 60 * minuteMs,
  "action.move": 60 * minuteMs,
  "action.delete": 60 * minuteMs,
  "action.restore": 60 * minuteMs,
  "timer.start": momentMs,
  "timer.edit": momentMs,
  "timer.pause": momentMs,
  "timer.play": momentMs,
  "timer.stop": momentMs,
  "option.set": momentMs,
  "seat.take": momentMs,
  "seat.leave": momentMs,
  "votes.reset": momentMs,
  "stickers.delete": momentMs,
};

/** A command that was never sent and is younger than this is sent unchecked: the last user to act wins. */
export const freshMs = 30_000;

/** Whether the command's effect depends on what other users did meanwhile; such a command is checked before it is sent late. */
export function dependsOnOthers(command: BoardCommand): boolean {
  return hasBase(command) || command.type === "vote" || isClearCommand(command);
}

/**
 * Whether the client itself compares what the command changes with the state that its user saw. For an edit that names a revision, and
 * for the deletion of an item, the server does.
 */
export function hasBase(
  command: BoardCommand,
): command is Extract<BoardCommand, { type: "item.move" }> | ActionChange {
  const { type } = command;
  if (type === "action.edit") return command.rev === undefined;
  return type === "item.move" || type === "action.move" || type === "action.delete";
}

/** Whether the command deletes the work of all users: carried out twice, it would also delete what they made since. */
function isClearCommand({ type }: BoardCommand): boolean {
  return type === "votes.reset" || type === "stickers.delete";
}

export function isTooOld({ type }: BoardCommand, at: number, now: number): boolean {
  return now - at > maxAgeMs[type];
}

export function hasText(command: BoardCommand): boolean {
  if (command.type === "sticker.add" || command.type === "stickers.add") return true;
  if (command.type === "action.add") return true;
  if (command.type === "action.edit") return command.text !== undefined;
  return command.type === "item.edit" && command.title !== undefined;
}

/**
 * Decides what to do with a command that has waited, or that may have been sent before.
 * @param base the item's state when the user gave the command; null when the item was not confirmed then
 * @param at when the user gave the command; like `now`, epoch milliseconds by this machine's clock
 * @param view the confirmed view, up to date
 * @param from the board's version when the user gave the command; null when it is not known
 */
export function decideLateCommand(
  command: BoardCommand,
  base: BaseState | null,
  at: number,
  view: BoardView,
  now: number,
  from: number | null = null,
): LateCommandDecision {
  if (command.type === "item.move" || command.type === "vote") {
    const item = view.items.get(command.id);
    if (!item) return "moot";
    if (command.type === "vote" && view.votedIds.has(command.id) === command.voted) return "done";
    if (command.type === "item.move" && isAtTarget(view, command)) return "done";
    if (isTooOld(command, at, now)) return "moot";
    if (command.type === "vote" || !base) return "send";
    if (item.parent_id !== base.parent_id) return "moot";
    return item.order === base.order ? "send" : "moot";
  }
  // An earlier release has stored it: what its user saw is not known.
  if (command.type === "item.delete" && command.since === undefined && command.rev === undefined)
    return "moot";
  const decision = hasBase(command) ? decideLateActionChange(command, base, view) : "send";
  if (decision !== "send") return decision;
  if (isTooOld(command, at, now)) return hasText(command) ? "expired" : "moot";
  if (!isClearCommand(command)) return "send";
  if (isCleared(view, command)) return "done";
  return view.version === from ? "send" : "moot";
}

function isCleared(view: BoardView, { type }: BoardCommand): boolean {
  const stickers = [...view.items.values()].filter((item) => item.kind === "sticker");
  if (type === "stickers.delete") return stickers.length === 0;
  return view.votedIds.size === 0 && stickers.every((item) => item.votes === 0);
}

function isAtTarget(view: BoardView, move: Extract<BoardCommand, { type: "item.move" }>): boolean {
  if (view.items.get(move.id)?.parent_id !== move.parent_id) return false;
  const siblings = childrenOf(view.items, move.parent_id);
  const at = siblings.findIndex((sibling) => sibling.id === move.id);
  return (siblings[at - 1]?.id ?? null) === move.after_id;
}
