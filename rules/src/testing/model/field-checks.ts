import { cleanText } from "@retro/contract/clean-text";
import { type ActionCommand, isActionCommand } from "./commands.ts";
import type { Command, Move } from "./commands.ts";

/**
 * Checks the form of a request, independently of the board: which fields are refused with 422 before any
 * other check. A field's name includes all fields below it (`style` includes `style.color`).
 */
export function findInvalidFields(command: Command): string[] {
  const faults: string[] = [];
  const check = (field: string, ok: boolean) => {
    if (!ok) faults.push(field);
  };
  if (isActionCommand(command)) return findInvalidActionFields(command);
  switch (command.do) {
    case "add":
      check("title", isText(command.title, 1, 1000));
      check("parent_id", isId(command.parent_id));
      check("id", command.id == null || isUuid(command.id));
      check("style", command.style == null || isStickerStyle(command.style));
      break;
    case "batch":
      check("parent_id", isId(command.parent_id));
      check("items", isBatch(command.items));
      break;
    case "edit":
      // Length and emptiness depend on the item's kind; characters that no engine stores do not.
      check("title", command.title === undefined || isStorable(command.title));
      check(
        "style",
        command.style === undefined || isStickerStyle(command.style) || isSectionStyle(command.style),
      );
      check("name", command.name == null || isText(command.name, 0, 100));
      check("note", command.note == null || isText(command.note, 0, 1000));
      break;
    case "move":
      faults.push(...invalidMove(command));
      break;
    case "moves":
      check("moves", !hasDoubles(command.moves.map(({ item_id }) => item_id)));
      check("moves", command.moves.flatMap(invalidMove).length === 0);
      break;
    case "order":
      faults.push(...invalidOrders(command.orders));
      break;
    case "board":
      check("title", command.title === undefined || isText(command.title, 1, 255));
      check("description", command.description == null || isText(command.description, 0, 255));
      if ((command.sections?.length ?? 0) > 12) faults.push("sections");
      else
        command.sections?.forEach(({ id, title }, i) =>
          check(`sections.${i}.title`, title === undefined ? id !== undefined : isText(title, 1, 255)),
        );
      break;
    case "start":
      check("count_time", isCount(command.count_time));
      break;
    case "timer":
      check("body", !("count_time" in command) || isCount(command.count_time));
      break;
    case "option":
      check("body", isOption(command.option, command.value));
      break;
    default:
  }
  return faults;
}

/** Checks the form of a request; see `findInvalidFields`. */
function findInvalidActionFields(command: ActionCommand): string[] {
  const faults: string[] = [];
  const check = (field: string, ok: boolean) => {
    if (!ok) faults.push(field);
  };
  if (command.do === "addAction" || command.do === "editAction") {
    const { text, owner_name: name, due_on: due } = command;
    check("text", text === undefined || isText(text, 1, 1000));
    check("owner_name", name == null || isText(name, 0, 64));
    check("due_on", due == null || due !== "2026-02-30");
  }
  if (command.do === "editAction")
    check("status", command.status === undefined || ["open", "done", "dropped"].includes(command.status));
  if (command.do === "deleteAction") check("rev", command.rev === undefined || command.rev >= 0);
  return faults;
}

function invalidMove({ item_id, parent_id, position, after_id }: Move): string[] {
  return [
    ...(isId(item_id) ? [] : ["item_id"]),
    ...(isId(parent_id) ? [] : ["parent_id"]),
    ...((position === undefined ? after_id !== undefined : position >= 0) ? [] : ["position"]),
    ...(after_id === undefined || (position === undefined && after_id !== item_id) ? [] : ["after_id"]),
  ];
}

function isBatch(items: Extract<Command, { do: "batch" }>["items"]): boolean {
  const isItem = ({ title, id, style }: (typeof items)[number]) =>
    isText(title, 1, 1000) &&
    (id === undefined || isUuid(id)) &&
    (style === undefined || isStickerStyle(style));
  const isSizeAllowed = items.length >= 1 && items.length <= 100;
  return isSizeAllowed && items.every(isItem) && !hasDoubles(items.flatMap(({ id }) => id ?? []));
}

/** Each parent needs children, and the new order must be a permutation of the present one. */
function invalidOrders(orders: readonly { from: string[]; to: string[] }[]): string[] {
  return orders.flatMap(({ from, to }, i) => {
    const isPermutation = from.length === to.length && from.every((id) => to.includes(id)) && !hasDoubles(to);
    if (from.length === 0) return [`orders.${i}.from`, `orders.${i}.to`];
    return isPermutation ? [] : [`orders.${i}.to`];
  });
}

/** Counts code points; no text contains NUL or half of a surrogate pair (spec 11.4). */
export function isText(text: string, min: number, max: number): boolean {
  const length = Array.from(cleanText(text)).length;
  return isStorable(text) && length >= min && length <= max;
}

function isStorable(text: string): boolean {
  return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

function isId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}

function hasDoubles(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5940;
}

const isColor = (value: unknown) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
const oneOf =
  (...values: string[]) =>
  (value: unknown) =>
    values.includes(value as string);
const styleFields: Record<string, (value: unknown) => boolean> = {
  color: isColor,
  backgroundColor: isColor,
  fontSize: (value) =>
    typeof value === "string" && /^\d+px$/.test(value) && parseInt(value) >= 8 && parseInt(value) <= 72,
  fontWeight: oneOf("bold", "normal"),
  fontStyle: oneOf("italic", "normal"),
  textDecoration: oneOf("underline", "none"),
};

/** Null clears a field. */
function isStyle(style: unknown, fields: Record<string, (value: unknown) => boolean>): boolean {
  if (typeof style !== "object" || style === null) return false;
  return Object.entries(style).every(([name, value]) => value === null || fields[name]?.(value) === true);
}

export function isStickerStyle(style: unknown): boolean {
  return isStyle(style, styleFields);
}

export function isSectionStyle(style: unknown): boolean {
  if (typeof style !== "object" || style === null) return false;
  return Object.entries(style).every(([part, value]) => {
    if (part === "self") return isStyle(value, { backgroundColor: isColor });
    return part === "item" && isStickerStyle(value);
  });
}

function isOption(option: string, value: unknown): boolean {
  if (["hideContent", "stopEditing", "concealVoteCount", "showStickerDate"].includes(option))
    return typeof value === "boolean";
  if (option === "avatars") return [false, "none", "show", "hide"].includes(value as string);
  if (option !== "votes") return false;
  if (value === false) return true;
  const { limit, item, ...rest } = value as Record<string, unknown>;
  const isLimit = Number.isInteger(limit) && Number(limit) >= 0 && Number(limit) <= 999;
  return isLimit && ["board", "section"].includes(item as string) && Object.keys(rest).length === 0;
}
