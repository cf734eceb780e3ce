import type { ChannelListener, RealtimeLink } from "../../realtime/link.ts";
import { openStore } from "../store.ts";
import type { BoardStorage } from "../stored-boards.ts";
import { createModelServer } from "./model-server.ts";
import { person } from "./network.ts";
import { createWorld } from "./world.ts";

type Kept = Parameters<BoardStorage["put"]>[0];

/** Ann's board with all that surrounds it within reach. */
export function opening(more: { current?: () => Promise<boolean>; error?: Error; stored?: Kept } = {}) {
  const world = createWorld();
  const tab = world.tab();
  const server = createModelServer([person("ann"), person("bob")], world.now, () => undefined);
  const state = { error: more.error ?? null, ended: 0, left: 0, closed: 0, reconnects: 0, asked: 0 };
  const kept = new Map<string, Kept>(more.stored && [["board", more.stored]]);
  const channels = new Map<string, ChannelListener>();
  const online: ((up: boolean) => void)[] = [];
  let link: "live" | "offline" = "live";
  const states = new Set<(now: "live" | "offline") => void>();
  const store = openStore({
    boardId: "board",
    me: person("ann"),
    call: (method, path, body) => {
      state.asked += 1;
      return state.error
        ? Promise.reject(state.error)
        : Promise.resolve(server.handle({ id: "ann", socketId: "1.1" }, method, path, body));
    },
    env: {
      ...tab.env,
      random: () => 0.5,
      onOnline(listener) {
        online.push(listener);
        return () => online.splice(online.indexOf(listener), 1);
      },
    },
    connect: () =>
      Promise.resolve<RealtimeLink>({
        join(name, _events, listener) {
          channels.set(name, listener);
          world.after(1, () => listener.subscribed([]));
          return { whisper: () => undefined, leave: () => (state.left += 1) };
        },
        state: () => link,
        onState(listener) {
          states.add(listener);
          return () => undefined;
        },
        onEnded: () => () => undefined,
        reconnect: () => (state.reconnects += 1),
        socketId: () => "1.1",
        close: () => (state.closed += 1),
      }),
    ...(more.current && { pageIsCurrent: more.current }),
    onSessionEnded: () => (state.ended += 1),
    boards: {
      put: (board) => kept.set(board.id, board),
      get: (_user, id) => {
        const board = kept.get(id);
        return Promise.resolve(board && { ...board, key: "key" });
      },
      remove: (_user, id) => void kept.delete(id),
    },
  });
  const become = (next: "live" | "offline") => {
    link = next;
    for (const listener of states) listener(next);
  };
  return { world, tab, server, store, state, kept, channels, online, become };
}
