import type { ChangesOfOthers } from "@retro/contract/changes";
import type { BoardCommand } from "@retro/rules/predict";
import type { ApiErrorLike } from "../apiCalls.ts";

export interface Deletion {
  commit: () => void;
  /** Cancels the deletion; without effect after it was sent. */
  undo: () => void;
  /** Resolves when the deletion was undone or can no longer be. */
  ended: Promise<void>;
}

/** `waiting`: until the server can be reached again; `failed`: refused, kept so that no text is lost. */
export type SaveState = "saving" | "waiting" | "failed";

export interface PendingEntry {
  readonly key: string;
  readonly command: BoardCommand;
  readonly state: SaveState;
  readonly error?: ApiErrorLike;
}

/** A change that was not sent because others have changed the board since, or that was refused. */
export interface DroppedChange {
  readonly key: string;
  readonly type: BoardCommand["type"];
  /** The first item that it is about; null for a change of none. */
  readonly id: string | null;
  /** The sticker's text; null when it is gone or hidden. */
  readonly title: string | null;
  /** For a deletion that the server refused: what others have done since; null for all others. */
  readonly reason: ChangesOfOthers["changed"] | null;
  /** Why it was given up: the server's refusal, or the code `moot` or `expired` of one that was not sent. */
  readonly error: Pick<ApiErrorLike, "code" | "message">;
}
