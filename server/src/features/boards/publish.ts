import type { Change } from "@retro/contract/changes";
import type { SessionState } from "@retro/contract/entities";
import { channels, eventNames } from "@retro/contract/events";
import { presentChange, privilegedAudiences, type WholeChange } from "@retro/rules/present";
import type { Deps } from "../../deps.ts";
import type { Caller, TurnEvent } from "./caller.ts";

export interface Committed {
  boardId: string;
  version: number;
  now: number;
  changes: readonly WholeChange[];
  /** The options in force now: what is presented depends on them, not on those in force when the work began. */
  session: SessionState;
  event: TurnEvent;
  caller: Caller;
}

/**
 * Tells a committed turn to the board's channel as everyone may see it, and to those who may see more on their own channel.
 * Call it after the commit, and only then.
 */
export function publish(deps: Deps, done: Committed): void {
  const { boardId, version, session, changes, caller, event } = done;
  const present = (audience: string | null): Change[] =>
    changes.flatMap((c) => presentChange(c, session, audience));
  const forAll = present(null);
  const send = (channel: string, name: string, data: unknown) =>
    deps.broadcaster.broadcast(channel, name, data, caller.socketId);
  switch (event.kind) {
    case "items":
      send(channels.presence(boardId), eventNames.items, { version, changes: forAll });
      break;
    case "board":
      send(channels.presence(boardId), eventNames.board, { version, board: event.board, changes: forAll });
      break;
    case "session":
      send(channels.session(boardId), event.name, { ...session, version, serverTime: done.now });
      break;
    default:
      event satisfies never;
  }
  for (const userId of privilegedAudiences(changes, session))
    send(channels.user(userId), eventNames.mine, { board_id: boardId, version, changes: present(userId) });
}
