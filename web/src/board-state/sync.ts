import { type ChangeMeta, changeMeta, changesResponse } from "@retro/contract/changes";
import type { Board, TreeItem, Vote } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { toApiErrorLike, type Call, mustLeaveBoard, retryDelay } from "./apiCalls.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import { createMissingDataCheck } from "./missingData.ts";
import {
  createReplica,
  type BoardUpdate,
  type Replica,
  type SnapshotUpdate,
  hidesShownContent,
} from "./replica.ts";
import type { ServerClock } from "./serverClock.ts";
import type { ApiErrorLike } from "./types.ts";

/** How long to wait for a missing version before asking for it: answers and events overtake each other. */
const gapMs = 150;
/** How often a visible board asks for changes while there is no realtime. */
const pollMs = 5000;
const missingReloadMs = 1000;
const missingPauseMs = 10_000;

export interface SyncOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  clock: ServerClock;
  /** Whether realtime delivers changes. */
  isLive: () => boolean;
  /** Number of users on the board: their requests after a reveal are spread over time. */
  memberCount: () => number;
  /** The confirmed view has changed. */
  onChange: () => void;
  /** The user must leave the board: it is deleted, closed to this user, or could not be loaded. */
  onFailure: (error: ApiErrorLike) => void;
  /** The server has answered a load or a comparison. */
  serverReached: () => void;
  /** The server could not answer; `Sync` asks again. */
  serverUnreached: (error: ApiErrorLike) => void;
  /** The server sent a change of a type that this page does not know. */
  onPageOutdated: () => void;
  /** The board as this device last stored it; used while the server cannot be reached. */
  loadStored: () => Promise<SnapshotUpdate | undefined>;
}

/**
 * Keeps the confirmed view correct: loads, catches up, closes gaps, compares versions (rules Y1 to Y4). Realtime makes it faster, but
 * correctness does not depend on it.
 */
export interface Sync {
  readonly replica: Pick<Replica, "view" | "completeVersion" | "hasGap">;
  /** The first load, or a complete reload. Never rejects: it is retried, or reported to `onFailure` (docs/web.md, "Errors"). */
  load: () => Promise<boolean>;
  applyUpdate: (news: BoardUpdate) => void;
  /** Fetches a version of which only the number has arrived. */
  fetchVersion: (version: number) => void;
  /**
   * Compares versions with the server and catches up. Never rejects.
   * @returns whether the confirmed view now contains everything that was committed before the call
   */
  compare: () => Promise<boolean>;
  /** Realtime was connected or lost, or the page is visible again: plans the next comparison anew. */
  realtimeChanged: () => void;
  /** Queues other users' changes until the returned function is called, except those that hide text (rule H1). */
  pauseUpdates: () => () => void;
  /**
   * Applies the `meta` of an answer to this user.
   * @returns the version from which on the view contains the answer; null when the answer does not say
   */
  applyMeta: (meta: unknown) => number | null;
  close: () => void;
}

export function createSync(options: SyncOptions): Sync {
  const { boardId, me, call, env, clock } = options;
  const boardPath = `boards/${encodeURIComponent(boardId)}`;
  const replica = createReplica(me);
  const missingData = createMissingDataCheck();
  let closed = false;
  let pauses = 0;
  let queuedUpdates: BoardUpdate[] = [];
  let wantedVersion = 0;
  let stopGap: (() => void) | null = null;
  let stopComparison: (() => void) | null = null;
  let stopItems: (() => void) | null = null;
  let lastItemsLoad = Number.NEGATIVE_INFINITY;
  let pauseMs = missingPauseMs;
  /** A facilitation change revealed text, and the load that fetches it has not arrived. */
  let revealDue = false;
  let loading: Promise<boolean> | null = null;
  let catchingUp: Promise<boolean> | null = null;
  /** A comparison that begins when the running one has ended. */
  let queuedCatchUp: Promise<boolean> | null = null;
  let attempts = 0;
  let stopRetry: (() => void) | null = null;

  function take(news: BoardUpdate): void {
    if (closed) return;
    if (pauses > 0 && !hidesShownContent(news, replica.view())) {
      // A queued update counts as in flight, so that part versions older than it are not pruned.
      replica.addInFlight(1);
      queuedUpdates.push(news);
      return;
    }
    const revealed = applyQueued();
    afterUpdates(applyOne(news) || revealed);
  }

  function applyOne(news: BoardUpdate): boolean {
    const { revealed } = replica.applyUpdate(news);
    const view = replica.view();
    if (news.kind === "snapshot" && view) missingData.itemsLoaded(view);
    return revealed;
  }

  function applyQueued(): boolean {
    const first = queuedUpdates;
    queuedUpdates = [];
    let revealed = false;
    for (const news of first) revealed = applyOne(news) || revealed;
    if (first.length > 0) replica.addInFlight(-first.length);
    return revealed;
  }

  function afterUpdates(revealed: boolean): void {
    if (revealed) {
      revealDue = true;
      loadItemsIn(env.random() * Math.min(1500, options.memberCount() * 8), true);
    } else reloadMissing();
    if (replica.view() && (replica.hasGap() || wantedVersion > viewVersion())) closeGapIn(gapMs);
    options.onChange();
  }

  const viewVersion = () => replica.view()?.version ?? 0;

  function closeGapIn(ms: number): void {
    stopGap ??= env.schedule(ms, () => {
      stopGap = null;
      if (replica.hasGap() || wantedVersion > replica.completeVersion()) void catchUp();
    });
  }

  /** Prevents the pruning of part versions while a request is in flight. */
  async function whileInFlight<T>(ask: () => Promise<T>): Promise<T> {
    replica.addInFlight(1);
    try {
      return await ask();
    } finally {
      replica.addInFlight(-1);
    }
  }

  async function get(below: string): Promise<{ data: unknown; meta: unknown }> {
    const askedAt = env.now();
    const answer = await call("GET", `${boardPath}${below}`);
    const { serverTime } = (answer.data ?? {}) as { serverTime?: unknown };
    if (typeof serverTime === "number")
      clock.readAnswer(serverTime, answer.sentAt ?? askedAt, answer.receivedAt);
    return answer;
  }

  /** @returns whether the view now contains everything that was committed before the call */
  function catchUp(): Promise<boolean> {
    if (closed || !replica.view()) return Promise.resolve(false);
    const busy = catchingUp ?? loading;
    if (busy) {
      queuedCatchUp ??= busy.then(() => {
        queuedCatchUp = null;
        return catchUp();
      });
      return queuedCatchUp;
    }
    catchingUp = catchUpOnce().finally(() => {
      catchingUp = null;
      if (pauses === 0 && replica.hasGap() && !queuedCatchUp) closeGapIn(gapMs);
    });
    return catchingUp;
  }

  async function catchUpOnce(): Promise<boolean> {
    const since = replica.completeVersion();
    const target = wantedVersion;
    try {
      await whileInFlight(async () => {
        const answer = changesResponse.safeParse((await get(`/changes?since=${since}`)).data);
        // A change of an unknown type comes from a newer server. A fresh load contains its effect.
        if (!answer.success) await loadAfterUnknownChange(since);
        else if ("reload" in answer.data) await loadAll(since);
        else {
          if (wantedVersion === target) wantedVersion = 0;
          const { version, changes } = answer.data;
          if (version > since || changes.length > 0) take({ kind: "catch-up", version, changes });
        }
      });
      reached();
      // While updates are paused, answers are queued and the view is not up to date.
      return queuedUpdates.length === 0;
    } catch (error) {
      retryLater(error, () => void compare());
      return false;
    }
  }

  async function loadAfterUnknownChange(since: number): Promise<void> {
    options.onPageOutdated();
    await loadAll(since);
    if (wantedVersion <= viewVersion()) wantedVersion = 0;
  }

  function reached(): void {
    attempts = 0;
    stopRetry?.();
    stopRetry = null;
    options.serverReached();
  }

  function retryLater(error: unknown, work: () => void): void {
    const problem = toApiErrorLike(error);
    if (closed) return;
    if (mustLeaveBoard(problem, replica.view() !== null)) {
      options.onFailure(problem);
      return;
    }
    options.serverUnreached(problem);
    if (replica.view() === null) void showStored();
    attempts += 1;
    stopRetry?.();
    stopRetry = env.schedule(retryDelay(attempts, error, env.random), () => {
      stopRetry = null;
      if (!closed) work();
    });
  }

  /** Shows the board that the device has stored, until the server answers. */
  async function showStored(): Promise<void> {
    const snapshot = await options.loadStored();
    if (snapshot !== undefined && !closed && replica.view() === null) take(snapshot);
  }

  async function loadAll(since: number): Promise<void> {
    const [board, items, votes] = await Promise.all([get(""), get("/items"), get("/items/votes")]);
    const loaded = board.data as Board;
    const itemsAt = (items.meta as { version: number }).version;
    const votesAt = (votes.meta as { version: number }).version;
    if (Math.max(loaded.version, itemsAt, votesAt) < since) replica.reset();
    lastItemsLoad = env.now();
    take({
      kind: "snapshot",
      board: loaded,
      items: { tree: items.data as TreeItem[], version: itemsAt },
      mine: { ids: (votes.data as Vote[]).map((vote) => vote.item_id), version: votesAt },
    });
    // The parts may have different versions: catching up brings all of them to the newest.
    if (Math.max(loaded.version, itemsAt, votesAt) > viewVersion()) void catchUp();
  }

  function load(): Promise<boolean> {
    loading ??= loadOnce().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function loadOnce(): Promise<boolean> {
    try {
      await whileInFlight(() => loadAll(0));
      reached();
      return true;
    } catch (error) {
      retryLater(error, () => void load());
      return false;
    }
  }

  /** Loads the items again, in one request: they now contain what was withheld. */
  function loadItemsIn(ms: number, urgent: boolean): void {
    if (stopItems && !urgent) return;
    stopItems?.();
    stopItems = env.schedule(ms, () => {
      stopItems = null;
      const view = replica.view();
      if (!view || !(revealDue || missingData.isMissing(view))) return;
      lastItemsLoad = env.now();
      revealDue = false;
      whileInFlight(async () => {
        const items = await get("/items");
        take({
          kind: "snapshot",
          board: null,
          items: { tree: items.data as TreeItem[], version: (items.meta as { version: number }).version },
          mine: null,
        });
      }).catch((error: unknown) => {
        revealDue = true;
        const problem = toApiErrorLike(error);
        if (closed) return;
        if (mustLeaveBoard(problem, true)) options.onFailure(problem);
        else loadItemsIn(retryDelay((attempts += 1), error, env.random), false);
      });
    });
  }

  /** Loads the items again when the view lacks something that this user may see; doubles the pause while loads do not help. */
  function reloadMissing(): void {
    const view = replica.view();
    if (!view || stopItems) return;
    if (!missingData.isMissing(view)) {
      pauseMs = missingPauseMs;
      return;
    }
    const pause = Math.max(missingReloadMs, lastItemsLoad + pauseMs - env.now());
    if (pauseMs < 16 * missingPauseMs) pauseMs *= 2;
    loadItemsIn(pause + env.random() * missingReloadMs, false);
  }

  function scheduleComparison(): void {
    if (closed) return;
    const everyMs = options.isLive() || env.hidden() ? limits.versionCheckMs : pollMs;
    stopComparison?.();
    stopComparison = env.schedule(everyMs * (0.75 + env.random() / 2), () => {
      // A planned retry waits as long as the server asked.
      if (stopRetry === null) void compare();
      scheduleComparison();
    });
  }

  function compare(): Promise<boolean> {
    return replica.view() ? catchUp() : load();
  }

  function fetchFor(target: number): void {
    wantedVersion = Math.max(wantedVersion, target);
    closeGapIn(env.random() * gapMs);
  }

  scheduleComparison();
  return {
    replica,
    load,
    applyUpdate: take,
    fetchVersion: fetchFor,
    compare,
    realtimeChanged: scheduleComparison,
    pauseUpdates() {
      pauses += 1;
      let mine = true;
      return () => {
        if (!mine) return;
        mine = false;
        pauses -= 1;
        if (pauses > 0 || queuedUpdates.length === 0) return;
        afterUpdates(applyQueued());
      };
    },
    applyMeta(meta) {
      const parsed = changeMeta.safeParse(meta);
      if (!parsed.success) return null;
      const { version, changes }: ChangeMeta = parsed.data;
      // The command changed nothing: `meta` has only the version.
      if (changes.length > 0) take({ kind: "version", version, changes, isPersonal: true });
      else if (version > viewVersion()) fetchFor(version);
      return version;
    },
    close() {
      closed = true;
      queuedUpdates = [];
      for (const stop of [stopGap, stopComparison, stopItems, stopRetry]) stop?.();
    },
  };
}
