import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import type { Method } from "../apiCalls.ts";
import type { Step } from "../history/changeSteps.ts";
import type { UndoConflict } from "../history/undoRefusal.ts";
import type { BaseState } from "../storage/entryStorage.ts";

export interface CommandRequest {
  readonly method: Method;
  /** Below `boards/{id}`. */
  readonly path: string;
  readonly body?: unknown;
}

/**
 * What to do with a command that has waited [Y6]:
 * - `send`: its effect is still what the user meant
 * - `done`: the board already has the command's effect: an answer was lost
 * - `moot`: other users have changed the item; sending it would undo newer work
 * - `expired`: it is too old to be sent without asking; the user decides about a text
 */
export type LateCommandDecision = "send" | "done" | "moot" | "expired";

export type CommandType = BoardCommand["type"];
export type CommandOf<T extends CommandType> = Extract<BoardCommand, { type: T }>;

const minuteMs = 60_000;
/** How long a command may wait before it is sent. */
export const maxAge = {
  /** A text: its user would have to type it again. A deletion names what its user saw, as an edit does. */
  week: 7 * 24 * 60 * minuteMs,
  /** Moves and votes make sense only on the board as it was within the last hour. */
  hour: 60 * minuteMs,
  /** Sent within seconds or given up, and never stored: a timer must not start long after the press. */
  moment: 4000,
};

export interface LateBoard {
  readonly view: BoardView;
  /** What the command changes, as it was when its user gave it; null: it was not confirmed then. */
  readonly base: BaseState | null;
  /** The board's version when its user gave it; null: not known. */
  readonly from: number | null;
}

/** The properties of one kind of command, apart from its prediction. */
export interface CommandSpec<C extends BoardCommand> {
  readonly maxAge: number;
  readonly request: (command: C) => CommandRequest;
  /** Ids of the items, or of the action, that it is about. Commands on the same one keep their order. */
  readonly ids?: (command: C) => readonly string[];
  /** Parents whose children it adds or orders: commands under the same one keep their order. */
  readonly parents?: (command: C) => readonly (string | null)[];
  /** Another item that must be saved first. */
  readonly needs?: (command: C) => string | null;
  /** Earlier commands of these kinds are answered first, whatever they are about. */
  readonly follows?: readonly CommandType[];
  /** It concerns every sticker: it waits for all commands, and all wait for it. */
  readonly concernsAll?: true;
  /** The text that its user would lose with it. */
  readonly text?: (command: C) => string | undefined;
  /** It names the revision that its user saw. */
  readonly namesRevision?: true;
  /** Whether the browser compares what it changes with what its user saw; left out if there is none. */
  readonly hasBase?: (command: C) => boolean;
  /** Decides whether a command that has waited is still what its user meant. */
  readonly late?: (now: LateBoard, command: C) => LateCommandDecision;
  /** The command as it is sent once more: the server then refuses it if another user was faster. */
  readonly again?: (command: C, base: BaseState) => C;
  /** Only of additions: the commands that take it back. */
  readonly takenBackBy?: (command: C) => BoardCommand[];
  /** Whether what it changes, as a refusal contains it, already has its content: an answer was lost then. */
  readonly isDone?: (command: C, current: Item & Action) => boolean;
  /** A deletion that the server answers with 404 has succeeded: the item or action is gone already. */
  readonly isDoneWhenGone?: true;
  /** The command without the texts of other users that it carries for its prediction. */
  readonly withoutCopies?: (command: C) => C;
  /** Whether such a text is hidden from this user now. */
  readonly hasHiddenCopy?: (command: C, view: BoardView) => boolean;
  /** What it changed, for undo; null: nothing. */
  readonly step?: (command: C, before: BoardView, after: BoardView) => Step | null;
  /** Why the server refused it as an undo or redo: with 404, and with 409. */
  readonly conflicts?: { readonly gone?: UndoConflict; readonly changed?: UndoConflict };
  /** What it would have done, for the message that it was not sent. */
  readonly dropped?: MessageKey;
}

export type CommandSpecs<T extends CommandType> = { readonly [K in T]: CommandSpec<CommandOf<K>> };

/** The body of a request: the command's fields, without its type and the parts that are in the path. */
export function bodyOf<C extends BoardCommand, K extends keyof C = never>(
  command: C,
  ...inPath: K[]
): Omit<C, K | "type"> {
  const body: Partial<C> = { ...command };
  for (const name of ["type", ...inPath] as const) delete body[name];
  return body as Omit<C, K | "type">;
}
