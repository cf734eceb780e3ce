/**
 * The reference model's state of a board. It is written from the documents and shares no code with `rules/`, so that the
 * model does not repeat a fault there.
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
  style: Style;
  rev: number;
  createdAt: number;
  voters: Set<string>;
  /** Votes without a voter, from the file that the board was made from. */
  imported: number;
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
  status: string;
  /** The sticker that it was made from; it may be gone. */
  source: { id: string; author: string | null } | null;
  author: string;
  rev: number;
  createdAt: number;
  statusAt: number;
  /** The server's key: actions sort by its bytes [D1]. Empty until it is known. */
  order: string;
}

/** A deleted action, which its deleter can restore [D4]. */
export interface DeletedAction {
  action: ModelAction;
  by: string;
}

/** What a command changed [T12]: ids of items put, and the sticker that its user voted for. */
export interface LoggedChange {
  version: number;
  by: string;
  put: ReadonlySet<string>;
  voted: string | null;
}

export interface ModelBoard {
  id: string;
  title: string;
  description: string;
  version: number;
  /** The version with which the run began. */
  firstVersion: number;
  /** What each later version of a user changed. */
  log: LoggedChange[];
  sections: ModelItem[];
  facilitator: string | null;
  options: ModelOptions;
  timer: ModelTimer;
  /** In their order. */
  actions: ModelAction[];
  /** By id. */
  deletedActions: Map<string, DeletedAction>;
  /** The names of the users, by id. */
  names: Map<string, string>;
  /** When each user last sent a request about the board. */
  seen: Map<string, number>;
  /** Ids of items of another board. */
  foreign: Set<string>;
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

let minted = 0;

/** An item whose id the server will choose, unless one is given. */
export function makeItem(of: Partial<ModelItem> & Pick<ModelItem, "kind" | "createdAt">): ModelItem {
  return {
    id: `?${(minted += 1)}`,
    parent: null,
    children: [],
    author: null,
    title: null,
    style: {},
    rev: 1,
    voters: new Set(),
    imported: 0,
    ...of,
  };
}

export function makeSection(title: string, createdAt: number): ModelItem {
  const section = makeItem({ kind: "section", title, createdAt });
  section.children = [0, 1, 2].map(() => makeItem({ kind: "column", parent: section, createdAt }));
  return section;
}

export function detach(board: ModelBoard, item: ModelItem): void {
  const siblings = item.parent === null ? board.sections : item.parent.children;
  siblings.splice(siblings.indexOf(item), 1);
}
