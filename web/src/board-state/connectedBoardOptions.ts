import type { Person } from "@retro/contract/entities";
import type { Call } from "./apiCalls.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { Connecting } from "./connection/connectWithRetry.ts";
import type { BoardStorage } from "./storage/storedBoards.ts";

export interface ConnectedBoardOptions {
  boardId: string;
  me: Person;
  call: Call;
  env: BoardEnvironment;
  /** Connects in parallel with the load. */
  connect: Connecting["connect"];
  /** Whether the server still serves this page. Asked after the connection was lost; absent: never asked. */
  pageIsCurrent?: () => Promise<boolean>;
  /** The server ended the session. */
  onSessionEnded: () => void;
  /** Stores boards for a start without a network; most tests leave it out. */
  boards?: BoardStorage;
}
