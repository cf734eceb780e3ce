import type { BoardOutbox } from "../../board/turn/board-outbox.ts";
import type { Deps } from "../../deps.ts";
import { eventsOfTurn, payloadOf } from "./events.ts";
import { messageInsertion } from "./message-store.ts";

/** @param wake is called when there may be something to send, before it is committed */
export function webhookOutbox({ settings }: Pick<Deps, "settings">, wake: () => void): BoardOutbox {
  return {
    afterTurn(db, turn) {
      const { board, now } = turn;
      const events = eventsOfTurn(turn);
      if (events.length > 0) wake();
      return events.map((event, part) => {
        const payload = payloadOf(settings, board, event, now);
        // The date or the status of an action may be changed and changed back within its day.
        return messageInsertion(db, { board, part, payload, now, once: event.type === "action.due" });
      });
    },
    afterCreation(db, board, now) {
      wake();
      const payload = payloadOf(settings, board, { type: "board.created", details: {} }, now);
      return [messageInsertion(db, { board, part: 0, payload, now })];
    },
  };
}
