import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { channels, eventNames, parseChannel } from "@retro/contract/events";
import type { Deps } from "../../deps.ts";
import { facilitationOf } from "../parts/board-row.ts";
import { findBoards } from "../parts/board-store.ts";
import { recordRestrictions } from "./whisper-restrictions.ts";

const facilitationChanged = "facilitation";

interface FacilitationChange {
  boardId: string;
  version: number;
  facilitation: Facilitation;
}

const boardsPerQuery = 200;

export function endBoardSubscriptions(
  { sockets }: Pick<Deps, "sockets">,
  boardId: string,
  except: string | null,
): void {
  sockets.endSubscriptions([channels.presence(boardId), channels.facilitation(boardId)], except);
}

/**
 * Sends a board's facilitation to the other nodes, so that they relay no whisper that it forbids [H3, H7].
 */
export function announceFacilitation({ nodes }: Pick<Deps, "nodes">, change: FacilitationChange): void {
  nodes.send(facilitationChanged, change);
}

export function followOtherNodes(deps: Pick<Deps, "nodes" | "database" | "log" | "sockets">): void {
  const { nodes, log } = deps;
  nodes.on(facilitationChanged, (data) => {
    const { boardId, version, facilitation } = data as FacilitationChange;
    recordRestrictions(boardId, version, facilitation);
  });
  // Another node may have authorised the connection.
  nodes.onOpened((channel) => {
    readBoards(deps, [channel], () => undefined).catch((error: unknown) =>
      log.warn(
        { err: error },
        "a board's options could not be read; it shows nobody who types until they change",
      ),
    );
  });
  nodes.onMissed((opened) => {
    readBoards(deps, opened, (boardId, version, isRestricted) => {
      nodes.deliver(channels.presence(boardId), eventNames.items, { version, fetch: true });
      // The lost messages may have ended subscriptions. Those who may subscribe reconnect at once.
      if (isRestricted) endBoardSubscriptions(deps, boardId, null);
    }).catch((error: unknown) =>
      log.warn(
        { err: error },
        "browsers could not be told to catch up; they compare versions within minutes",
      ),
    );
  });
}

/**
 * Reads the boards of presence channels. @param each gets a version that a client must have; for a deleted
 * board one that makes it ask
 */
async function readBoards(
  { database }: Pick<Deps, "database">,
  opened: readonly string[],
  each: (boardId: string, version: number, isRestricted: boolean) => void,
): Promise<void> {
  const ids = opened.map(parseChannel).flatMap((found) => (found?.kind === "presence" ? [found.id] : []));
  for (let at = 0; at < ids.length; at += boardsPerQuery) {
    const asked = ids.slice(at, at + boardsPerQuery);
    const found = new Map((await findBoards(database.db, asked)).map((row) => [row.id, row]));
    for (const id of asked) {
      const row = found.get(id);
      if (row !== undefined) recordRestrictions(id, row.version, facilitationOf(row));
      const isRestricted = row !== undefined && (row.passphrase_hash !== null || row.deleted_at !== null);
      each(id, row?.version ?? Number.MAX_SAFE_INTEGER, isRestricted);
    }
  }
}
