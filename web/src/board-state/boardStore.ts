import type { Person, PersonInfo } from "@retro/contract/users";
import type { BoardView } from "@retro/rules/apply-change";
import { mayNameWriters } from "@retro/rules/permissions";
import type { BoardCommand } from "@retro/rules/predict";
import { type Call, withTimeLimit } from "./apiCalls.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import { type BoardNotice, createBoardChannels, type MoveListener } from "./connection/boardChannels.ts";
import type { Connecting } from "./connection/connectWithRetry.ts";
import { createConnectionHealth } from "./connection/connectionHealth.ts";
import type { Drafts } from "./drafts/drafts.ts";
import { ChangeHistory } from "./history/changeHistory.ts";
import { Outbox } from "./outbox/outbox.ts";
import type { Deletion } from "./outbox/pendingEntry.ts";
import { createAuthorNames } from "./people/authorNames.ts";
import { createPeople, type People } from "./people/boardPeople.ts";
import { ServerClock } from "./serverClock.ts";
import { type BoardStorage, createBoardRecorder, snapshotOf } from "./storage/storedBoards.ts";
import { Sync } from "./sync/sync.ts";
import { createUpdateReceiver } from "./sync/updateReceiver.ts";
import type { Ready } from "./people/readiness.ts";
import type { Wish } from "./people/wishes.ts";
import type { BoardState } from "./types.ts";
import { createNotifier } from "./view/notifier.ts";
import { createCachedProjection } from "./view/projection.ts";
import { ScreenView } from "./view/screenView.ts";

interface BoardStoreOptions {
  boardId: string;
  me: Person;
  call: Call;
  env: BoardEnvironment;
  /** Connects in parallel with the load. */
  connect: Connecting["connect"];
  /** Whether the server still serves this page. Asked after the connection was lost; absent: never asked. */
  pageIsCurrent?: () => Promise<boolean>;
  onSessionEnded: () => void;
  /** Stores boards for a start without a network; most tests leave it out. */
  boards?: BoardStorage;
}

/** How long the first view waits for the names of authors: later ones render each sticker twice. */
const namesWaitMs = 50;

/** One open board: its state, and the functions that change it. Loads and joins at once; must be closed. */
export class BoardStore {
  /** The user's own changes that can be undone and redone. */
  readonly history = new ChangeHistory(
    () => this.#projection.view(),
    () => this.#changed(),
  );
  readonly #notifier = createNotifier(() => this.getState());
  readonly #clock: ServerClock;
  readonly #people: People;
  readonly #sync: Sync;
  readonly #outbox: Outbox;
  readonly #screen = new ScreenView(() => this.#changed());
  readonly #authorNames: ReturnType<typeof createAuthorNames>;
  readonly #options: BoardStoreOptions;
  readonly #call: Call;
  readonly #boardPath: string;
  readonly #health: ReturnType<typeof createConnectionHealth>;
  readonly #channels: ReturnType<typeof createBoardChannels>;
  readonly #receiver: ReturnType<typeof createUpdateReceiver>;
  readonly #projection: ReturnType<typeof createCachedProjection>;
  readonly #recorder: ReturnType<typeof createBoardRecorder> | undefined;
  readonly #stopListening: readonly (() => void)[];
  readonly #noticeListeners = new Map<() => void, BoardNotice>();
  readonly #moveListeners = new Set<MoveListener>();
  #failure: BoardState["failure"] = null;
  #state: BoardState | null = null;
  #lastFacilitation: BoardView["facilitation"] | null = null;
  #closed = false;

  constructor(options: BoardStoreOptions) {
    const { boardId, env } = options;
    this.#options = options;
    this.#call = withTimeLimit(options.call, env.schedule);
    this.#boardPath = `boards/${encodeURIComponent(boardId)}`;
    this.#clock = new ServerClock(env.now);
    this.#health = createConnectionHealth({
      env,
      pageIsCurrent: options.pageIsCurrent,
      realtimeState: () => this.#channels.state(),
      reconnect: () => this.#channels.reconnect(),
      changed: () => this.#changed(),
    });
    this.#people = createPeople({
      boardId,
      me: options.me,
      env,
      whisper: (event, data) => this.#channels.whisper(event, data),
      whisperAnonymously: (event, data) => this.#channels.whisperAnonymously(event, data),
      whisperToOwnTabs: (event, data) => this.#channels.whisperToOwnTabs(event, data),
      hidden: () => this.#avatarsHidden(),
      facilitation: () => this.#confirmedView()?.facilitation ?? null,
      changed: () => this.#changed(),
    });
    this.#channels = this.#createChannels();
    this.#sync = this.#createSync();
    this.#receiver = createUpdateReceiver({ boardId, env, clock: this.#clock, sync: this.#sync });
    this.#outbox = this.#createOutbox();
    this.#projection = createCachedProjection(
      () => this.#confirmedView(),
      () => this.#outbox.entries(),
    );
    this.#recorder = options.boards && this.#createRecorder(options.boards);
    this.#authorNames = createAuthorNames({
      base: this.#boardPath,
      call: this.#call,
      env,
      people: this.#people,
      view: () => this.#confirmedView(),
      hidden: () => this.#avatarsHidden(),
    });
    this.#stopListening = [
      env.onResume(() => this.#pageResumed()),
      env.onPageHide(() => {
        this.#recorder?.flush();
        this.#outbox.sendOnUnload();
      }),
      env.onOnline((online) => this.#health.setOnline(online)),
    ];
    this.#channels.start();
    this.#authorNames.fetchNames();
    void this.#sync.load();
  }

  get boardId(): string {
    return this.#options.boardId;
  }
  get drafts(): Drafts {
    return this.#outbox.drafts;
  }

  getState(): BoardState {
    return (this.#state ??= {
      status: this.#failure ? "failed" : this.#confirmedView() ? "ready" : "loading",
      failure: this.#failure,
      view: this.#screen.present(this.#projection.view()),
      screen: this.#screen.state(this.#projection.view()),
      pending: this.#outbox.pending(),
      dropped: this.#outbox.dropped(),
      ...this.history.state(),
      durable: this.#outbox.durable(),
      subscription: this.#channels.state(),
      connectionStatus: this.#health.status(this.#outbox.unsavedCount()),
      members: this.#people.members(),
      people: this.#people.people(),
      editing: this.#people.editing(),
      writing: this.#people.writing(),
      ready: this.#people.ready(),
      readyOthers: this.#people.readyOthers(),
      wish: this.#people.wish(),
      wishOthers: this.#people.wishOthers(),
    });
  }

  /** @returns a function that ends the subscription */
  readonly subscribe = (listener: () => void): (() => void) => this.#notifier.subscribe(listener);

  /**
   * Like `subscribe`, for one item only: the item, its children in order, its votes, editors and save state,
   * and options that concern all items. The empty id means the list of sections.
   */
  subscribeItem(id: string, listener: () => void): () => void {
    return this.#notifier.subscribeItem(id, listener);
  }

  /**
   * Shows the command's predicted outcome at once and sends the command; while the server cannot be reached,
   * it waits.
   * @returns the answer's `data`; null when the command was not necessary any more
   * @throws ApiErrorLike when refused, after the prediction was rolled back
   */
  send(command: BoardCommand): Promise<unknown> {
    return this.history.record(command, () => this.#outbox.send(command));
  }

  /** Like `send`; the history does not record it, and when it is refused, no text of it stays. */
  sendUndo(command: BoardCommand): Promise<unknown> {
    return this.#outbox.send(command, "undo");
  }

  /**
   * Makes any other call that changes the board and applies the `meta` of its answer. Never retried.
   * @param path below `boards/{id}`, for example `/timers`
   * @param options `spaceKey` proves that the user is a member of the board's space
   * @returns the answer's `data`
   * @throws ApiErrorLike
   */
  async call<T>(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    options: { spaceKey?: string } = {},
  ): Promise<T> {
    const askedAt = this.#options.env.now();
    const answer = await this.#call(method, `${this.#boardPath}${path}`, body, options);
    this.#receiver.answer(answer, askedAt);
    return answer.data as T;
  }

  /** Hides a sticker at once; it is deleted after ten seconds, or earlier when the board is left. */
  deferDelete(id: string): Deletion {
    return this.history.recordDeletion(id, () => this.#outbox.deferDelete(id));
  }

  /** Sends a failed entry once more. @param seen the revision that the user has seen since, and replaces */
  retry(key: string, seen?: number): void {
    this.#outbox.retry(key, seen);
  }

  discard(key: string): void {
    this.#outbox.discard(key);
  }

  /** The user has read the list of dropped changes. */
  acknowledgeDropped(): void {
    this.#outbox.acknowledgeDropped();
  }

  /** Queues other users' changes until the returned function is called. */
  readonly pauseUpdates = (): (() => void) => this.#sync.pauseUpdates();

  /**
   * Calls the listener when the review shows something else [F9], or questions have ended [Q3].
   * @returns a function that ends it
   */
  readonly onNotice = (event: BoardNotice, listener: () => void): (() => void) => {
    this.#noticeListeners.set(listener, event);
    return () => this.#noticeListeners.delete(listener);
  };
  readonly onMoveEvent = (listener: MoveListener): (() => void) => {
    this.#moveListeners.add(listener);
    return () => void this.#moveListeners.delete(listener);
  };

  /** Sends the other users which item this user edits; null: none. */
  whisperEditing(itemId: string | null): void {
    this.#people.setEditing(itemId);
  }

  /**
   * Sends the others in which column this user writes a new sticker, with the name if the options allow it.
   */
  whisperWriting(columnId: string | null): void {
    this.#people.setWriting(columnId);
  }

  /** Sends the user's new name and options to the other users, and shows them on this screen. */
  whisperUser(info: PersonInfo): void {
    this.#people.setOwnInfo(info);
  }

  /** Sends the others whether this user is done with the present step, only watches, or neither [F5]. */
  setReady(ready: Ready): void {
    this.#people.setReady(ready);
  }

  /** Sends the others a wish about the present topic, without its user [F6]. */
  setWish(wish: Wish): void {
    this.#people.setWish(wish);
  }

  /** Whether this facilitator's screen shows only what participants see, until the next step [F4]. */
  setScreenHidden(hides: boolean): void {
    this.#screen.setHidden(this.#projection.view(), hides);
  }

  /** Shows everything on a hidden screen, while the user presses a button or a key. */
  peek(peeks: boolean): void {
    this.#screen.peek(this.#projection.view(), peeks);
  }

  serverNow(): number {
    return this.#clock.now();
  }

  /** Epoch milliseconds by the same clock at which a request that is sent now arrives. */
  serverArrival(): number {
    return this.#clock.arrivalTime();
  }

  /** Fetches the names and options of everyone on the board (spec 2.30). */
  reloadPeople(): void {
    this.#authorNames.fetchNames();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#recorder?.flush();
    this.#authorNames.close();
    this.#people.close();
    this.#outbox.close();
    this.#sync.close();
    this.#health.close();
    for (const stop of this.#stopListening) stop();
    this.#channels.close();
    this.#notifier.clear();
  }

  #createChannels() {
    const { boardId, me, env, connect, onSessionEnded } = this.#options;
    return createBoardChannels({
      boardId,
      me: me.id,
      env,
      connect,
      people: this.#people,
      onMessage: (source, data) => this.#receiver.message(source, data),
      onNotice: (event) => {
        for (const [listener, about] of this.#noticeListeners) if (about === event) listener();
      },
      onMove: {
        asked: (event) => this.#moveListeners.forEach(({ asked }) => asked(event)),
        answered: (event) => this.#moveListeners.forEach(({ answered }) => answered(event)),
      },
      onSubscribed: () => this.#receiver.compareSoon(),
      onBoardSubscribed: () => this.#outbox.resume(),
      // The board's own answer leads to the entry screen (401) or to the error route (403, 404).
      onRefused: () => void this.#sync.compare(),
      onStateChange: () => {
        this.#health.realtimeStateChanged();
        this.#sync.realtimeChanged();
        if (this.#channels.state() === "live") this.#health.realtimeLive();
        this.#changed();
      },
      onSessionEnded,
    });
  }

  #createSync(): Sync {
    const { boardId, me, env, boards } = this.#options;
    return new Sync({
      boardId,
      me: me.id,
      call: this.#call,
      env,
      clock: this.#clock,
      isLive: () => this.#channels.state() === "live",
      memberCount: () => this.#people.members().length,
      beforeFirstView: () => this.#authorNames.answered(namesWaitMs),
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
        this.#people.addPeople(board.people);
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
      compare: () => this.#sync.compare(),
      serverReached: () => this.#health.serverReached(),
      serverUnreached: (error) => this.#health.serverUnreached(error),
    });
  }

  #createRecorder(boards: BoardStorage) {
    const { boardId, me, env } = this.#options;
    const authors = () =>
      [...this.#people.people()].map(([id, { name, options }]) => ({ id, name, options }));
    return createBoardRecorder(boards, {
      user: me.id,
      id: boardId,
      env,
      people: () => (this.#avatarsHidden() ? [] : authors()),
    });
  }

  #pageResumed(): void {
    this.#health.pageResumed();
    this.#sync.realtimeChanged();
    this.#outbox.resume();
    void this.#sync.compare();
  }

  #confirmedView(): BoardView | null {
    return this.#sync.replica.view();
  }

  #avatarsHidden(): boolean {
    return this.#confirmedView()?.facilitation.facilitator_options.avatars === "hide";
  }

  #changed(): void {
    this.#state = null;
    this.#notifier.changed();
  }

  #viewChanged(): void {
    this.#projection.clear();
    this.#changed();
  }

  #confirmedViewChanged(): void {
    const view = this.#confirmedView();
    if (view && view.facilitation !== this.#lastFacilitation) this.#facilitationChanged(view);
    if (view) {
      this.#outbox.confirmedViewChanged(view.version);
      this.#recorder?.changed(view);
    }
    this.#authorNames.fetchMissing();
    this.#viewChanged();
  }

  #facilitationChanged(view: BoardView, { facilitation } = view): void {
    const before = this.#lastFacilitation;
    this.#lastFacilitation = facilitation;
    this.#outbox.scrub();
    this.history.scrub(view);
    if (before !== null && mayNameWriters(before) !== mayNameWriters(facilitation))
      this.#people.scrubWriters();
    if (this.#avatarsHidden()) {
      this.#people.scrub();
      this.#authorNames.reset();
    }
    if (before === null) this.#outbox.start();
  }
}
