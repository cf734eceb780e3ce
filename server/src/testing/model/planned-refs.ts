/**
 * Which item a command concerns: `deletedSticker` one that its user can restore, `recent` one that was put or
 * voted for lately. `n` picks one of the items that exist when the command is sent.
 */
export interface ItemRef {
  of:
    | "sticker"
    | "sibling"
    | "deepest"
    | "column"
    | "section"
    | "deleted"
    | "deletedSticker"
    | "recent"
    | "missing"
    | "foreign";
  n: number;
}

/** The id of a new sticker: a new one, that of a sticker of the same user, or that of another item. */
export type NewIdRef = "new" | "own" | ItemRef;

/** Which action a command concerns; `n` picks one of those that exist when it is sent. */
export interface ActionRef {
  of: "action" | "deletedAction" | "missingAction";
  n: number;
}
