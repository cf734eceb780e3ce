import { cleanLine, cleanText } from "@retro/contract/clean-text";
import type { Command } from "./commands.ts";
import { isSectionStyle, isStickerStyle, isText } from "./field-checks.ts";
import { applied, type CommandContext, type ExpectedOutcome, putItems, refused } from "./outcome.ts";
import { hides, mayEditBoard, mayEditStickers } from "./permissions.ts";
import {
  ancestorsOf,
  depth,
  detach,
  find,
  flattenItems,
  height,
  indexAfter,
  insertAt,
  makeItem,
  type ModelChange,
  type ModelItem,
  type Style,
} from "./state.ts";
import { seenItem } from "./views.ts";

type Of<What extends Command["do"]> = Extract<Command, { do: What }>;

/**
 * Adds stickers at the end of a parent. For ids that the caller used before, the answer has the existing
 * stickers [T7]; all or none [T10].
 */
export function add(
  scene: CommandContext,
  parentId: string,
  wanted: Of<"batch">["items"],
  single: boolean,
): ExpectedOutcome {
  const { board, actor, now } = scene;
  const known = new Map<string, ModelItem>();
  for (const { id } of wanted) {
    if (id === undefined) continue;
    const item = find(board, id);
    if (board.foreign.has(id) || (item && (item.kind !== "sticker" || item.author !== actor)))
      return refused(409, "id_taken");
    if (item) known.set(id, item);
  }
  const fresh = wanted.filter(({ id }) => id === undefined || !known.has(id));
  const parent = find(board, parentId);
  if (fresh.length > 0) {
    if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
    if (!parent || parent.kind === "section" || depth(parent) >= 5)
      return refused(422, "invalid", "parent_id");
  }
  const items = wanted.map(({ id, title, style }) => {
    const old = id === undefined ? undefined : known.get(id);
    if (old) return old;
    const item = makeItem({
      kind: "sticker",
      createdAt: now,
      parent: parent as ModelItem,
      author: actor,
      title: cleanText(title),
      style: merged({}, style as Style | undefined),
    });
    if (id !== undefined) item.id = id;
    const { children } = parent as ModelItem;
    insertAt(children, children.length, item);
    return item;
  });
  const answer = () => {
    const seen = items.map((item) => seenItem(board, item, actor));
    return single ? seen[0] : seen;
  };
  const added = items.filter(({ id }) => !known.has(id));
  return applied(putItems(added), answer, { status: 201 });
}

/** Fields named replace, null clears, fields left out stay. */
function merged(old: Style, patch: Style | null | undefined): Style {
  return Object.fromEntries(Object.entries({ ...old, ...patch }).filter(([, value]) => value !== null));
}

function mergedSection(old: Style, patch: Style): Style {
  const part = (name: string) => merged((old[name] ?? {}) as Style, patch[name] as Style | undefined);
  return Object.fromEntries(
    ["self", "item"].map((name) => [name, part(name)] as const).filter(([, value]) => !isEmpty(value)),
  );
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** Two styles that look the same: an empty part counts as none. */
export function plainStyle(style: Style): string {
  const entries = Object.entries(style)
    .map(([name, value]) => [name, typeof value === "object" ? plainStyle(value as Style) : value] as const)
    .filter(([, value]) => value !== "[]");
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function edit(scene: CommandContext, command: Of<"edit">): ExpectedOutcome {
  const { board, actor } = scene;
  const item = find(board, command.item);
  if (!item || item.kind === "column") return refused(404, "not_found");
  const isSection = item.kind === "section";
  if (isSection && !mayEditBoard(board, actor)) return refused(403, "board_locked");
  if (!isSection && !mayEditStickers(board, actor)) return refused(403, "stickers_locked");
  if (!isSection && hides(board, item, actor)) return refused(403, "content_hidden");
  const { title, style, name, note, rev } = command;
  const faults = [];
  if (title !== undefined && !isText(title, 1, isSection ? 255 : 1000)) faults.push("title");
  if (style !== undefined && !(isSection ? isSectionStyle(style) : isStickerStyle(style)))
    faults.push("style");
  if (faults.length > 0) return refused(422, "invalid", ...faults);
  if (typeof rev === "number" && rev !== item.rev)
    return { ...refused(409, "conflict"), answer: () => seenItem(board, item, actor) };
  const nextTitle = title === undefined ? item.title : (isSection ? cleanLine : cleanText)(title);
  const nextStyle =
    style === undefined ? item.style : (isSection ? mergedSection : merged)(item.style, style as Style);
  const nextName = isSection || name === undefined ? item.name : cleanLine(name ?? "") || null;
  const nextNote = isSection || note === undefined ? item.note : cleanText(note ?? "") || null;
  const changes =
    nextNote !== item.note ||
    nextTitle !== item.title ||
    nextName !== item.name ||
    plainStyle(nextStyle) !== plainStyle(item.style);
  if (changes)
    Object.assign(item, {
      title: nextTitle,
      style: nextStyle,
      name: nextName,
      note: nextNote,
      rev: item.rev + 1,
    });
  return applied(putItems(changes ? [item] : []), () => seenItem(board, item, actor));
}

/**
 * True for a sticker that the caller may not change: it is hidden from the caller, or contains a hidden one.
 */
export function holdsHidden({ board, actor }: CommandContext, item: ModelItem): boolean {
  return flattenItems([item]).some((each) => hides(board, each, actor));
}

export function move(scene: CommandContext, command: Of<"move">): ExpectedOutcome {
  const { board, actor } = scene;
  if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
  const item = find(board, command.item_id);
  if (item?.kind !== "sticker") return refused(422, "invalid", "item_id");
  if (holdsHidden(scene, item)) return refused(403, "content_hidden");
  const parent = find(board, command.parent_id);
  if (!parent || parent.kind === "section" || parent === item || ancestorsOf(parent).includes(item))
    return refused(422, "invalid", "parent_id");
  if (depth(parent) + height(item) > 5) return refused(422, "invalid", "parent_id");
  const answer = () => seenItem(board, item, actor);
  const others = parent.children.filter((each) => each !== item);
  const { after_id, position = 0, from } = command;
  const index = after_id === undefined ? Math.min(position, others.length) : indexAfter(others, after_id);
  if (parent.children.indexOf(item) === index) return applied([], answer);
  if (from && (from.parent_id !== item.parent?.id || from.order !== item.order))
    return { ...refused(409, "conflict"), answer };
  detach(board, item);
  item.parent = parent;
  return applied(putItems(insertAt(parent.children, index, item)), answer);
}

/** One after the other; all or none [T13]. */
export function moves(scene: CommandContext, { moves: wanted }: Of<"moves">): ExpectedOutcome {
  const { board, actor } = scene;
  const before = flattenItems(board.sections).map((item) => ({
    item,
    parent: item.parent,
    order: item.order,
    children: [...item.children],
  }));
  const changes: ModelChange[] = [];
  for (const each of wanted) {
    const moved = move(scene, { do: "move", ...each });
    if (!moved.ok) {
      for (const { item, ...place } of before) Object.assign(item, place);
      return moved;
    }
    changes.push(...moved.changes);
  }
  return applied(changes, () =>
    wanted.map(({ item_id }) => seenItem(board, find(board, item_id) as ModelItem, actor)),
  );
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean => a.join(" ") === b.join(" ");

/** Gives the children of some parents another order; all or none [T11]. */
export function order(scene: CommandContext, { orders }: Of<"order">): ExpectedOutcome {
  const { board, actor } = scene;
  if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
  const reordered: { parent: ModelItem; to: string[] }[] = [];
  for (const [i, { parent_id, from, to }] of orders.entries()) {
    const parent = find(board, parent_id);
    if (!parent || parent.kind === "section") return refused(422, "invalid", `orders.${i}.parent_id`);
    if (flattenItems(parent.children).some((each) => hides(board, each, actor)))
      return refused(403, "content_hidden");
    const ids = parent.children.map(({ id }) => id);
    if (sameIds(ids, to)) continue;
    if (!sameIds(ids, from)) return refused(409, "conflict");
    reordered.push({ parent, to });
  }
  const moved: ModelItem[] = [];
  for (const { parent, to } of reordered) {
    const before = parent.children;
    const keys = before.map((each) => each.order);
    parent.children = to.map((id) => before.find((each) => each.id === id) as ModelItem);
    parent.children.forEach((each, i) => (each.order = keys[i] as string));
    moved.push(...parent.children.filter((each, i) => each !== before[i]));
  }
  return applied(putItems(moved), () => moved.map((item) => seenItem(board, item, actor)));
}

/** Gives a reaction or takes it back [K1, K2]. */
export function react(
  { board, actor }: CommandContext,
  { do: name, item: id, kind }: Of<"react" | "unreact">,
): ExpectedOutcome {
  const item = find(board, id);
  if (item?.kind !== "sticker") return refused(404, "not_found");
  if (hides(board, item, actor)) return refused(403, "content_hidden");
  const users = item.reactions.get(kind) ?? [];
  const changes = users.includes(actor) !== (name === "react");
  if (changes) {
    const others = users.filter((user) => user !== actor);
    const now = name === "react" ? [...others, actor] : others;
    if (now.length > 0) item.reactions.set(kind, now);
    else item.reactions.delete(kind);
  }
  return applied(changes ? [{ type: "reaction", item, user: actor }] : [], () =>
    seenItem(board, item, actor),
  );
}
