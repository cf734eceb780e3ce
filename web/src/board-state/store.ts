import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import type { RealtimeLink } from "../realtime/link.ts";
import type { Call } from "./api.ts";
import { createAuthors } from "./authors.ts";
import { createConnection } from "./connection.ts";
import type { Env } from "./env.ts";
import { readMessage } from "./message.ts";
import { createOutbox } from "./outbox.ts";
import { createPeople } from "./people.ts";
import { project } from "./projection.ts";
import { createServerClock } from "./server-clock.ts";
import { createSync } from "./sync.ts";
import type { BoardState, BoardStore } from "./types.ts";

export interface StoreOptions {
  boardId: string;
  me: Person;
  call: Call;
  env: Env;
  /** Connects in parallel with the load. Rejects when that is hopeless for now: it is tried again. */
  connect: () => Promise<RealtimeLink>;
  /** The session was ended from elsewhere. */
  onSessionEnded: () => void;
}

/** Opens a board: loads it and joins its channels. It is the caller's to close it. */
export function openStore(options: StoreOptions): BoardStore {
  const { boardId, me, call, env } = options;
  const base = `boards/${encodeURIComponent(boardId)}`;
  const listeners = new Set<() => void>();
  const clock = createServerClock(env.now);
  const deferred = new Set<string>();
  let failure: BoardState["failure"] = null;
  let state: BoardState | null = null;
  let shown: { from: BoardView; view: BoardView } | null = null;
  let session: BoardView["session"] | null = null;
  let comparing = false;
  let closed = false;

  function changed(): void {
    state = null;
    for (const listener of listeners) listener();
  }
  function reshow(): void {
    shown = null;
    changed();
  }
  const hidden = () => sync.replica.view()?.session.facilitator_options.avatars === "hide";

  const people = createPeople({
    me,
    env,
    whisper: (event, data) => connection.whisper(event, data),
    hidden,
    changed,
  });
  const connection = createConnection({
    boardId,
    me: me.id,
    env,
    connect: options.connect,
    people,
    news,
    stands: compareSoon,
    here: () => outbox.wake(),
    changed,
    ended: options.onSessionEnded,
  });
  const sync = createSync({
    boardId,
    me: me.id,
    call,
    env,
    clock,
    live: () => connection.state() !== "offline",
    crowd: () => people.members().length,
    changed: confirmed,
    failed(error) {
      if (error.status === 401) return;
      failure = { status: error.status > 0 ? error.status : 500 };
      changed();
    },
  });
  const outbox = createOutbox({
    boardId,
    me: me.id,
    call,
    env,
    takeMeta: sync.takeMeta,
    version: () => sync.replica.view()?.version ?? 0,
    changed: reshow,
    hides: (id) => sync.replica.view()?.items.get(id)?.hidden === true,
    outdated: sync.compare,
  });

  const authors = createAuthors({ base, call, env, people, view: () => sync.replica.view(), hidden });

  function confirmed(): void {
    const view = sync.replica.view();
    if (view && view.session !== session) {
      const first = session === null;
      session = view.session;
      outbox.scrub();
      if (hidden()) {
        people.scrub();
        authors.forget();
      }
      if (first) outbox.start();
    }
    if (view) outbox.settle(view.version);
    authors.look();
    reshow();
  }

  /** The channels stand, one after the other: one comparison for all of them. */
  function compareSoon(): void {
    if (comparing) return;
    comparing = true;
    env.after(30, () => {
      comparing = false;
      void sync.compare();
    });
  }

  function news(source: string, data: unknown): void {
    const told = readMessage(source, data, boardId);
    switch (told.kind) {
      case "unknown":
        // The comparison tells what it was about.
        compareSoon();
        break;
      case "elsewhere":
        break;
      case "fetch":
        sync.fetchFor(told.version);
        break;
      case "version":
        if (told.serverTime !== null) clock.event(told.serverTime);
        sync.take(told);
        break;
      default:
        told satisfies never;
    }
  }

  function view(): BoardView | null {
    const from = sync.replica.view();
    if (!from) return null;
    if (shown?.from !== from) shown = { from, view: project(from, outbox.entries(), deferred) };
    return shown.view;
  }

  function dismiss(id: string, keepalive: boolean): void {
    if (!deferred.delete(id)) return;
    if (!keepalive) {
      // Nobody waits for it: a refusal brings the sticker back, and that is what there is to say.
      outbox.send({ type: "item.delete", id }).catch(() => undefined);
      reshow();
      return;
    }
    call("DELETE", `${base}/items/${id}`, undefined, { keepalive: true })
      .then(({ meta }) => sync.takeMeta(meta))
      // The page is going; should it come back, the comparison tells what became of it.
      .catch(() => undefined);
  }

  function leave(): void {
    for (const id of deferred) dismiss(id, true);
    outbox.farewell();
  }
  const stopWake = env.onWake(() => {
    outbox.wake();
    void sync.compare();
  });
  const stopLeave = env.onLeave(leave);

  connection.start();
  void sync.load();
  authors.learn();

  return {
    boardId,
    getState: () =>
      (state ??= {
        status: failure ? "failed" : sync.replica.view() ? "ready" : "loading",
        failure,
        view: view(),
        pending: outbox.pending(),
        connection: connection.state(),
        members: people.members(),
        people: people.people(),
        editing: people.editing(),
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: outbox.send,
    async call(method, path, body) {
      const sentAt = env.now();
      const { data, meta } = await call(method, `${base}${path}`, body);
      const { serverTime } = (data ?? {}) as { serverTime?: unknown };
      if (typeof serverTime === "number") clock.answer(serverTime, sentAt);
      sync.takeMeta(meta);
      return data as never;
    },
    deferDelete(id) {
      deferred.add(id);
      reshow();
      return {
        commit: () => dismiss(id, false),
        undo() {
          if (deferred.delete(id)) reshow();
        },
      };
    },
    retry: outbox.retry,
    discard: outbox.discard,
    hold: sync.hold,
    whisperEditing: people.edit,
    whisperUser: people.rename,
    serverNow: clock.now,
    serverArrival: clock.arrival,
    reload: sync.load,
    close() {
      if (closed) return;
      closed = true;
      for (const id of deferred) dismiss(id, true);
      authors.close();
      people.close();
      outbox.close();
      sync.close();
      stopWake();
      stopLeave();
      connection.close();
      listeners.clear();
    },
  };
}
