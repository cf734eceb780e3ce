import type { ActionStatus } from "@retro/contract/actions";
import type { BoardDetails } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/**
 * The reference model's state of a board. It is written from the documents and uses none of the rules, so
 * that it does not repeat a fault there. The server's random tests compare the server with it; in the
 * browser's tests it is the server.
 */

export type Kind = "section" | "column" | "sticker";
export type Style = Record<string, unknown>;

export interface ModelItem {
  /** Starts with `?` until the server's id is known. */
  id: string;
  kind: Kind;
  parent: ModelItem | null;
  children: ModelItem[];
  author: string | null;
  title: string | null;
  /** Of the group that the sticker is [N1]. */
  name: string | null;
  /** Of the topic that the sticker is [F7]. */
  note: string | null;
  style: Style;
  rev: number;
  createdAt: number;
  /** Siblings sort by its bytes [T4]. The children are in this order. */
  order: string;
  /** When each user voted. */
  voters: Map<string, number>;
  /** In which section each user voted. */
  votedIn: Map<string, string>;
  /** Who gave each kind of reaction, the earliest first [K1]. */
  reactions: Map<string, string[]>;
  /** Votes without a voter, from the file that the board was made from. */
  imported: number;
  /** Votes in closed rounds, by the round's number [V8]. */
  results: Record<string, number>;
}

/** A round of votes on the whole board; `closed` and `votes` come when it is closed [V8]. */
export interface ModelRound {
  name?: string;
  sections?: string[];
  perSticker?: number;
  votes?: ModelOptions["votes"];
  closed?: number;
}

export interface ModelTimer {
  startTime: number | null;
  pauseTime: number | null;
  countTime: number;
  countPauseTime: number | null;
}

export interface ModelOptions {
  hideContent: boolean;
  stopEditing: boolean;
  concealVoteCount: boolean;
  showStickerDate: boolean;
  votes: false | { limit: number; item: "board" | "section" };
  avatars: false | "none" | "show" | "hide";
}

export interface ModelAction {
  /** Starts with `?` until the server's id is known. */
  id: string;
  text: string;
  ownerId: string | null;
  ownerName: string | null;
  due: string | null;
  link: string | null;
  status: ActionStatus;
  /** The sticker that it was made from; it may be gone. */
  source: { id: string; author: string | null } | null;
  author: string;
  rev: number;
  createdAt: number;
  statusAt: number;
  /** Actions sort by its bytes [D1]. */
  order: string;
}

/** A deleted sticker with what was nested in it, which its deleter can restore [T12]. */
export interface DeletedSticker {
  sticker: ModelItem;
  by: string;
  column: ModelItem;
  /** The place of the column in its section. */
  columnIndex: number;
  sectionOrder: string;
}

/** A deleted action, which its deleter can restore [D4]. */
export interface DeletedAction {
  action: ModelAction;
  by: string;
}

/** What a command changed, with everything that the board knows. `changesFor` presents it to an audience. */
export type ModelChange =
  | { type: "item.put"; item: ModelItem }
  | { type: "item.deleted" | "action.deleted"; ids: string[] }
  | { type: "vote"; item: ModelItem; user: string; voted: boolean }
  /** A restored sticker has its votes again [T12]. */
  | { type: "votes.restored"; item: ModelItem }
  | { type: "reaction"; item: ModelItem; user: string }
  | { type: "votes.reset" | "tick" }
  | { type: "action.put"; action: ModelAction }
  | { type: "board.put"; board: BoardDetails }
  | { type: "session.put"; session: Facilitation };

/** What one version changed. */
export interface LoggedVersion {
  version: number;
  /** Null: nobody, because a timer ended. */
  by: string | null;
  changes: readonly ModelChange[];
}

export interface ModelBoard {
  id: string;
  title: string;
  description: string;
  version: number;
  /** The change log: each version from some version on. */
  log: LoggedVersion[];
  sections: ModelItem[];
  facilitator: string | null;
  options: ModelOptions;
  timer: ModelTimer;
  rounds: ModelRound[];
  /** In their order. */
  actions: ModelAction[];
  /** By id, as are the actions. */
  deletedStickers: Map<string, DeletedSticker>;
  deletedActions: Map<string, DeletedAction>;
  /** The names of the users, by id. */
  names: Map<string, string>;
  /** When each user last sent a request about the board. */
  seen: Map<string, number>;
  /** Ids of the users who can own an action without being its author [D1]: those who are present. */
  present: ReadonlySet<string>;
  /** Ids of items of another board. */
  foreign: ReadonlySet<string>;
}

/** A board without items, whose users a test names. */
export function makeBoard(of: Pick<ModelBoard, "id" | "title"> & Partial<ModelBoard>): ModelBoard {
  return {
    description: "",
    version: 1,
    log: [],
    sections: [],
    facilitator: null,
    options: noOptions(),
    timer: idleTimer(),
    rounds: [],
    actions: [],
    deletedStickers: new Map(),
    deletedActions: new Map(),
    names: new Map(),
    seen: new Map(),
    present: new Set(),
    foreign: new Set(),
    ...of,
  };
}

export const noOptions = (): ModelOptions => ({
  hideContent: false,
  stopEditing: false,
  concealVoteCount: false,
  showStickerDate: false,
  votes: false,
  avatars: false,
});

export const idleTimer = (): ModelTimer => ({
  startTime: null,
  pauseTime: null,
  countTime: 300,
  countPauseTime: null,
});

/** Every item below these, in the order of the screen, parents before children. */
export function flattenItems(items: readonly ModelItem[]): ModelItem[] {
  return items.flatMap((item) => [item, ...flattenItems(item.children)]);
}

export function stickersOf(board: ModelBoard): ModelItem[] {
  return flattenItems(board.sections).filter((item) => item.kind === "sticker");
}

export function votesOn({ imported, voters }: ModelItem): number {
  return imported + voters.size;
}

export function find(board: ModelBoard, id: string): ModelItem | undefined {
  return flattenItems(board.sections).find((item) => item.id === id);
}

/** The ancestors of an item, the nearest first. */
export function ancestorsOf(item: ModelItem): ModelItem[] {
  return item.parent === null ? [] : [item.parent, ...ancestorsOf(item.parent)];
}

export function sectionAbove(item: ModelItem): ModelItem {
  return [item, ...ancestorsOf(item)].at(-1) as ModelItem;
}

/** Stickers from the column down to this one: 0 for a column. */
export function depth(item: ModelItem): number {
  return [item, ...ancestorsOf(item)].filter((each) => each.kind === "sticker").length;
}

/** Levels of stickers in this one, including itself. */
export function height(item: ModelItem): number {
  return 1 + Math.max(0, ...item.children.map(height));
}

interface Ordered {
  id: string;
  order: string;
}

/** Gives siblings new keys in their present order. @returns those whose key changes */
export function dealKeys<T extends Ordered>(siblings: readonly T[]): T[] {
  const keys = generateNKeysBetween(null, null, siblings.length);
  return siblings.filter((each, i) => each.order !== (each.order = keys[i] as string));
}

/**
 * Puts an item among its siblings, with a key between theirs [T4]. @returns it, and the siblings that have
 * another key now
 */
export function insertAt<T extends Ordered>(siblings: T[], index: number, item: T): T[] {
  siblings.splice(index, 0, item);
  const [before, after] = [siblings[index - 1]?.order ?? null, siblings[index + 1]?.order ?? null];
  if (before !== null && after !== null && before >= after)
    return [...new Set([item, ...dealKeys(siblings)])];
  item.order = generateKeyBetween(before, after);
  return [item];
}

/** The index after a sibling: null means first; left out or gone means last [T9]. */
export function indexAfter(siblings: readonly Ordered[], id: string | null | undefined): number {
  const leader = siblings.findIndex((each) => each.id === id);
  if (id === null) return 0;
  return leader < 0 ? siblings.length : leader + 1;
}

let minted = 0;

/** An id until the server's is known. */
export function mintId(): string {
  minted += 1;
  return `?${minted}`;
}

/** An item whose id the server will choose, unless one is given. */
export function makeItem(of: Partial<ModelItem> & Pick<ModelItem, "kind" | "createdAt">): ModelItem {
  return {
    id: mintId(),
    parent: null,
    children: [],
    author: null,
    title: null,
    name: null,
    note: null,
    style: {},
    rev: 1,
    order: "",
    voters: new Map(),
    votedIn: new Map(),
    reactions: new Map(),
    imported: 0,
    results: {},
    ...of,
  };
}

/** A section with three columns [T2]. It has no key yet. */
export function makeSection(title: string, createdAt: number, id = mintId()): ModelItem {
  const section = makeItem({ id, kind: "section", title, createdAt });
  section.children = [1, 2, 3].map((n) =>
    makeItem({
      kind: "column",
      parent: section,
      createdAt,
      ...(!id.startsWith("?") && { id: `${id}c${n}` }),
    }),
  );
  dealKeys(section.children);
  return section;
}

export function detach(board: ModelBoard, item: ModelItem): void {
  const siblings = item.parent === null ? board.sections : item.parent.children;
  siblings.splice(siblings.indexOf(item), 1);
}
