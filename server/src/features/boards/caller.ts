import type { Board } from "@retro/contract/entities";
import type { SessionEventName } from "@retro/contract/events";
import type { Db } from "../../deps.ts";

/** Who asks: the user, and the connection that will not hear its own change. */
export interface Caller {
  userId: string;
  socketId: string | undefined;
}

/** How the committed turn is told to the others. */
export type TurnEvent =
  | { kind: "items" }
  | { kind: "board"; present: (db: Db) => Promise<Board> }
  | { kind: "session"; name: SessionEventName };
