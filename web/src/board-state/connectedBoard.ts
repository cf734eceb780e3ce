import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { RealtimeConnection } from "../realtime/connection.ts";
import { type Call, type CallResult, type Method, withTimeLimit } from "./apiCalls.ts";
import { createAuthorNames } from "./authorNames.ts";
import { createBoardChannels } from "./boardChannels.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import { createPeople, type People } from "./boardPeople.ts";
import { createConnectionHealth } from "./connectionHealth.ts";
import { createNotifier } from "./notifier.ts";
import { createOutbox } from "./outbox.ts";
import type { Outbox } from "./outboxTypes.ts";
import { project } from "./projection.ts";
import { readMessage } from "./realtimeMessage.ts";
import { createServerClock } from "./serverClock.ts";
import { type BoardStorage, createBoardRecorder, snapshotOf } from "./storedBoards.ts";
import { createSync } from "./sync.ts";
import type { Sync } from "./syncTypes.ts";
import type { BoardState } from "./types.ts";

/** The channels are subscribed within this time one after the other: one comparison covers all of them. */
const compareDelayMs = 30;

export interface ConnectedBoardOptions {
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

/** Connects the parts of an open board, and computes its state from them. */
export class ConnectedBoard {
  readonly notifier = createNotifier(() => this.getState());
  readonly clock: ReturnType<typeof createServerClock>;
  readonly people: People;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly authorNames: ReturnType<typeof createAuthorNames>;
  readonly #options: ConnectedBoardOptions;
  readonly #call: Call;
  readonly #boardPath: string;
  readonly #health: ReturnType<typeof createConnectionHealth>;
  readonly #channels: ReturnType<typeof createBoardChannels>;
  readonly #recorder: ReturnType<typeof createBoardRecorder> | undefined;
  readonly #stopListening: (() => void)[];
  #failure: BoardState["failure"] = null;
  #state: BoardState | null = null;
  #projected: { from: BoardView; view: BoardView } | null = null;
  #lastFacilitation: BoardView["facilitation"] | null = null;
  #comparing = false;
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
      hidden: () => this.#avatarsHidden(),
      changed: () => this.#changed(),
    });
    this.#channels = this.#createChannels();
    this.sync = this.#createSync();
    this.outbox = this.#createOutbox();
    this.#recorder = options.boards && this.#createRecorder(options.boards);
    this.authorNames = createAuthorNames({
      base: this.#boardPath,
      call: this.#call,
      env,
      people: this.people,
      view: () => this.#confirmedView(),
      hidden: () => this.#avatarsHidden(),
    });
    this.#stopListening = this.#listenToBrowser();
  }

  start(): void {
    this.#channels.start();
    void this.sync.load();
    this.authorNames.fetchNames();
  }

  getState(): BoardState {
    return (this.#state ??= {
      status: this.#failure ? "failed" : this.#confirmedView() ? "ready" : "loading",
      failure: this.#failure,
      view: this.#projectedView(),
      pending: this.outbox.pending(),
      dropped: this.outbox.dropped(),
      durable: this.outbox.durable(),
      subscription: this.#channels.state(),
      connectionStatus: this.#health.status(this.outbox.unsavedCount()),
      members: this.people.members(),
      people: this.people.people(),
      editing: this.people.editing(),
    });
  }

  async call(method: Method, path: string, body?: unknown): Promise<unknown> {
    const askedAt = this.#options.env.now();
    const answer = await this.#call(method, `${this.#boardPath}${path}`, body);
    this.#applyAnswer(answer, askedAt);
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
    for (const stop of this.#stopListening) stop();
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
      onMessage: (source, data) => this.#receive(source, data),
      onSubscribed: () => this.#compareSoon(),
      onBoardSubscribed: () => this.outbox.resume(),
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
      onChange: () => this.#confirmedViewChanged(),
      onFailure: ({ status }) => {
        this.#recorder?.remove();
        this.#failure = { status: status > 0 ? status : 500 };
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
    return createOutbox({
      boardId,
      me: me.id,
      call: this.#call,
      env,
      applyAnswer: (answer, askedAt) => this.#applyAnswer(answer, askedAt),
      confirmed: () => this.#confirmedView(),
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
      now: env.now,
      after: env.schedule,
      people: () => (this.#avatarsHidden() ? [] : authors()),
    });
  }

  /** @returns functions that end the listening */
  #listenToBrowser(): (() => void)[] {
    const { env } = this.#options;
    return [
      env.onResume(() => {
        this.#health.pageResumed();
        this.sync.realtimeChanged();
        this.outbox.resume();
        void this.sync.compare();
      }),
      env.onPageHide(() => {
        this.#recorder?.flush();
        this.outbox.sendOnUnload();
      }),
      env.onOnline((online) => this.#health.setOnline(online)),
    ];
  }

  #confirmedView(): BoardView | null {
    return this.sync.replica.view();
  }

  #avatarsHidden(): boolean {
    return this.#confirmedView()?.facilitation.facilitator_options.avatars === "hide";
  }

  #projectedView(): BoardView | null {
    const from = this.#confirmedView();
    if (!from) return null;
    if (this.#projected?.from !== from)
      this.#projected = { from, view: project(from, this.outbox.entries()) };
    return this.#projected.view;
  }

  #changed(): void {
    this.#state = null;
    this.notifier.changed();
  }

  #viewChanged(): void {
    this.#projected = null;
    this.#changed();
  }

  #confirmedViewChanged(): void {
    const view = this.#confirmedView();
    if (view && view.facilitation !== this.#lastFacilitation) this.#facilitationChanged(view);
    if (view) {
      this.outbox.removeConfirmed(view.version);
      this.#recorder?.changed(view);
    }
    this.authorNames.fetchMissing();
    this.#viewChanged();
  }

  #facilitationChanged({ facilitation }: BoardView): void {
    const isFirst = this.#lastFacilitation === null;
    this.#lastFacilitation = facilitation;
    this.outbox.scrub();
    if (this.#avatarsHidden()) {
      this.people.scrub();
      this.authorNames.reset();
    }
    if (isFirst) this.outbox.start();
  }

  #compareSoon(): void {
    if (this.#comparing) return;
    this.#comparing = true;
    this.#options.env.schedule(compareDelayMs, () => {
      this.#comparing = false;
      void this.sync.compare();
    });
  }

  #receive(source: string, data: unknown): void {
    const message = readMessage(source, data, this.#options.boardId);
    switch (message.kind) {
      case "unknown":
        // The comparison fetches what the message was about.
        this.#compareSoon();
        break;
      case "elsewhere":
        break;
      case "fetch":
        this.sync.fetchVersion(message.version);
        break;
      case "version":
        if (message.serverTime !== null) this.clock.readEvent(message.serverTime);
        this.sync.applyUpdate(message);
        break;
      default:
        message satisfies never;
    }
  }

  #applyAnswer({ data, meta, sentAt, receivedAt }: CallResult, askedAt: number): number | null {
    const { serverTime } = (data ?? {}) as { serverTime?: unknown };
    if (typeof serverTime === "number") this.clock.readAnswer(serverTime, sentAt ?? askedAt, receivedAt);
    return this.sync.applyMeta(meta);
  }
}
