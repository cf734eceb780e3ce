import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import type { RealtimeLink } from "../realtime/link.ts";
import { type Answer, type Call, silentCode, withTimeLimit } from "./api.ts";
import { createAuthors } from "./authors.ts";
import { createConnection } from "./connection.ts";
import type { Env } from "./env.ts";
import { readMessage } from "./message.ts";
import { createNotifier } from "./notifier.ts";
import { createOutbox } from "./outbox.ts";
import { createPageCheck } from "./page-check.ts";
import { createPeople } from "./people.ts";
import { project } from "./projection.ts";
import { createStatus } from "./status.ts";
import { createServerClock } from "./server-clock.ts";
import { type BoardStorage, createBoardRecorder, snapshotOf } from "./stored-boards.ts";
import { createSync } from "./sync.ts";
import type { ApiErrorLike, BoardState, BoardStore } from "./types.ts";

export interface StoreOptions {
  boardId: string;
  me: Person;
  call: Call;
  env: Env;
  /** Connects in parallel with the load. Rejects when that is hopeless for now: it is tried again. */
  connect: () => Promise<RealtimeLink>;
  /** Whether the server still hands out this page. Asked after the connection was lost; absent: never asked. */
  pageIsCurrent?: () => Promise<boolean>;
  /** The session was ended from elsewhere. */
  onSessionEnded: () => void;
  /** Where the board is kept for a start without a network; absent in tests of other things. */
  boards?: BoardStorage;
}

/** Opens a board: loads it and joins its channels. It is the caller's to close it. */
export function openStore(options: StoreOptions): BoardStore {
  const { boardId, me, env } = options;
  const call = withTimeLimit(options.call, env.after);
  const base = `boards/${encodeURIComponent(boardId)}`;
  const clock = createServerClock(env.now);
  let failure: BoardState["failure"] = null;
  let state: BoardState | null = null;
  let shown: { from: BoardView; view: BoardView } | null = null;
  let session: BoardView["session"] | null = null;
  let comparing = false;
  let wasLive = false;
  let closed = false;

  function changed(): void {
    state = null;
    notifier.changed();
  }
  function reshow(): void {
    shown = null;
    changed();
  }
  const hidden = () => sync.replica.view()?.session.facilitator_options.avatars === "hide";

  const notifier = createNotifier(() => getState());
  const status = createStatus(env.now, () => changed());
  const pageCheck = createPageCheck({
    env,
    isCurrent: options.pageIsCurrent,
    outdated: status.outdated,
  });
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
    changed() {
      status.socket(connection.state());
      sync.realtimeChanged();
      if (connection.state() === "live") {
        // Until now the old release may have answered while it stopped.
        if (wasLive) pageCheck.lost();
        wasLive = true;
        pageCheck.back();
      }
      changed();
    },
    ended: options.onSessionEnded,
  });
  const sync = createSync({
    boardId,
    me: me.id,
    call,
    env,
    clock,
    live: () => connection.state() === "live",
    crowd: () => people.members().length,
    changed: confirmed,
    failed(error) {
      recorder?.remove();
      failure = { status: error.status > 0 ? error.status : 500 };
      changed();
    },
    reached,
    unreached,
    outdated: status.outdated,
    async stored() {
      const board = await options.boards?.get(me.id, boardId);
      if (board === undefined) return undefined;
      people.learn(board.people);
      return snapshotOf(board);
    },
  });
  const outbox = createOutbox({
    boardId,
    me: me.id,
    call,
    env,
    takeAnswer,
    confirmed: () => sync.replica.view(),
    changed: reshow,
    compare: sync.compare,
    reached,
    unreached,
  });

  /** After an outage realtime need not wait for its next try. */
  function reached(): void {
    if (status.reached() && connection.state() !== "live") connection.reconnect();
    pageCheck.back();
  }

  function unreached(error: ApiErrorLike): void {
    status.unreached(error);
    pageCheck.lost();
    // A network that loses requests loses events too, and the socket would notice minutes later.
    if (error.code === silentCode && connection.state() === "live") connection.reconnect();
  }

  const recorder =
    options.boards &&
    createBoardRecorder(options.boards, {
      user: me.id,
      id: boardId,
      now: env.now,
      after: env.after,
      people: () =>
        hidden() ? [] : [...people.people()].map(([id, { name, options }]) => ({ id, name, options })),
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
    if (view) {
      outbox.settle(view.version);
      recorder?.changed(view);
    }
    authors.look();
    reshow();
  }

  /** The channels are subscribed one after the other: one comparison for all of them. */
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
    if (shown?.from !== from) shown = { from, view: project(from, outbox.entries()) };
    return shown.view;
  }

  function takeAnswer({ data, meta, sentAt, receivedAt }: Answer, askedAt: number): number | null {
    const { serverTime } = (data ?? {}) as { serverTime?: unknown };
    if (typeof serverTime === "number") clock.answer(serverTime, sentAt ?? askedAt, receivedAt);
    return sync.takeMeta(meta);
  }

  const stopWake = env.onWake(() => {
    status.woken();
    sync.realtimeChanged();
    outbox.wake();
    void sync.compare();
  });
  const stopLeave = env.onLeave(() => {
    recorder?.flush();
    outbox.flush();
  });
  const stopOnline = env.onOnline((online) => {
    status.online(online);
    if (!online) pageCheck.lost();
  });

  function getState(): BoardState {
    return (state ??= {
      status: failure ? "failed" : sync.replica.view() ? "ready" : "loading",
      failure,
      view: view(),
      pending: outbox.pending(),
      dropped: outbox.dropped(),
      durable: outbox.durable(),
      connection: connection.state(),
      link: status.get(outbox.unsaved()),
      members: people.members(),
      people: people.people(),
      editing: people.editing(),
    });
  }

  connection.start();
  void sync.load();
  authors.learn();

  return {
    boardId,
    getState,
    subscribe: (listener) => notifier.subscribe(listener),
    subscribeItem: (id, listener) => notifier.subscribeItem(id, listener),
    send: outbox.send,
    async call(method, path, body) {
      const askedAt = env.now();
      const answer = await call(method, `${base}${path}`, body);
      takeAnswer(answer, askedAt);
      return answer.data as never;
    },
    deferDelete: outbox.deleteLater,
    keepDraft: outbox.keepDraft,
    forgetDropped: outbox.forgetDropped,
    retry: outbox.retry,
    discard: outbox.discard,
    hold: sync.hold,
    whisperEditing: people.edit,
    whisperUser: people.rename,
    serverNow: clock.now,
    serverArrival: clock.arrival,
    reloadPeople: authors.learn,
    reload: () => sync.load().then(() => undefined),
    close() {
      if (closed) return;
      closed = true;
      recorder?.flush();
      authors.close();
      people.close();
      outbox.close();
      sync.close();
      pageCheck.close();
      stopWake();
      stopLeave();
      stopOnline();
      connection.close();
      notifier.clear();
    },
  };
}
