import type { Call } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { SnapshotUpdate } from "../view/replica.ts";
import type { ServerClock } from "../serverClock.ts";
import type { ApiErrorLike } from "../apiCalls.ts";

export interface SyncOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  clock: ServerClock;
  isLive: () => boolean;
  /** Number of users on the board: their requests after a reveal are spread over time. */
  memberCount: () => number;
  /** Delays the first view after the board is loaded. Never rejects. */
  beforeFirstView: () => Promise<void>;
  onChange: () => void;
  /** The user must leave the board: it is deleted, closed to this user, or could not be loaded. */
  onFailure: (error: ApiErrorLike) => void;
  /** The server has answered a load or a comparison. */
  serverReached: () => void;
  /** The server could not answer; `Sync` asks again. */
  serverUnreached: (error: ApiErrorLike) => void;
  /** The server sent a change of a type that is newer than this page. */
  onPageOutdated: () => void;
  /** The board as this device last stored it; used while the server cannot be reached. */
  loadStored: () => Promise<SnapshotUpdate | undefined>;
}
