import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { createConnectionHealth } from "./connectionHealth.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { createBoardRecorder } from "../storage/storedBoards.ts";
import type { Sync } from "../sync/syncTypes.ts";

interface BoardParts {
  health: ReturnType<typeof createConnectionHealth>;
  sync: Sync;
  outbox: Outbox;
  recorder: ReturnType<typeof createBoardRecorder> | undefined;
}

/**
 * Passes the browser's signals about the page and the network to the parts of an open board.
 * @returns ends the listening
 */
export function listenToBrowser(env: BoardEnvironment, board: BoardParts): () => void {
  const { health, sync, outbox, recorder } = board;
  const stops = [
    env.onResume(() => {
      health.pageResumed();
      sync.realtimeChanged();
      outbox.resume();
      void sync.compare();
    }),
    env.onPageHide(() => {
      recorder?.flush();
      outbox.sendOnUnload();
    }),
    env.onOnline((online) => health.setOnline(online)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
