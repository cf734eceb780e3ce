import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { RealtimeConnection } from "../realtime/connection.ts";
import { type CallResult, type Call, timeoutCode, withTimeLimit } from "./apiCalls.ts";
import { createAuthorNames } from "./authorNames.ts";
import { createBoardChannels } from "./boardChannels.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import { readMessage } from "./realtimeMessage.ts";
import { createNotifier } from "./notifier.ts";
import { createOutbox } from "./outbox.ts";
import { createPageVersionCheck } from "./pageVersionCheck.ts";
import { createPeople } from "./boardPeople.ts";
import { project } from "./projection.ts";
import { createConnectionStatus } from "./connectionStatus.ts";
import { createServerClock } from "./serverClock.ts";
import { type BoardStorage, createBoardRecorder, snapshotOf } from "./storedBoards.ts";
import { createSync } from "./sync.ts";
import type { ApiErrorLike, BoardState, BoardStore } from "./types.ts";

export interface BoardStoreOptions {
  boardId: string;
  me: Person;
  call: Call;
  env: BoardEnvironment;
  /** Connects in parallel with the load. Called again later when it rejects. */
  connect: () => Promise<RealtimeConnection>;
  /** Whether the server still serves this page. Asked after the connection was lost; absent: never asked. */
  pageIsCurrent?: () => Promise<boolean>;
  /** The server ended the session. */
  onSessionEnded: () => void;
  /** Stores boards for a start without a network; most tests leave it out. */
  boards?: BoardStorage;
}

/** Opens a board: loads it and joins its channels. The caller must close it. */
export function openBoardStore(options: BoardStoreOptions): BoardStore {
  const { boardId, me, env } = options;
  const call = withTimeLimit(options.call, env.schedule);
  const boardPath = `boards/${encodeURIComponent(boardId)}`;
  const clock = createServerClock(env.now);
  let failure: BoardState["failure"] = null;
  let state: BoardState | null = null;
  let projected: { from: BoardView; view: BoardView } | null = null;
  let lastFacilitation: BoardView["facilitation"] | null = null;
  let comparing = false;
  let wasLive = false;
  let closed = false;

  function changed(): void {
    state = null;
    notifier.changed();
  }
  function invalidateView(): void {
    projected = null;
    changed();
  }
  const hidden = () => sync.replica.view()?.facilitation.facilitator_options.avatars === "hide";

  const notifier = createNotifier(() => getState());
  const status = createConnectionStatus(env.now, () => changed());
  const pageCheck = createPageVersionCheck({
    env,
    isCurrent: options.pageIsCurrent,
    outdated: status.pageOutdated,
  });
  const people = createPeople({
    me,
    env,
    whisper: (event, data) => channels.whisper(event, data),
    hidden,
    changed,
  });
  const channels = createBoardChannels({
    boardId,
    me: me.id,
    env,
    connect: options.connect,
    people,
    onMessage: news,
    onSubscribed: compareSoon,
    onBoardSubscribed: () => outbox.resume(),
    onStateChange() {
      status.setRealtimeState(channels.state());
      sync.realtimeChanged();
      if (channels.state() === "live") {
        // A server that shuts down may still have answered with the old page: check again after a reconnection.
        if (wasLive) pageCheck.connectionLost();
        wasLive = true;
        pageCheck.connectionRestored();
      }
      changed();
    },
    onSessionEnded: options.onSessionEnded,
  });
  const sync = createSync({
    boardId,
    me: me.id,
    call,
    env,
    clock,
    isLive: () => channels.state() === "live",
    memberCount: () => people.members().length,
    onChange: onConfirmedChange,
    onFailure(error) {
      recorder?.remove();
      failure = { status: error.status > 0 ? error.status : 500 };
      changed();
    },
    serverReached: reached,
    serverUnreached: unreached,
    onPageOutdated: status.pageOutdated,
    async loadStored() {
      const board = await options.boards?.get(me.id, boardId);
      if (board === undefined) return undefined;
      people.addPeople(board.people);
      return snapshotOf(board);
    },
  });
  const outbox = createOutbox({
    boardId,
    me: me.id,
    call,
    env,
    applyAnswer: takeAnswer,
    confirmed: () => sync.replica.view(),
    onChange: invalidateView,
    compare: () => sync.compare(),
    serverReached: reached,
    serverUnreached: unreached,
  });

  /** After an outage, reconnects realtime at once instead of waiting for the library's next try. */
  function reached(): void {
    if (status.serverReached() && channels.state() !== "live") channels.reconnect();
    pageCheck.connectionRestored();
  }

  function unreached(error: ApiErrorLike): void {
    status.serverUnreached(error);
    pageCheck.connectionLost();
    // A network that loses requests loses events too, and the socket notices that minutes later.
    if (error.code === timeoutCode && channels.state() === "live") channels.reconnect();
  }

  const recorder =
    options.boards &&
    createBoardRecorder(options.boards, {
      user: me.id,
      id: boardId,
      now: env.now,
      after: env.schedule,
      people: () =>
        hidden() ? [] : [...people.people()].map(([id, { name, options }]) => ({ id, name, options })),
    });

  const authorNames = createAuthorNames({
    base: boardPath,
    call,
    env,
    people,
    view: () => sync.replica.view(),
    hidden,
  });

  function onConfirmedChange(): void {
    const view = sync.replica.view();
    if (view && view.facilitation !== lastFacilitation) {
      const first = lastFacilitation === null;
      lastFacilitation = view.facilitation;
      outbox.scrub();
      if (hidden()) {
        people.scrub();
        authorNames.reset();
      }
      if (first) outbox.start();
    }
    if (view) {
      outbox.removeConfirmed(view.version);
      recorder?.changed(view);
    }
    authorNames.look();
    invalidateView();
  }

  /** The channels are subscribed one after the other: one comparison covers all of them. */
  function compareSoon(): void {
    if (comparing) return;
    comparing = true;
    env.schedule(30, () => {
      comparing = false;
      void sync.compare();
    });
  }

  function news(source: string, data: unknown): void {
    const message = readMessage(source, data, boardId);
    switch (message.kind) {
      case "unknown":
        // The comparison fetches what the message was about.
        compareSoon();
        break;
      case "elsewhere":
        break;
      case "fetch":
        sync.fetchVersion(message.version);
        break;
      case "version":
        if (message.serverTime !== null) clock.readEvent(message.serverTime);
        sync.applyUpdate(message);
        break;
      default:
        message satisfies never;
    }
  }

  function view(): BoardView | null {
    const from = sync.replica.view();
    if (!from) return null;
    if (projected?.from !== from) projected = { from, view: project(from, outbox.entries()) };
    return projected.view;
  }

  function takeAnswer({ data, meta, sentAt, receivedAt }: CallResult, askedAt: number): number | null {
    const { serverTime } = (data ?? {}) as { serverTime?: unknown };
    if (typeof serverTime === "number") clock.readAnswer(serverTime, sentAt ?? askedAt, receivedAt);
    return sync.applyMeta(meta);
  }

  const stopResume = env.onResume(() => {
    status.pageResumed();
    sync.realtimeChanged();
    outbox.resume();
    void sync.compare();
  });
  const stopPageHide = env.onPageHide(() => {
    recorder?.flush();
    outbox.sendOnUnload();
  });
  const stopOnline = env.onOnline((online) => {
    status.setOnline(online);
    if (!online) pageCheck.connectionLost();
  });

  function getState(): BoardState {
    return (state ??= {
      status: failure ? "failed" : sync.replica.view() ? "ready" : "loading",
      failure,
      view: view(),
      pending: outbox.pending(),
      dropped: outbox.dropped(),
      durable: outbox.durable(),
      subscription: channels.state(),
      connectionStatus: status.get(outbox.unsavedCount()),
      members: people.members(),
      people: people.people(),
      editing: people.editing(),
    });
  }

  channels.start();
  void sync.load();
  authorNames.learn();

  return {
    boardId,
    getState,
    subscribe: (listener) => notifier.subscribe(listener),
    subscribeItem: (id, listener) => notifier.subscribeItem(id, listener),
    send: (command) => outbox.send(command),
    async call(method, path, body) {
      const askedAt = env.now();
      const answer = await call(method, `${boardPath}${path}`, body);
      takeAnswer(answer, askedAt);
      return answer.data as never;
    },
    deferDelete: (id) => outbox.deferDelete(id),
    storeDraft: (command) => outbox.storeDraft(command),
    acknowledgeDropped: () => outbox.acknowledgeDropped(),
    retry: (key) => outbox.retry(key),
    discard: (key) => outbox.discard(key),
    pauseUpdates: () => sync.pauseUpdates(),
    whisperEditing: people.setEditing,
    whisperUser: people.setOwnInfo,
    serverNow: clock.now,
    serverArrival: clock.arrivalTime,
    reloadPeople: authorNames.learn,
    reload: () => sync.load().then(() => undefined),
    close() {
      if (closed) return;
      closed = true;
      recorder?.flush();
      authorNames.close();
      people.close();
      outbox.close();
      sync.close();
      pageCheck.close();
      stopResume();
      stopPageHide();
      stopOnline();
      channels.close();
      notifier.clear();
    },
  };
}
