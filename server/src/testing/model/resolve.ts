import { randomUUID } from "node:crypto";
import { isActionCommand } from "@retro/rules/testing/model/commands";
import { resolveAction } from "./resolve-action.ts";
import type { Command } from "@retro/rules/testing/model/commands";
import type { ItemRef, NewIdRef } from "./planned-refs.ts";
import type { PlannedCommand, PlannedStep } from "./random-steps.ts";
import {
  flattenItems,
  depth,
  find,
  type ModelBoard,
  type ModelItem,
  stickersOf,
} from "@retro/rules/testing/model/state";
import { expiresAt } from "@retro/rules/testing/model/facilitation";

/** What a plan's references need besides the board. */
export interface ResolveContext {
  board: ModelBoard;
  /** The user who sends the command. */
  actor: string;
  users: readonly string[];
  /** Ids of items that were deleted. */
  deletedIds: readonly string[];
  foreign: readonly string[];
}

/** A new id that depends on the seed only. */
let numbers = 0;
function freshId(): string {
  numbers += 1;
  return `${randomUUID().slice(0, 24)}${numbers.toString(16).padStart(12, "0")}`;
}

function candidates(
  { board, actor, deletedIds, foreign }: ResolveContext,
  of: ItemRef["of"],
): readonly string[] {
  const items = flattenItems(board.sections);
  switch (of) {
    case "deepest": {
      const stickers = stickersOf(board);
      const most = Math.max(0, ...stickers.map(depth));
      return stickers.filter((item) => depth(item) === most).map(({ id }) => id);
    }
    case "deleted":
      return deletedIds;
    case "recent": {
      const changes = board.log.slice(-6).flatMap((entry) => entry.changes);
      const items = changes.flatMap((change) => ("item" in change ? change.item : []));
      return stickersOf(board).flatMap((item) => (items.includes(item) ? item.id : []));
    }
    case "deletedSticker":
      return [...board.deletedStickers].flatMap(([id, { by }]) => (by === actor ? id : []));
    case "foreign":
      return foreign;
    case "missing":
      return [randomUUID()];
    case "sibling":
      return stickersOf(board).map(({ id }) => id);
    default:
      return items.filter((item) => item.kind === of).map(({ id }) => id);
  }
}

/** The id to which a reference points now; a column if there is no item of that kind. */
function idOf(at: ResolveContext, ref: ItemRef): string {
  const found = candidates(at, ref.of);
  const list = found.length > 0 ? found : candidates(at, "column");
  return list[ref.n % list.length] as string;
}

/** The sticker after which to place an item: one of the new siblings, if there are any. */
function placeOf(at: ResolveContext, parentId: string, place: ItemRef): string {
  const siblings = find(at.board, parentId)?.children ?? [];
  if (place.of !== "sibling" || siblings.length === 0) return idOf(at, place);
  return (siblings[place.n % siblings.length] as ModelItem).id;
}

/**
 * The time before a step. No two votes are of the same time: a restored sticker gets the oldest ones first
 * [V7].
 */
export function waitOf(plan: PlannedStep, board: ModelBoard, now: number): number {
  if (typeof plan.wait === "number") return plan.what.do === "vote" ? Math.max(1, plan.wait) : plan.wait;
  const settles = expiresAt(board);
  return settles === null ? 1 : Math.max(1, settles - 2000 + plan.wait.toEnd - now);
}

/** The id field of a new sticker; none if the server chooses the id. */
function newId(at: ResolveContext, id: NewIdRef | null, n: number): { id?: string } {
  if (id === null) return {};
  if (id === "new") return { id: freshId() };
  if (id !== "own") return { id: idOf(at, id) };
  const own = stickersOf(at.board).filter((item) => item.author === at.actor);
  return own.length > 0 ? { id: own[n % own.length]?.id as string } : {};
}

type Planned<Do extends PlannedCommand["do"]> = Extract<PlannedCommand, { do: Do }>;

/** The command with its references replaced by current ids. */
export function resolve(at: ResolveContext, planned: PlannedCommand): Command {
  if (isActionCommand(planned))
    return resolveAction({ ...at, freshId, idOf: (ref) => idOf(at, ref) }, planned, at.actor);
  switch (planned.do) {
    case "add":
      return resolveAdd(at, planned);
    case "batch":
      return resolveBatch(at, planned);
    case "edit":
      return resolveEdit(at, planned);
    case "move":
      return resolveMove(at, planned);
    case "moves":
      return resolveMoves(at, planned);
    case "order":
      return resolveOrder(at, planned);
    case "delete":
      return resolveDelete(at, planned);
    case "restore":
    case "vote":
    case "unvote":
      return { do: planned.do, item: idOf(at, planned.item) };
    case "react":
    case "unreact":
      return { do: planned.do, item: idOf(at, planned.item), kind: planned.kind };
    case "board":
      return resolveBoard(at, planned);
    case "fill": {
      const length = Math.max(0, 12 + planned.surplus - at.board.sections.length);
      return { do: "board", sections: Array.from({ length }, () => ({ title: "one more" })) };
    }
    case "start":
      return { do: "start", count_time: planned.count };
    case "count":
      return { do: "timer", count_time: planned.count };
    case "pause":
      return { do: "timer", pause_time: 1 };
    case "play":
      return { do: "timer", start_time: 1 };
    case "openRound": {
      const { sections, ...round } = planned;
      return { ...round, ...(sections && { sections: sections.map((section) => idOf(at, section)) }) };
    }
    default:
      return planned;
  }
}

function resolveAdd(at: ResolveContext, planned: Planned<"add">): Command {
  const { parent, id, style, title, tree } = planned;
  return {
    do: "add",
    parent_id: idOf(at, parent),
    title,
    tree,
    ...newId(at, id, parent.n),
    ...(style && { style }),
  };
}

/** The version that the user saw. */
function sinceOf({ board }: ResolveContext, lag: number | null): { since?: number } {
  return lag === null ? {} : { since: Math.max(board.version - board.log.length, board.version - lag) };
}

function resolveDelete(at: ResolveContext, { item, since, rev, tree }: Planned<"delete">): Command {
  const id = idOf(at, item);
  const found = find(at.board, id);
  const items = found ? flattenItems([found]).length : 1;
  const expected =
    rev === null ? {} : { rev: Math.max(0, (found?.rev ?? 1) - rev), items: items + (rev === 2 ? 1 : 0) };
  return { do: "delete", item: id, tree, ...(since === null ? expected : { ...sinceOf(at, since), items }) };
}

function resolveBatch(at: ResolveContext, planned: Planned<"batch">): Command {
  const { parent, titles, ids, style, tree } = planned;
  const items = titles.map((title, i) => ({
    title,
    ...newId(at, ids[i] ?? null, i),
    ...(style && { style }),
  }));
  return { do: "batch", parent_id: idOf(at, parent), items, tree };
}

function resolveEdit(
  at: ResolveContext,
  { item, title, style, name, note, rev, tree }: Planned<"edit">,
): Command {
  const id = idOf(at, item);
  const now = flattenItems(at.board.sections).find((each) => each.id === id)?.rev ?? 1;
  return {
    do: "edit",
    item: id,
    tree,
    ...(title !== undefined && { title }),
    ...(style && { style }),
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note }),
    ...(rev !== null && { rev: now - rev }),
  };
}

function resolveMove(at: ResolveContext, { item, parent, place, from, tree }: Planned<"move">): Command {
  const id = idOf(at, item);
  const moved = find(at.board, id);
  const start = {
    parent_id: moved?.parent?.id ?? id,
    order: from === "stale" ? "b0" : (moved?.order ?? "a0"),
  };
  const parentId = idOf(at, parent);
  const position = typeof place === "number" || place === "both" ? { position: Number(place) || 0 } : {};
  const after =
    place === "first" || place === "both"
      ? { after_id: null }
      : typeof place === "object"
        ? { after_id: placeOf(at, parentId, place) }
        : {};
  return {
    do: "move",
    item_id: id,
    parent_id: parentId,
    tree,
    ...position,
    ...after,
    ...(from !== "none" && { from: start }),
  };
}

/** Each after the one before it, as a group is made of several stickers. */
function resolveMoves(at: ResolveContext, { items, parent, from, tree }: Planned<"moves">): Command {
  const ids = items.map((item) => idOf(at, item));
  const parent_id = idOf(at, parent);
  const moves = ids.map((item_id, i) => {
    const moved = find(at.board, item_id);
    const order = from === "stale" && i > 0 ? "b0" : (moved?.order ?? "a0");
    const start = { parent_id: moved?.parent?.id ?? item_id, order };
    return { item_id, parent_id, after_id: ids[i - 1] ?? null, ...(from !== "none" && { from: start }) };
  });
  return { do: "moves", moves, tree };
}

/** Parents without children are left out, so that most requests are valid. */
function resolveOrder(at: ResolveContext, { parents, turn, wrong, tree }: Planned<"order">): Command {
  const ids = [...new Set(parents.map((parent) => idOf(at, parent)))];
  const full = ids.filter((id) => (find(at.board, id)?.children.length ?? 0) > 0);
  const orders = (full.length > 0 ? full : ids).map((parent_id) => {
    const children = (find(at.board, parent_id)?.children ?? []).map(({ id }) => id);
    if (wrong === "other") children.push(randomUUID());
    const by = turn % Math.max(1, children.length);
    const to = [...children.slice(by), ...children.slice(0, by)];
    return { parent_id, from: wrong === "stale" ? children.toReversed() : children, to };
  });
  return { do: "order", orders, tree };
}

function resolveBoard(at: ResolveContext, planned: Planned<"board">): Command {
  const { title, description, sections, deletes, since, tree } = planned;
  const { board } = at;
  const from = {
    none: undefined,
    fresh: { title: board.title, description: board.description },
    stale: { title: "an older title", description: "an older description" },
  }[planned.from];
  const entries = sections?.map(({ ref, title: name, rev }) => {
    const id = ref === null ? undefined : idOf(at, ref);
    const now = board.sections.find((section) => section.id === id)?.rev ?? 1;
    return {
      ...(id !== undefined && { id }),
      ...(name !== undefined && { title: name }),
      ...(rev !== null && { rev: now - rev }),
    };
  });
  return {
    do: "board",
    tree,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(entries && { sections: entries }),
    ...(deletes.length > 0 && { deletes: deletes.map((each) => idOf(at, each)), ...sinceOf(at, since) }),
    ...(from && { from }),
  };
}
