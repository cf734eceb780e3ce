import { channels, eventNames } from "@retro/contract/events";
import type { Deps } from "../../deps.ts";
import type { ConnectionRef } from "../../realtime/push-service.ts";
import { findReviewingBoards, findSpaceChannel } from "./space-store.ts";

type Needs = Pick<Deps, "database" | "transport" | "log">;

/** To the space's pages, and to its boards that show a review. The events have no data. Call it after the commit; it never throws and never waits. */
export function announceToSpace(deps: Needs, spaceId: string, except?: ConnectionRef): void {
  announce(deps, spaceId, except).catch((error: unknown) =>
    deps.log.warn(
      { err: error },
      "the pages of a space could not be told of a change; they show it when they are reloaded",
    ),
  );
}

async function announce(
  { database, transport }: Needs,
  spaceId: string,
  except?: ConnectionRef,
): Promise<void> {
  for (const boardId of await findReviewingBoards(database.db, spaceId))
    transport.broadcast(channels.facilitation(boardId), eventNames.review, {}, except);
  const channel = await findSpaceChannel(database.db, spaceId);
  if (channel !== undefined) transport.broadcast(channels.space(channel), eventNames.space, {}, except);
}
