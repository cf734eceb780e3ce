import { pickFacilitation } from "@retro/rules/facilitation";
import type { Change } from "@retro/contract/changes";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { facilitationEvents } from "@retro/contract/events";
import type { BoardFixture, FixtureConnection } from "./board-fixture.ts";
import type { Row } from "./databases/tables.ts";

/** An event that a connection received: the kind of its channel, its name and data. */
export interface ReceivedEvent {
  on: "presence" | "facilitation" | "own";
  event: string;
  data: Row & { version?: number; changes?: Change[] };
}
export type ReceivedByAll = Record<FixtureConnection, ReceivedEvent[]>;

const kinds = {
  "presence-boards": "presence",
  "private-boards": "facilitation",
  "private-users": "own",
} as const;

/**
 * Begins to record. @returns gives the events that each connection received since, without the protocol's
 * frames
 */
export function startRecording(connections: BoardFixture["connections"]): () => ReceivedByAll {
  const all = Object.entries(connections);
  const from = all.map(([, { raw }]) => raw.received.length);
  return () =>
    Object.fromEntries(
      all.map(([name, { raw }], i) => [
        name,
        raw.received.slice(from[i]).flatMap(({ channel = "", event, data }): ReceivedEvent[] => {
          const kind = kinds[channel.split(".")[0] as keyof typeof kinds];
          if (kind === undefined || event.startsWith("pusher")) return [];
          return [{ on: kind, event, data: data as ReceivedEvent["data"] }];
        }),
      ]),
    ) as ReceivedByAll;
}

const isFacilitationEvent: ReadonlySet<string> = new Set(facilitationEvents);

/** The changes in the events; those of the facilitator and the timer contain the whole facilitation. */
export function changesIn(events: readonly ReceivedEvent[]): Change[] {
  return events.flatMap(({ event, data }): Change[] => {
    if (!isFacilitationEvent.has(event)) return data.changes ?? [];
    const session = pickFacilitation(data as unknown as Facilitation);
    return [{ type: "session.put", session }];
  });
}

/** The events of each connection in words: `presence board-items.update: put @one`. */
export function describeReceived({
  received,
}: {
  received: ReceivedByAll;
}): Record<FixtureConnection, string[]> {
  return Object.fromEntries(
    Object.entries(received).map(([name, events]) => [
      name,
      events.map(
        ({ on, event, data }) => `${on} ${event}: ${describeChanges(data.changes ?? []).join(", ")}`,
      ),
    ]),
  ) as Record<FixtureConnection, string[]>;
}

/**
 * Changes in words: `put @one`, `put @one hidden`, `deleted @one @two`, `votes @one 2`, `mine @one +`,
 * `tick`.
 */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.map((change) => {
    switch (change.type) {
      case "item.put":
        return `put ${change.item.id}${change.item.hidden ? " hidden" : ""}`;
      case "action.put":
        return `action ${change.action.id}${change.action.hidden ? " hidden" : ""}`;
      case "action.deleted":
        return `no action ${change.ids.join(" ")}`;
      case "item.deleted":
        return `deleted ${change.ids.toSorted().join(" ")}`;
      case "votes.put":
        return `votes ${change.item_id} ${change.votes}`;
      case "vote.mine":
        return `mine ${change.item_id} ${change.voted ? "+" : "-"}`;
      default:
        return change.type;
    }
  });
}
