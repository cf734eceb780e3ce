import type { ItemRef, NewIdRef } from "./planned-refs.ts";
import type { PlannedActionCommand } from "./planned-actions.ts";

/** One step of a run, before its ids are known: plain data, so that a failing run can be printed and kept. */
export interface PlannedStep {
  /**
   * 0 to 2: a user on the board; `facilitator`: the user who holds the seat; `outsider`: a member of another board; `anonymous`: a browser
   * without a session.
   */
  by: 0 | 1 | 2 | "facilitator" | "outsider" | "anonymous";
  /** Milliseconds that pass before, or when the command is sent compared with the end of the running timer. */
  wait: number | { toEnd: number };
  /** Which connection the request names. */
  socket: "none" | "own" | "foreign";
  what: PlannedCommand;
}

export type PlannedCommand =
  | PlannedActionCommand
  | {
      do: "add";
      parent: ItemRef;
      title: string;
      id: NewIdRef | null;
      style?: object;
      tree: boolean;
    }
  | {
      do: "batch";
      parent: ItemRef;
      titles: string[];
      ids: (NewIdRef | null)[];
      style?: object;
      tree: boolean;
    }
  | { do: "edit"; item: ItemRef; title?: string; style?: object; rev: number | null; tree: boolean }
  | {
      do: "move";
      item: ItemRef;
      parent: ItemRef;
      place: number | ItemRef | "first" | "both" | "none";
      from: "none" | "fresh" | "stale";
      tree: boolean;
    }
  /** Rotates the order of the children by `turn`; `wrong`: names another present order, or another child. */
  | { do: "order"; parents: ItemRef[]; turn: number; wrong: "none" | "stale" | "other"; tree: boolean }
  /** `since`: how many versions ago its user saw the board; null: it does not say. `rev`: see `revLag`. */
  | { do: "delete"; item: ItemRef; since: number | null; rev: number | null; tree: boolean }
  | { do: "restore" | "vote" | "unvote"; item: ItemRef }
  | {
      do: "board";
      title?: string;
      description?: string;
      from: "none" | "fresh" | "stale";
      sections?: { ref: ItemRef | null; title?: string; rev: number | null }[];
      deletes: ItemRef[];
      /** As in a deletion. */
      since: number | null;
      tree: boolean;
    }
  | { do: "start"; count: unknown }
  | { do: "count"; count: unknown }
  | { do: "pause" }
  | { do: "play" }
  | { do: "stop" }
  | { do: "sit" }
  | { do: "stand" }
  | { do: "deleteCards" }
  | { do: "resetVotes" }
  | { do: "option"; option: string; value: unknown };
