import { randomUUID } from "node:crypto";
import type { Command } from "./commands.ts";
import type { PlannedStep, ItemRef, PlannedCommand } from "./planned-steps.ts";
import { flattenItems, depth, find, type ModelBoard, type ModelItem, stickersOf } from "./state.ts";
import { expiresAt } from "./facilitation.ts";

/** What a plan's references need besides the board. */
export interface ResolveContext {
  board: ModelBoard;
  users: readonly string[];
  /** Ids of items that are no longer there. */
  gone: readonly string[];
  foreign: readonly string[];
}

/** A new id that depends on the seed only. */
let numbers = 0;
function freshId(): string {
  numbers += 1;
  return `${randomUUID().slice(0, 24)}${numbers.toString(16).padStart(12, "0")}`;
}

function candidates({ board, gone, foreign }: ResolveContext, of: ItemRef["of"]): readonly string[] {
  const items = flattenItems(board.sections);
  switch (of) {
    case "deepest": {
      const stickers = stickersOf(board);
      const most = Math.max(0, ...stickers.map(depth));
      return stickers.filter((item) => depth(item) === most).map(({ id }) => id);
    }
    case "gone":
      return gone;
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

export function waitOf(plan: PlannedStep, board: ModelBoard, now: number): number {
  if (typeof plan.wait === "number") return plan.wait;
  const settles = expiresAt(board);
  return settles === null ? 0 : Math.max(0, settles - 2000 + plan.wait.toEnd - now);
}

/** The command with its references replaced by current ids. */
export function resolve(at: ResolveContext, wish: PlannedCommand, actor: string): Command {
  const { board } = at;
  const newId = (id: "new" | "own" | ItemRef | null, n: number): { id?: string } => {
    if (id === null) return {};
    if (id === "new") return { id: freshId() };
    if (id !== "own") return { id: idOf(at, id) };
    const own = stickersOf(board).filter((item) => item.author === actor);
    return own.length > 0 ? { id: own[n % own.length]?.id as string } : {};
  };
  switch (wish.do) {
    case "add": {
      const { parent, id, style, title, tree } = wish;
      return {
        do: "add",
        parent_id: idOf(at, parent),
        title,
        tree,
        ...newId(id, parent.n),
        ...(style && { style }),
      };
    }
    case "batch": {
      const { parent, titles, ids, style, tree } = wish;
      const items = titles.map((title, i) => ({
        title,
        ...newId(ids[i] ?? null, i),
        ...(style && { style }),
      }));
      return { do: "batch", parent_id: idOf(at, parent), items, tree };
    }
    case "edit": {
      const { item, title, style, rev, tree } = wish;
      const id = idOf(at, item);
      const now = flattenItems(board.sections).find((each) => each.id === id)?.rev ?? 1;
      return {
        do: "edit",
        item: id,
        tree,
        ...(title !== undefined && { title }),
        ...(style && { style }),
        ...(rev !== null && { rev: now - rev }),
      };
    }
    case "move": {
      const { place, tree } = wish;
      const parent = idOf(at, wish.parent);
      const position = typeof place === "number" || place === "both" ? { position: Number(place) || 0 } : {};
      const after =
        place === "first" || place === "both"
          ? { after_id: null }
          : typeof place === "object"
            ? { after_id: placeOf(at, parent, place) }
            : {};
      return {
        do: "move",
        item: idOf(at, wish.item),
        parent_id: parent,
        tree,
        ...position,
        ...after,
      };
    }
    case "delete":
      return { do: "delete", item: idOf(at, wish.item), tree: wish.tree };
    case "vote":
    case "unvote":
      return { do: wish.do, item: idOf(at, wish.item) };
    case "board":
      return resolveBoard(at, wish);
    case "start":
      return { do: "start", count_time: wish.count };
    case "count":
      return { do: "timer", body: { count_time: wish.count } };
    case "pause":
      return { do: "timer", body: { pause_time: 1 } };
    case "play":
      return { do: "timer", body: { start_time: 1 } };
    default:
      return wish;
  }
}

function resolveBoard(at: ResolveContext, wish: Extract<PlannedCommand, { do: "board" }>): Command {
  const { title, description, sections, deletes, tree } = wish;
  const { board } = at;
  const from = {
    none: undefined,
    fresh: { title: board.title, description: board.description },
    stale: { title: "an older title", description: "an older description" },
  }[wish.from];
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
    ...(deletes.length > 0 && { deletes: deletes.map((each) => idOf(at, each)) }),
    ...(from && { from }),
  };
}
