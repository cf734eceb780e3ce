import { ConnectedBoard } from "./connectedBoard.ts";
import type { ConnectedBoardOptions } from "./connectedBoardOptions.ts";
import type { BoardStore } from "./types.ts";

/** Opens a board: loads it and joins its channels. The caller must close it. */
export function openBoardStore(options: ConnectedBoardOptions): BoardStore {
  const board = new ConnectedBoard(options);
  const { notifier, outbox, history, sync, people, clock, authorNames } = board;
  board.start();
  return {
    boardId: options.boardId,
    getState: () => board.getState(),
    subscribe: (listener) => notifier.subscribe(listener),
    subscribeItem: (id, listener) => notifier.subscribeItem(id, listener),
    send: (command) => history.record(command, () => outbox.send(command)),
    sendUndo: (command) => outbox.send(command, "undo"),
    history,
    call: async (method, path, body) => (await board.call(method, path, body)) as never,
    deferDelete: (id) => history.recordDeletion(id, () => outbox.deferDelete(id)),
    drafts: outbox.drafts,
    acknowledgeDropped: () => outbox.acknowledgeDropped(),
    retry: (key, seen) => outbox.retry(key, seen),
    discard: (key) => outbox.discard(key),
    pauseUpdates: () => sync.pauseUpdates(),
    whisperEditing: people.setEditing,
    whisperWriting: people.setWriting,
    whisperUser: people.setOwnInfo,
    serverNow: clock.now,
    serverArrival: clock.arrivalTime,
    reloadPeople: authorNames.fetchNames,
    reload: () => sync.load().then(() => undefined),
    close: () => board.close(),
  };
}
