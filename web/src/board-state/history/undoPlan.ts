import type { Item } from "@retro/contract/items";
import { applyChange, type BoardView, ownVotesOn } from "@retro/rules/apply-change";
import { isOrderOf } from "@retro/rules/order";
import { mayEditBoard, mayEditStickers } from "@retro/rules/permissions";
import { type BoardCommand, type ItemMove, predict } from "@retro/rules/predict";
import { childrenOf, findPlacementError, subtreeIds } from "@retro/rules/tree";
import { planAction } from "./actionPlan.ts";
import type { UndoRefusal } from "./undoRefusal.ts";
import type { Direction } from "./changeHistory.ts";
import {
  type ChangeEntry,
  type Content,
  fieldsOf,
  type Place,
  type PlaceChange,
  type Step,
  type Stickers,
} from "./changeSteps.ts";

type UndoPlan =
  | { readonly commands: readonly { command: BoardCommand; step: Step }[]; readonly refusal: null }
  | { readonly refusal: UndoRefusal };

type StepPlan = { commands: BoardCommand[] } | UndoRefusal;
type Checked<T extends Step["type"]> = Extract<Step, { type: T }>;

/**
 * The commands that undo or redo a change, from the board as this user sees it [Y7]. They name what they
 * expect, so that the server refuses them if another user is faster.
 * @param now epoch milliseconds
 * @returns no commands if nothing is left to do: a deletion was refused, or another device restored the
 *   sticker
 */
export function planUndo(view: BoardView, entry: ChangeEntry, direction: Direction, now: number): UndoPlan {
  const steps = direction === "undo" ? entry.steps.toReversed() : entry.steps;
  const commands: { command: BoardCommand; step: Step }[] = [];
  let at = view;
  for (const step of steps) {
    const plan = planStep(at, step, direction);
    if (!("commands" in plan)) return { refusal: plan };
    for (const command of plan.commands) {
      commands.push({ command, step });
      for (const change of predict(at, command, now)) at = applyChange(at, change);
    }
  }
  return { commands, refusal: null };
}

function planStep(view: BoardView, step: Step, direction: Direction): StepPlan {
  switch (step.type) {
    case "places":
      return planMoves(view, step.places, direction);
    case "content":
      return planEdit(view, step, direction);
    case "added":
    case "deleted":
      return (step.type === "deleted") === (direction === "undo")
        ? planRestore(view, step.stickers)
        : planDelete(view, step.stickers);
    case "order":
      return planOrder(view, step, direction);
    case "action":
      return planAction(view, step, direction);
    default:
      return step satisfies never;
  }
}

/** All in one command: a group that was made in one step is one step to undo [T13]. */
function planMoves(view: BoardView, places: readonly PlaceChange[], direction: Direction): StepPlan {
  const moves: ItemMove[] = [];
  let at = view;
  for (const place of direction === "undo" ? places.toReversed() : places) {
    const move = planMove(at, place, direction);
    if (!("move" in move)) return move;
    moves.push(move.move);
    for (const change of predict(at, { type: "item.move", ...move.move }, 0)) at = applyChange(at, change);
  }
  const [first] = moves;
  if (first === undefined) return { commands: [] };
  return { commands: [moves.length === 1 ? { type: "item.move", ...first } : { type: "items.move", moves }] };
}

function planMove(
  view: BoardView,
  step: PlaceChange,
  direction: Direction,
): { move: ItemMove } | UndoRefusal {
  const { id } = step;
  const [from, to] = direction === "undo" ? [step.after, step.before] : [step.before, step.after];
  const item = view.items.get(id);
  const refusal = refusalOf(view, id);
  if (!item || refusal) return refusal ?? { conflict: "gone", id };
  if (!isAt(view, item, from)) return { conflict: "changed", id };
  if (findPlacementError(view.items, id, to.parent_id)) return { conflict: "place", id };
  const after_id = siblingToFollow(view, id, to);
  return {
    move: {
      id,
      parent_id: to.parent_id,
      after_id,
      from: { parent_id: from.parent_id, order: item.order },
    },
  };
}

/** Others may have moved the siblings, or given them new keys [T4]. */
function isAt(view: BoardView, { id, parent_id, order }: Item, place: Place): boolean {
  if (parent_id !== place.parent_id) return false;
  if (order === place.order) return true;
  const now = childrenOf(view.items, parent_id).map((each) => each.id);
  const [before, after] = [nearestKnown(place.siblings, now, id), nearestKnown(now, place.siblings, id)];
  return before.previous === after.previous && before.next === after.next;
}

/** The nearest siblings of a sticker in one list that are in the other list too. */
function nearestKnown(siblings: readonly string[], known: readonly string[], id: string) {
  const at = siblings.indexOf(id);
  const knownIds = new Set(known);
  return {
    previous: siblings.slice(0, at).findLast((each) => knownIds.has(each)) ?? null,
    next: siblings.slice(at + 1).find((each) => knownIds.has(each)) ?? null,
  };
}

/** Its former previous sibling, or else the one before its former next sibling. */
function siblingToFollow(view: BoardView, id: string, place: Place): string | null {
  const now = childrenOf(view.items, place.parent_id)
    .map((each) => each.id)
    .filter((each) => each !== id);
  const { previous, next } = nearestKnown(place.siblings, now, id);
  if (previous !== null) return previous;
  return next === null ? (now.at(-1) ?? null) : (now[now.indexOf(next) - 1] ?? null);
}

function planEdit(view: BoardView, step: Checked<"content">, direction: Direction): StepPlan {
  const { id } = step;
  const [from, to] = direction === "undo" ? [step.after, step.before] : [step.before, step.after];
  const item = view.items.get(id);
  const refusal = refusalOf(view, id, [id]);
  if (!item || refusal) return refusal ?? { conflict: "gone", id };
  if (!hasContent(item, from)) return { conflict: "changed", id };
  const { title, style, name, note } = to;
  return {
    commands: [
      {
        type: "item.edit",
        id,
        rev: item.rev,
        ...(title !== undefined && { title }),
        ...(style !== undefined && { style: style }),
        ...(name !== undefined && { name }),
        ...(note !== undefined && { note }),
      },
    ],
  };
}

type Style = Record<string, unknown>;

function hasContent(item: Item, { title, style, name, note }: Content): boolean {
  if (name !== undefined && (item.name ?? null) !== name) return false;
  if (note !== undefined && (item.note ?? null) !== note) return false;
  if (title !== undefined && item.title !== title) return false;
  const wanted = (style ?? {}) as Style;
  return JSON.stringify(fieldsOf(item.style, wanted)) === JSON.stringify(fieldsOf(wanted, wanted));
}

/** Only what nobody has changed, moved, grouped or voted for since is deleted. */
function planDelete(view: BoardView, stickers: Stickers): StepPlan {
  const commands: BoardCommand[] = [];
  const known = new Map(stickers.items.map((item) => [item.id, item]));
  for (const id of stickers.roots) {
    const refusal = refusalOf(view, id);
    if (refusal) return refusal;
    if (!view.items.has(id)) continue;
    const ids = subtreeIds(view.items, id);
    if (ids.some((each) => isChanged(view, each, known.get(each)))) return { conflict: "changed", id };
    const hasNewVotes = ids.some((each) => {
      const before = othersVotes(known.get(each), stickers.voted.filter((voted) => voted === each).length);
      return othersVotes(view.items.get(each), ownVotesOn(view, each)) > before;
    });
    if (hasNewVotes) return { conflict: "voted", id };
    commands.push({ type: "item.delete", id });
  }
  return commands.length > 0 ? { commands } : { conflict: "gone", id: null };
}

/** Which fields of a sticker another user may have changed; a new field does not compile without an answer. */
const othersMayChange: Record<keyof Item, boolean> = {
  id: false,
  board_id: false,
  kind: false,
  user_id: false,
  created_at: false,
  hidden: false,
  holds: false,
  rev: false,
  rounds: false,
  // A neighbour that moves gives a sticker another key.
  order: false,
  // `planDelete` counts the votes of others. A reaction goes with its sticker.
  votes: false,
  reactions: false,
  parent_id: true,
  title: true,
  style: true,
  name: true,
  note: true,
};

const changeableFields = (Object.keys(othersMayChange) as (keyof Item)[]).filter(
  (key) => othersMayChange[key],
);

function isChanged({ items }: BoardView, id: string, known: Item | undefined): boolean {
  const now = items.get(id);
  if (now === undefined || known === undefined) return true;
  const differs = (key: keyof Item) => comparable(now[key]) !== comparable(known[key]);
  return changeableFields.some(differs);
}

function comparable(value: Item[keyof Item]): unknown {
  return typeof value === "object" && value !== null
    ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

/** 0 while counts are concealed: others' votes stay secret, and a redo restores them. */
function othersVotes(item: Item | undefined, own: number): number {
  return Math.max(0, (item?.votes ?? 0) - own);
}

function planRestore(view: BoardView, { roots, items, voted }: Stickers): StepPlan {
  const { facilitation, userId } = view;
  const code = mayEditStickers(facilitation, userId);
  if (code !== null) return { code };
  const known = new Map(items.map((item) => [item.id, item]));
  const missing = roots.filter((id) => !view.items.has(id));
  return {
    commands: missing.map((id) => {
      const below = known.has(id) ? subtreeIds(known, id) : [];
      return {
        type: "sticker.restore",
        id,
        items: below.flatMap((each) => known.get(each) ?? []),
        voted: voted.filter((each) => below.includes(each)),
      };
    }),
  };
}

function planOrder(view: BoardView, { orders }: Checked<"order">, direction: Direction): StepPlan {
  const code = mayEditStickers(view.facilitation, view.userId);
  if (code !== null) return { code };
  const wanted =
    direction === "undo"
      ? orders.map(({ parent_id, from, to }) => ({ parent_id, from: to, to: from }))
      : orders;
  const isThere = wanted.every(({ parent_id, from }) => isOrderOf(childrenOf(view.items, parent_id), from));
  return isThere
    ? { commands: [{ type: "stickers.order", orders: wanted }] }
    : { conflict: "order", id: null };
}

/**
 * Why this user may not change an item now; null also when there is no such item.
 * @param ids the items whose text must not be hidden: a move and a deletion concern everything nested in the
 *   sticker
 */
function refusalOf(
  { facilitation, items, userId }: BoardView,
  id: string,
  ids = subtreeIds(items, id),
): UndoRefusal | null {
  const kind = items.get(id)?.kind;
  if (kind === undefined) return null;
  const code =
    kind === "section" ? mayEditBoard(facilitation, userId) : mayEditStickers(facilitation, userId);
  if (code !== null) return { code };
  const isHidden = kind === "sticker" && ids.some((each) => items.get(each)?.hidden);
  return isHidden ? { code: "content_hidden" } : null;
}
