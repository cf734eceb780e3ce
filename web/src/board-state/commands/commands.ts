import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import type { Step } from "../history/changeSteps.ts";
import type { BaseState } from "../storage/entryStorage.ts";
import { actionCommands } from "./actionCommands.ts";
import {
  type CommandRequest,
  type CommandSpec,
  type CommandSpecs,
  type CommandType,
  type LateCommandDecision,
  maxAge,
} from "./commandSpec.ts";
import { facilitationCommands } from "./facilitationCommands.ts";
import { stickerCommands } from "./stickerCommands.ts";

const specs: CommandSpecs<CommandType> = { ...stickerCommands, ...actionCommands, ...facilitationCommands };

export function specOf({ type }: { type: CommandType }): CommandSpec<BoardCommand> {
  return specs[type] as CommandSpec<BoardCommand>;
}

export function requestFor(command: BoardCommand): CommandRequest {
  return specOf(command).request(command);
}

export function itemIds(command: BoardCommand): readonly string[] {
  return specOf(command).ids?.(command) ?? [];
}

export function isAddition(command: BoardCommand): boolean {
  return specOf(command).takenBackBy !== undefined;
}

/** Whether a command is sent within seconds or given up, and never stored. */
export function isMomentary(command: BoardCommand): boolean {
  return specOf(command).maxAge === maxAge.moment;
}

export function isTooOld(command: BoardCommand, at: number, now: number): boolean {
  return now - at > specOf(command).maxAge;
}

/** The text that its user would lose with a command; undefined: none. */
export function textOf(command: BoardCommand): string | undefined {
  return specOf(command).text?.(command);
}

export function mustWaitFor(later: BoardCommand, earlier: BoardCommand): boolean {
  const spec = specOf(later);
  if (spec.concernsAll || specOf(earlier).concernsAll) return true;
  if (isMomentary(later) || isMomentary(earlier)) return isMomentary(later) && isMomentary(earlier);
  if (spec.follows?.includes(earlier.type)) return true;
  const names = new Set(orderingKeys(later));
  if (orderingKeys(earlier).some((name) => names.has(name))) return true;
  const needed = [...parentsOf(later), spec.needs?.(later)];
  return itemIds(earlier).some((id) => needed.includes(id));
}

export function parentsOf(command: BoardCommand): readonly (string | null)[] {
  return specOf(command).parents?.(command) ?? [];
}

function orderingKeys(command: BoardCommand): string[] {
  return [...itemIds(command), ...parentsOf(command).map((id) => `in:${id}`)];
}

/** Whether the browser, not the server, compares what the command changes with what its user saw. */
export function hasBase(command: BoardCommand): boolean {
  return specOf(command).hasBase?.(command) === true;
}

/** The state of what a command changes, if the client compares it; null when the view does not have it. */
export function baseOf(command: BoardCommand, view: BoardView): BaseState | null {
  const [id = ""] = hasBase(command) ? itemIds(command) : [];
  const item = view.items.get(id) ?? view.actions.get(id);
  return item
    ? { parent_id: "kind" in item ? item.parent_id : null, order: item.order, rev: item.rev }
    : null;
}

/** Whether the browser compares a late command with the present board before it sends it. */
export function dependsOnOthers(command: BoardCommand): boolean {
  const { late, hasBase: compares } = specOf(command);
  return late !== undefined && (compares === undefined || compares(command));
}

/** A command that was never sent and is younger than this is sent unchecked: the last user to act wins. */
export const freshMs = 30_000;

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
  // An earlier release has stored it: what its user saw is not known.
  if (command.type === "item.delete" && command.since === undefined && command.rev === undefined)
    return "moot";
  const decision = dependsOnOthers(command) ? specOf(command).late?.({ view, base, from }, command) : "send";
  if (decision !== undefined && decision !== "send") return decision;
  return isTooOld(command, at, now) ? "expired" : "send";
}

/** Whether a refusal contains what the edit wanted: an answer was lost, and there is no conflict. */
export function isAlreadyDone(current: Item | Action, command: BoardCommand): boolean {
  return specOf(command).isDone?.(command, current as Item & Action) === true;
}

/** What a command changed on the board as this user sees it; null: nothing, or nothing that can be undone. */
export function stepOf(command: BoardCommand, before: BoardView, after: BoardView): Step | null {
  return specOf(command).step?.(command, before, after) ?? null;
}
