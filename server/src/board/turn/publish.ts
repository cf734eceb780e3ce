import type { Change } from "@retro/contract/changes";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { channels, eventNames } from "@retro/contract/events";
import { presentChange, privilegedAudiences, type UnredactedChange } from "@retro/rules/present";
import type { Deps } from "../../deps.ts";
import { fitsEvent } from "../../realtime/payload.ts";
import type { Caller, TurnEvent } from "./caller.ts";
import { announceToSpace } from "./space-events.ts";

export interface CommittedTurn {
  boardId: string;
  spaceId: string | null;
  version: number;
  now: number;
  changes: readonly UnredactedChange[];
  /** In force after the turn: its options decide what each audience sees. */
  facilitation: Facilitation;
  /** Whether the seat has changed hands, which starting and ending the timer can do too [S1]. */
  seatChanged: boolean;
  event: TurnEvent;
  caller: Caller;
  /** Those of the users who may see more who have given the board's passphrase [M5]; null: none is needed. */
  admitted: ReadonlySet<string> | null;
}

/** A space shows the titles of its boards and their actions [G1, G7]. */
const shownInSpace: ReadonlySet<UnredactedChange["type"]> = new Set([
  "board.put",
  "action.put",
  "action.deleted",
]);

/** To the board's channel, and to users who may see more on their own (H4). Call it after the commit. */
export function publish(deps: Deps, turn: CommittedTurn): void {
  const { boardId, version, facilitation, changes, caller, event, admitted } = turn;
  const present = (audience: string | null): Change[] =>
    changes.flatMap((c) => presentChange(c, facilitation, audience));
  const channelChanges = present(null);
  const send = (channel: string, name: string, data: unknown) =>
    deps.transport.broadcast(channel, name, data, caller.connection);
  switch (event.kind) {
    case "items":
      send(channels.presence(boardId), eventNames.items, { version, changes: channelChanges });
      break;
    case "board":
      send(channels.presence(boardId), eventNames.board, {
        version,
        board: event.board,
        changes: channelChanges,
      });
      break;
    case "facilitation":
      send(channels.facilitation(boardId), event.name, { ...facilitation, version, serverTime: turn.now });
      break;
    default:
      event satisfies never;
  }
  const audiences = privilegedAudiences(changes, facilitation);
  // Everyone fetches what did not fit into the channel's event, and the answer is presented for each [H4].
  if (audiences.size > 0 && !fitsEvent(channelChanges)) audiences.clear();
  for (const userId of audiences) {
    if (admitted !== null && !admitted.has(userId)) continue;
    send(channels.user(userId), eventNames.userItems, {
      board_id: boardId,
      version,
      changes: present(userId),
    });
  }
  if (turn.spaceId !== null && changesSpace(turn)) announceToSpace(deps, turn.spaceId, caller.connection);
}

/** The facilitator and options decide which actions are hidden [D3] and who may manage [M1]. */
function changesSpace({ changes, event, seatChanged }: CommittedTurn): boolean {
  const isOption = event.kind === "facilitation" && event.name === "facilitator.update";
  return isOption || seatChanged || changes.some(({ type }) => shownInSpace.has(type));
}
