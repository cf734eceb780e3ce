import type { BoardView } from "@retro/rules/apply-change";
import { mayNameWriters } from "@retro/rules/permissions";
import { type Method, withTimeLimit, type Call } from "./apiCalls.ts";
import { createAuthorNames } from "./people/authorNames.ts";
import { createBoardChannels } from "./connection/boardChannels.ts";
import type { ConnectedBoardOptions } from "./connectedBoardOptions.ts";
import { createPeople, type People } from "./people/boardPeople.ts";
import { listenToBrowser } from "./connection/browserSignals.ts";
import { createConnectionHealth } from "./connection/connectionHealth.ts";
import { createChangeHistory } from "./history/changeHistory.ts";
import { createNotifier } from "./view/notifier.ts";
import { Outbox } from "./outbox/outbox.ts";
import { createCachedProjection } from "./view/projection.ts";
import { createServerClock } from "./serverClock.ts";
import { type BoardStorage, createBoardRecorder, snapshotOf } from "./storage/storedBoards.ts";
import { createSync } from "./sync/sync.ts";
import type { Sync } from "./sync/syncTypes.ts";
import type { BoardState } from "./types.ts";
import { createUpdateReceiver } from "./sync/updateReceiver.ts";

/**
 * How long the first view waits for the authors' names, in milliseconds. Names that arrive later render each
 * sticker on the screen twice.
 */
const namesWaitMs = 50;

/** Connects the parts of an open board, and computes its state from them. */
export class ConnectedBoard {
  readonly notifier = createNotifier(() => this.getState());
  readonly clock: ReturnType<typeof createServerClock>;
  readonly people: People;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly history = createChangeHistory(
    () => this.getState().view,
    () => this.#changed(),
  );
  readonly authorNames: ReturnType<typeof createAuthorNames>;
  readonly #options: ConnectedBoardOptions;
  readonly #call: Call;
  readonly #boardPath: string;
  readonly #health: ReturnType<typeof createConnectionHealth>;
  readonly #channels: ReturnType<typeof createBoardChannels>;
  readonly #receiver: ReturnType<typeof createUpdateReceiver>;
  readonly #projection: ReturnType<typeof createCachedProjection>;
  readonly #recorder: ReturnType<typeof createBoardRecorder> | undefined;
  readonly #stopListening: () => void;
  #failure: BoardState["failure"] = null;
  #state: BoardState | null = null;
  #lastFacilitation: BoardView["facilitation"] | null = null;
  #closed = false;

  constructor(options: ConnectedBoardOptions) {
    const { boardId, env } = options;
    this.#options = options;
    this.#call = withTimeLimit(options.call, env.schedule);
    this.#boardPath = `boards/${encodeURIComponent(boardId)}`;
    this.clock = createServerClock(env.now);
    this.#health = createConnectionHealth({
      env,
      pageIsCurrent: options.pageIsCurrent,
      realtimeState: () => this.#channels.state(),
      reconnect: () => this.#channels.reconnect(),
      changed: () => this.#changed(),
    });
    this.people = createPeople({
      me: options.me,
      env,
      whisper: (event, data) => this.#channels.whisper(event, data),
      whisperAnonymously: (event, data) => this.#channels.whisperAnonymously(event, data),
      hidden: () => this.#avatarsHidden(),
      facilitation: () => this.#confirmedView()?.facilitation ?? null,
      changed: () => this.#changed(),
    });
    this.#channels = this.#createChannels();
    this.sync = this.#createSync();
    this.#receiver = createUpdateReceiver({ boardId, env, clock: this.clock, sync: this.sync });
    this.outbox = this.#createOutbox();
    this.#projection = createCachedProjection(
      () => this.#confirmedView(),
      () => this.outbox.entries(),
    );
    this.#recorder = options.boards && this.#createRecorder(options.boards);
    this.authorNames = createAuthorNames({
      base: this.#boardPath,
      call: this.#call,
      env,
      people: this.people,
      view: () => this.#confirmedView(),
      hidden: () => this.#avatarsHidden(),
    });
    this.#stopListening = listenToBrowser(env, {
      health: this.#health,
      sync: this.sync,
      outbox: this.outbox,
      recorder: this.#recorder,
    });
  }

  start(): void {
    this.#channels.start();
    this.authorNames.fetchNames();
    void this.sync.load();
  }

  getState(): BoardState {
    return (this.#state ??= {
      status: this.#failure ? "failed" : this.#confirmedView() ? "ready" : "loading",
      failure: this.#failure,
      view: this.#projection.view(),
      pending: this.outbox.pending(),
      dropped: this.outbox.dropped(),
      ...this.history.state(),
      durable: this.outbox.durable(),
      subscription: this.#channels.state(),
      connectionStatus: this.#health.status(this.outbox.unsavedCount()),
      members: this.people.members(),
      people: this.people.people(),
      editing: this.people.editing(),
      writing: this.people.writing(),
    });
  }

  async call(method: Method, path: string, body?: unknown): Promise<unknown> {
    const askedAt = this.#options.env.now();
    const answer = await this.#call(method, `${this.#boardPath}${path}`, body);
    this.#receiver.answer(answer, askedAt);
    return answer.data;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#recorder?.flush();
    this.authorNames.close();
    this.people.close();
    this.outbox.close();
    this.sync.close();
    this.#health.close();
    this.#stopListening();
    this.#channels.close();
    this.notifier.clear();
  }

  #createChannels() {
    const { boardId, me, env, connect, onSessionEnded } = this.#options;
    return createBoardChannels({
      boardId,
      me: me.id,
      env,
      connect,
      people: this.people,
      onMessage: (source, data) => this.#receiver.message(source, data),
      onSubscribed: () => this.#receiver.compareSoon(),
      onBoardSubscribed: () => this.outbox.resume(),
      // The board's own answer leads to the entry screen (401) or to the error route (403, 404).
      onRefused: () => void this.sync.compare(),
      onStateChange: () => {
        this.#health.realtimeStateChanged();
        this.sync.realtimeChanged();
        if (this.#channels.state() === "live") this.#health.realtimeLive();
        this.#changed();
      },
      onSessionEnded,
    });
  }

  #createSync(): Sync {
    const { boardId, me, env, boards } = this.#options;
    return createSync({
      boardId,
      me: me.id,
      call: this.#call,
      env,
      clock: this.clock,
      isLive: () => this.#channels.state() === "live",
      memberCount: () => this.people.members().length,
      beforeFirstView: () => this.authorNames.answered(namesWaitMs),
      onChange: () => this.#confirmedViewChanged(),
      onFailure: ({ status, code, data }) => {
        this.#recorder?.remove();
        this.#failure = { status: status > 0 ? status : 500, ...(code !== undefined && { code, data }) };
        this.#changed();
      },
      serverReached: () => this.#health.serverReached(),
      serverUnreached: (error) => this.#health.serverUnreached(error),
      onPageOutdated: this.#health.pageOutdated,
      loadStored: async () => {
        const board = await boards?.get(me.id, boardId);
        if (board === undefined) return undefined;
        this.people.addPeople(board.people);
        return snapshotOf(board);
      },
    });
  }

  #createOutbox(): Outbox {
    const { boardId, me, env } = this.#options;
    return new Outbox({
      boardId,
      me: me.id,
      call: this.#call,
      env,
      applyAnswer: (answer, askedAt) => this.#receiver.answer(answer, askedAt),
      confirmed: () => this.#confirmedView(),
      shown: () => this.#projection.view(),
      onChange: () => this.#viewChanged(),
      compare: () => this.sync.compare(),
      serverReached: () => this.#health.serverReached(),
      serverUnreached: (error) => this.#health.serverUnreached(error),
    });
  }

  #createRecorder(boards: BoardStorage) {
    const { boardId, me, env } = this.#options;
    const authors = () => [...this.people.people()].map(([id, { name, options }]) => ({ id, name, options }));
    return createBoardRecorder(boards, {
      user: me.id,
      id: boardId,
      env,
      people: () => (this.#avatarsHidden() ? [] : authors()),
    });
  }

  #confirmedView(): BoardView | null {
    return this.sync.replica.view();
  }

  #avatarsHidden(): boolean {
    return this.#confirmedView()?.facilitation.facilitator_options.avatars === "hide";
  }

  #changed(): void {
    this.#state = null;
    this.notifier.changed();
  }

  #viewChanged(): void {
    this.#projection.clear();
    this.#changed();
  }

  #confirmedViewChanged(): void {
    const view = this.#confirmedView();
    if (view && view.facilitation !== this.#lastFacilitation) this.#facilitationChanged(view);
    if (view) {
      this.outbox.confirmedViewChanged(view.version);
      this.#recorder?.changed(view);
    }
    this.authorNames.fetchMissing();
    this.#viewChanged();
  }

  #facilitationChanged(view: BoardView, { facilitation } = view): void {
    const before = this.#lastFacilitation;
    this.#lastFacilitation = facilitation;
    this.outbox.scrub();
    this.history.scrub(view);
    if (before !== null && mayNameWriters(before) !== mayNameWriters(facilitation))
      this.people.scrubWriters();
    if (this.#avatarsHidden()) {
      this.people.scrub();
      this.authorNames.reset();
    }
    if (before === null) this.outbox.start();
  }
}
