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

/** How long to wait for a missing version: answers and broadcasts overtake each other. */
const gapMs = 150;
/** How often the board asks for changes without realtime while somebody sees it. */
const pollMs = 5000;
const missingReloadMs = 1000;
const missingPauseMs = 10_000;

export interface SyncOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  clock: ServerClock;
  /** Whether changes arrive by themselves. */
  isLive: () => boolean;
  /** How many people are here: they will not all ask at once. */
  memberCount: () => number;
  /** The confirmed view has changed. */
  onChange: () => void;
  /** The board has to be left: it is gone, closed to this user, or could not be loaded. */
  onFailure: (error: ApiErrorLike) => void;
  /** The server has answered a load or a comparison. */
  serverReached: () => void;
  /** The server could not answer; it is asked again. */
  serverUnreached: (error: ApiErrorLike) => void;
  /** The server sends changes of a type that this page does not know. */
  onPageOutdated: () => void;
  /** The board as this device showed it last, for when the server cannot be reached. */
  loadStored: () => Promise<SnapshotUpdate | undefined>;
}

/** Keeps the confirmed view true: loads, catches up, closes gaps, compares. Delivery is only speed; this is correctness. */
export interface Sync {
  readonly replica: Pick<Replica, "view" | "completeVersion" | "hasGap">;
  /** The first load, or a complete reload. Never rejects: it is retried, or reported to `failed` (docs/web.md, "Errors"). */
  load: () => Promise<boolean>;
  applyUpdate: (news: BoardUpdate) => void;
  /** A version of which only the number has arrived; `old`: what is known of it may be incomplete. */
  fetchVersion: (version: number) => void;
  /**
   * Compares versions with the server and catches up; never rejects.
   * @returns whether the confirmed view now holds everything that was committed before the call
   */
  compare: () => Promise<boolean>;
  /** Realtime came or went, or the page is seen again: the next comparison is due sooner or later than planned. */
  realtimeChanged: () => void;
  pauseUpdates: () => () => void;
  /** The changes of an own answer; gives the version at which they are part of the view. */
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
  /** Something was revealed, and the load that shows it has not arrived. */
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
      // What waits is still on its way, as far as the stamps are concerned.
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

  /** Runs `ask` while nothing older that may arrive is forgotten. */
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

  /** @returns whether the view now holds everything that was committed before the call */
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
        // A change of an unknown type comes from a newer server. Its effect is in a fresh load.
        if (!answer.success) await loadAfterUnknownChange(since);
        else if ("reload" in answer.data) await loadAll(since);
        else {
          if (wantedVersion === target) wantedVersion = 0;
          const { version, changes } = answer.data;
          if (version > since || changes.length > 0) take({ kind: "catch-up", version, changes });
        }
      });
      reached();
      // While the view is held, answers wait: it is not up to date.
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

  /** Shows what the device has kept; the next answer of the server brings it to the present. */
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
    // The parts are of different versions: the newest of them is reached by catching up.
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

  /** After a reveal: the items once more, this time with what was withheld. One request. */
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

  /** What this user ought to see is missing. Asked for rarely, more rarely where it does not help. */
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
      // A retry that is planned keeps to what the server asked for.
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
      // Nothing was changed: the event has only the version.
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
