import type { ModelAction, ModelBoard, ModelItem } from "./state.ts";

/** Null means the board's channel: everybody who listens there. */
export type Audience = string | null;

export function facilitates(board: ModelBoard, who: Audience): boolean {
  return who !== null && board.facilitator === who;
}

/** [E1] */
export function mayEditBoard(board: ModelBoard, who: string): boolean {
  return board.facilitator === null || board.facilitator === who;
}

/** [E2] */
export function mayEditStickers(board: ModelBoard, who: string): boolean {
  return mayEditBoard(board, who) || !board.options.stopEditing;
}

/** [H1] */
export function hides(board: ModelBoard, item: ModelItem, from: Audience): boolean {
  if (!board.options.hideContent || item.kind !== "sticker" || facilitates(board, from)) return false;
  return from === null || item.author !== from;
}

/** [D3] */
export function hidesAction(board: ModelBoard, { author, source }: ModelAction, from: Audience): boolean {
  if (!board.options.hideContent || source === null || facilitates(board, from)) return false;
  return from === null || (author !== from && source.author !== from);
}

/** [H2] */
export function seesCounts(board: ModelBoard, who: Audience): boolean {
  return !board.options.concealVoteCount || facilitates(board, who);
}

/** An author as an audience may see it [H3]. */
export function seenAuthor(board: ModelBoard, author: string | null, who: Audience): string | null {
  return board.options.avatars !== "hide" || author === who ? author : null;
}

/** Whether a refusal may name who changed something [T12]. */
export function namesWriters({ options }: ModelBoard): boolean {
  return options.avatars !== "hide" && !options.hideContent;
}
