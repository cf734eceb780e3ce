import { type ChangeMeta, changeMeta } from "@retro/contract/changes";
import { limits } from "@retro/contract/limits";
import { mustLeaveBoard, retryDelay, toApiErrorLike } from "../apiCalls.ts";
import { type BoardReader, createBoardReader } from "./boardReader.ts";
import { createItemReload } from "./itemReload.ts";
import { type BoardUpdate, Replica } from "../view/replica.ts";
import type { SyncOptions } from "./syncTypes.ts";
import { UpdateQueue } from "./updateQueue.ts";

/** How long to wait for a missing version before asking for it: answers and events overtake each other. */
const gapMs = 150;
/** How often a visible board asks for changes while there is no realtime. */
const pollMs = 5000;
/** The requests after a reveal are spread: so many milliseconds for each member, up to the maximum. */
const revealSpreadMs = 8;
const maxRevealSpreadMs = 1500;

/**
 * Keeps the confirmed view correct: loads, catches up, closes gaps, compares versions [Y1 to Y4]. Realtime
 * makes it faster, but correctness does not depend on it.
 */
export class Sync {
  readonly replica: Replica;
  readonly #options: SyncOptions;
  readonly #reader: BoardReader;
  readonly #updates: UpdateQueue;
  readonly #itemReload: ReturnType<typeof createItemReload>;
  #closed = false;
  /** The highest version of which only the number has arrived; 0: none. */
  #wantedVersion = 0;
  /** The board has actions, which must be loaded at this version or a newer one; 0: none is missing. */
  #missingActionsVersion = 0;
  #cancelGap: (() => void) | null = null;
  #cancelComparison: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #attempts = 0;
  #loading: Promise<boolean> | null = null;
  #catchingUp: Promise<boolean> | null = null;
  /** A catch-up that begins when the running one has ended. */
  #queuedCatchUp: Promise<boolean> | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.replica = new Replica(options.me);
    this.#reader = createBoardReader(options);
    this.#itemReload = createItemReload({
      env: options.env,
      view: () => this.replica.view(),
      load: () =>
        this.#whileInFlight(async () => this.applyUpdate(await this.#reader.loadItems(this.#hasActions()))),
      onError: (error) => this.#itemReloadFailed(error),
    });
    this.#updates = new UpdateQueue(
      this.replica,
      (update) => this.#apply(update),
      (revealed) => this.#afterUpdates(revealed),
    );
    this.realtimeChanged();
  }

  applyUpdate(update: BoardUpdate): void {
    if (!this.#closed) this.#updates.receive(update);
  }

  /** @returns the version from which on the view contains the answer; null when it does not say */
  applyMeta(meta: unknown): number | null {
    const parsed = changeMeta.safeParse(meta);
    if (!parsed.success) return null;
    const { version, changes }: ChangeMeta = parsed.data;
    // The command changed nothing: `meta` has only the version.
    if (changes.length > 0) this.applyUpdate({ kind: "version", version, changes, isPersonal: true });
    else if (version > this.#viewVersion()) this.fetchVersion(version);
    return version;
  }

  fetchVersion(version: number): void {
    this.#wantedVersion = Math.max(this.#wantedVersion, version);
    this.#closeGapIn(this.#options.env.random() * gapMs);
  }

  /** Never rejects. @returns whether the view contains everything that was committed before the call */
  compare(): Promise<boolean> {
    return this.replica.view() ? this.#catchUp() : this.load();
  }

  /** The first load, or a complete one. Never rejects: it is retried, or reported to `onFailure`. */
  load(): Promise<boolean> {
    this.#loading ??= this.#loadOnce().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Queues other users' changes until the returned function is called, except those that hide text [H1]. */
  pauseUpdates(): () => void {
    return this.#updates.pause();
  }

  /** Realtime was connected or lost, or the page is visible again: plans the next comparison anew. */
  realtimeChanged(): void {
    if (this.#closed) return;
    const { env, isLive } = this.#options;
    const everyMs = isLive() || env.hidden() ? limits.versionCheckMs : pollMs;
    this.#cancelComparison?.();
    this.#cancelComparison = env.schedule(everyMs * (0.75 + env.random() / 2), () => {
      // A planned retry waits as long as the server asked.
      if (this.#cancelRetry === null) void this.compare();
      this.realtimeChanged();
    });
  }

  close(): void {
    this.#closed = true;
    this.#updates.clear();
    this.#cancelGap?.();
    this.#cancelComparison?.();
    this.#itemReload.close();
    this.#cancelRetry?.();
  }

  #hasActions(): boolean {
    return (this.replica.view()?.actions.size ?? 0) > 0;
  }

  #viewVersion(): number {
    return this.replica.view()?.version ?? 0;
  }

  #apply(update: BoardUpdate): boolean {
    const { revealed } = this.replica.applyUpdate(update);
    const view = this.replica.view();
    if (update.kind === "snapshot" && view) this.#itemReload.loadApplied(view);
    return revealed;
  }

  #afterUpdates(revealed: boolean): void {
    const { env, memberCount, onChange } = this.#options;
    if (revealed)
      this.#itemReload.afterReveal(
        env.random() * Math.min(maxRevealSpreadMs, memberCount() * revealSpreadMs),
      );
    else this.#itemReload.ifMissing();
    if (this.replica.view() && (this.replica.hasGap() || this.#wantedVersion > this.#viewVersion()))
      this.#closeGapIn(gapMs);
    onChange();
  }

  #closeGapIn(ms: number): void {
    this.#cancelGap ??= this.#options.env.schedule(ms, () => {
      this.#cancelGap = null;
      if (this.replica.hasGap() || this.#wantedVersion > this.replica.completeVersion()) void this.#catchUp();
    });
  }

  /** Prevents the pruning of part versions while a request is in flight. */
  async #whileInFlight<T>(request: () => Promise<T>): Promise<T> {
    this.replica.addInFlight(1);
    try {
      return await request();
    } finally {
      this.replica.addInFlight(-1);
    }
  }

  /** @returns whether the view now contains everything that was committed before the call */
  #catchUp(): Promise<boolean> {
    if (this.#closed || !this.replica.view()) return Promise.resolve(false);
    const running = this.#catchingUp ?? this.#loading;
    if (running) {
      this.#queuedCatchUp ??= running.then(() => {
        this.#queuedCatchUp = null;
        return this.#catchUp();
      });
      return this.#queuedCatchUp;
    }
    this.#catchingUp = this.#catchUpOnce().finally(() => {
      this.#catchingUp = null;
      if (!this.#updates.isPaused && this.replica.hasGap() && !this.#queuedCatchUp) this.#closeGapIn(gapMs);
    });
    return this.#catchingUp;
  }

  async #catchUpOnce(): Promise<boolean> {
    try {
      await this.#whileInFlight(async () => {
        await this.#applyChangesSince(this.replica.completeVersion());
        await this.#loadMissingActions();
      });
      this.#reached();
      // While updates are paused, answers are queued and the view is not up to date.
      return this.#updates.isEmpty;
    } catch (error) {
      this.#retryLater(error, () => void this.compare());
      return false;
    }
  }

  async #applyChangesSince(since: number): Promise<void> {
    const target = this.#wantedVersion;
    const answer = await this.#reader.changesSince(since);
    // A change of an unknown type comes from a newer server. A fresh load contains its effect.
    if (answer === null) await this.#loadAfterUnknownChange(since);
    else if ("reload" in answer) await this.#loadAll(since);
    else {
      if (this.#wantedVersion === target) this.#wantedVersion = 0;
      const { version, changes } = answer;
      if (version > since || changes.length > 0) this.applyUpdate({ kind: "catch-up", version, changes });
    }
  }

  async #loadAfterUnknownChange(since: number): Promise<void> {
    this.#options.onPageOutdated();
    await this.#loadAll(since);
    if (this.#wantedVersion <= this.#viewVersion()) this.#wantedVersion = 0;
  }

  async #loadOnce(): Promise<boolean> {
    try {
      await this.#whileInFlight(async () => {
        await this.#loadAll(0);
        await this.#loadMissingActions();
      });
      this.#reached();
      return true;
    } catch (error) {
      this.#retryLater(error, () => void this.load());
      return false;
    }
  }

  /** @param since a lower version means that the server's data went back in time */
  async #loadAll(since: number): Promise<void> {
    const snapshot = await this.#reader.loadAll();
    if (this.replica.view() === null) await this.#options.beforeFirstView();
    const { board, items, mine } = snapshot;
    const newest = Math.max(board.version, items.version, mine.version);
    if (newest < since) this.replica.reset();
    this.#itemReload.loadAnswered();
    this.applyUpdate(snapshot);
    this.#missingActionsVersion = board.action_count ? board.version : 0;
    // The parts may have different versions: catching up brings all of them to the newest.
    if (newest > this.#viewVersion()) void this.#catchUp();
  }

  /** After the first view, which does not wait for them. A catch-up tries again after a failure. */
  async #loadMissingActions(): Promise<void> {
    if (this.#missingActionsVersion === 0) return;
    const actions = await this.#reader.loadActions();
    // An answer that was asked for before the last load may be older than it.
    if (actions.version >= this.#missingActionsVersion) this.#missingActionsVersion = 0;
    this.applyUpdate({ kind: "actions", actions });
  }

  #reached(): void {
    this.#attempts = 0;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#options.serverReached();
  }

  #retryLater(error: unknown, work: () => void): void {
    const { env, onFailure, serverUnreached } = this.#options;
    const problem = toApiErrorLike(error);
    if (this.#closed) return;
    if (mustLeaveBoard(problem, this.replica.view() !== null)) {
      onFailure(problem);
      return;
    }
    serverUnreached(problem);
    if (this.replica.view() === null) void this.#showStored();
    this.#cancelRetry?.();
    this.#cancelRetry = env.schedule(this.#nextDelay(error), () => {
      this.#cancelRetry = null;
      if (!this.#closed) work();
    });
  }

  /** @returns the delay before the next try; null when there is none */
  #itemReloadFailed(error: unknown): number | null {
    if (this.#closed) return null;
    const problem = toApiErrorLike(error);
    if (!mustLeaveBoard(problem, true)) return this.#nextDelay(error);
    this.#options.onFailure(problem);
    return null;
  }

  #nextDelay(error: unknown): number {
    this.#attempts += 1;
    return retryDelay(this.#attempts, error, this.#options.env.random);
  }

  /** Shows the board that the device has stored, until the server answers. */
  async #showStored(): Promise<void> {
    const snapshot = await this.#options.loadStored();
    if (snapshot !== undefined && !this.#closed && this.replica.view() === null) this.applyUpdate(snapshot);
  }
}
