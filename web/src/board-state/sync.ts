import { type ChangeMeta, changeMeta, changesAnswer } from "@retro/contract/changes";
import type { Board, TreeItem, Vote } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { asApiError, type Call, leavesBoard, retryDelay } from "./api.ts";
import type { Env } from "./env.ts";
import { createLacking } from "./lacking.ts";
import { createReplica, type News, type Replica, type SnapshotNews, withholds } from "./replica.ts";
import type { ServerClock } from "./server-clock.ts";
import type { ApiErrorLike } from "./types.ts";

/** How long to wait for a missing version: answers and broadcasts overtake each other. */
const gapMs = 150;
/** How often the board asks for changes without realtime while somebody sees it. */
const pollMs = 5000;
const lackMs = 1000;
const lackPauseMs = 10_000;

export interface SyncOptions {
  boardId: string;
  me: string;
  call: Call;
  env: Env;
  clock: ServerClock;
  /** Whether changes arrive by themselves. */
  live: () => boolean;
  /** How many people are here: they will not all ask at once. */
  crowd: () => number;
  /** The confirmed view has changed. */
  changed: () => void;
  /** The board has to be left: it is gone, closed to this user, or could not be loaded. */
  failed: (error: ApiErrorLike) => void;
  /** The server has answered a load or a comparison. */
  reached: () => void;
  /** The server could not answer; it is asked again. */
  unreached: (error: ApiErrorLike) => void;
  /** The server sends changes of a type that this page does not know. */
  outdated: () => void;
  /** The board as this device showed it last, for when the server cannot be reached. */
  stored: () => Promise<SnapshotNews | undefined>;
}

/** Keeps the confirmed view true: loads, catches up, closes gaps, compares. Delivery is only speed; this is correctness. */
export interface Sync {
  readonly replica: Pick<Replica, "view" | "sure" | "hasGap">;
  /** The first load, or a complete reload. Never rejects: it is retried, or reported to `failed` (docs/web.md, "Errors"). */
  load: () => Promise<boolean>;
  take: (news: News) => void;
  /** A version of which only the number has arrived; `old`: what is known of it may be incomplete. */
  fetchFor: (version: number) => void;
  /**
   * Compares versions with the server and catches up; never rejects.
   * @returns whether the confirmed view now holds everything that was committed before the call
   */
  compare: () => Promise<boolean>;
  /** Realtime came or went, or the page is seen again: the next comparison is due sooner or later than planned. */
  realtimeChanged: () => void;
  hold: () => () => void;
  /** The changes of an own answer; gives the version at which they are part of the view. */
  takeMeta: (meta: unknown) => number | null;
  close: () => void;
}

export function createSync(options: SyncOptions): Sync {
  const { boardId, me, call, env, clock } = options;
  const path = `boards/${encodeURIComponent(boardId)}`;
  const replica = createReplica(me);
  const lacking = createLacking();
  let closed = false;
  let held = 0;
  let waiting: News[] = [];
  let wanted = 0;
  let stopGap: (() => void) | null = null;
  let stopCheck: (() => void) | null = null;
  let stopItems: (() => void) | null = null;
  let lastItemsLoad = Number.NEGATIVE_INFINITY;
  let lackPause = lackPauseMs;
  /** Something was revealed, and the load that shows it has not arrived. */
  let revealDue = false;
  let loading: Promise<boolean> | null = null;
  let catching: Promise<boolean> | null = null;
  /** A comparison that begins when the running one has ended. */
  let queued: Promise<boolean> | null = null;
  let attempts = 0;
  let stopRetry: (() => void) | null = null;

  function take(news: News): void {
    if (closed) return;
    if (held > 0 && !withholds(news, replica.view())) {
      // What waits is still on its way, as far as the stamps are concerned.
      replica.flying(1);
      waiting.push(news);
      return;
    }
    const revealed = takeWaiting();
    settle(takeOne(news) || revealed);
  }

  function takeOne(news: News): boolean {
    const { revealed } = replica.take(news);
    const view = replica.view();
    if (news.kind === "snapshot" && view) lacking.loaded(view);
    return revealed;
  }

  function takeWaiting(): boolean {
    const first = waiting;
    waiting = [];
    let revealed = false;
    for (const news of first) revealed = takeOne(news) || revealed;
    if (first.length > 0) replica.flying(-first.length);
    return revealed;
  }

  function settle(revealed: boolean): void {
    if (revealed) {
      revealDue = true;
      loadItemsIn(env.random() * Math.min(1500, options.crowd() * 8), true);
    } else checkLacking();
    if (replica.view() && (replica.hasGap() || wanted > known())) mindGap(gapMs);
    options.changed();
  }

  const known = () => replica.view()?.version ?? 0;

  function mindGap(ms: number): void {
    stopGap ??= env.after(ms, () => {
      stopGap = null;
      if (replica.hasGap() || wanted > replica.sure()) void catchUp();
    });
  }

  /** Runs `ask` while nothing older that may arrive is forgotten. */
  async function flight<T>(ask: () => Promise<T>): Promise<T> {
    replica.flying(1);
    try {
      return await ask();
    } finally {
      replica.flying(-1);
    }
  }

  async function get(below: string): Promise<{ data: unknown; meta: unknown }> {
    const askedAt = env.now();
    const answer = await call("GET", `${path}${below}`);
    const { serverTime } = (answer.data ?? {}) as { serverTime?: unknown };
    if (typeof serverTime === "number") clock.answer(serverTime, answer.sentAt ?? askedAt, answer.receivedAt);
    return answer;
  }

  /** @returns whether the view now holds everything that was committed before the call */
  function catchUp(): Promise<boolean> {
    if (closed || !replica.view()) return Promise.resolve(false);
    const busy = catching ?? loading;
    if (busy) {
      queued ??= busy.then(() => {
        queued = null;
        return catchUp();
      });
      return queued;
    }
    catching = catchUpOnce().finally(() => {
      catching = null;
      if (held === 0 && replica.hasGap() && !queued) mindGap(gapMs);
    });
    return catching;
  }

  async function catchUpOnce(): Promise<boolean> {
    const since = replica.sure();
    const target = wanted;
    try {
      await flight(async () => {
        const answer = changesAnswer.safeParse((await get(`/changes?since=${since}`)).data);
        // A change of an unknown type comes from a newer server. Its effect is in a fresh load.
        if (!answer.success) await loadUnknown(since);
        else if ("reload" in answer.data) await loadAll(since);
        else {
          if (wanted === target) wanted = 0;
          const { version, changes } = answer.data;
          if (version > since || changes.length > 0) take({ kind: "catch-up", version, changes });
        }
      });
      reached();
      // While the view is held, answers wait: it is not up to date.
      return waiting.length === 0;
    } catch (error) {
      retryLater(error, () => void compare());
      return false;
    }
  }

  async function loadUnknown(since: number): Promise<void> {
    options.outdated();
    await loadAll(since);
    if (wanted <= known()) wanted = 0;
  }

  function reached(): void {
    attempts = 0;
    stopRetry?.();
    stopRetry = null;
    options.reached();
  }

  function retryLater(error: unknown, work: () => void): void {
    const problem = asApiError(error);
    if (closed) return;
    if (leavesBoard(problem, replica.view() !== null)) {
      options.failed(problem);
      return;
    }
    options.unreached(problem);
    if (replica.view() === null) void showStored();
    attempts += 1;
    stopRetry?.();
    stopRetry = env.after(retryDelay(attempts, error, env.random), () => {
      stopRetry = null;
      if (!closed) work();
    });
  }

  /** Shows what the device has kept; the next answer of the server brings it to the present. */
  async function showStored(): Promise<void> {
    const snapshot = await options.stored();
    if (snapshot !== undefined && !closed && replica.view() === null) take(snapshot);
  }

  async function loadAll(since: number): Promise<void> {
    const [board, items, votes] = await Promise.all([get(""), get("/items"), get("/items/votes")]);
    const loaded = board.data as Board;
    const itemsAt = (items.meta as { version: number }).version;
    const votesAt = (votes.meta as { version: number }).version;
    if (Math.max(loaded.version, itemsAt, votesAt) < since) replica.forget();
    lastItemsLoad = env.now();
    take({
      kind: "snapshot",
      board: loaded,
      items: { tree: items.data as TreeItem[], version: itemsAt },
      mine: { ids: (votes.data as Vote[]).map((vote) => vote.item_id), version: votesAt },
    });
    // The parts are of different versions: the newest of them is reached by catching up.
    if (Math.max(loaded.version, itemsAt, votesAt) > known()) void catchUp();
  }

  function load(): Promise<boolean> {
    loading ??= loadOnce().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function loadOnce(): Promise<boolean> {
    try {
      await flight(() => loadAll(0));
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
    stopItems = env.after(ms, () => {
      stopItems = null;
      const view = replica.view();
      if (!view || !(revealDue || lacking.in(view))) return;
      lastItemsLoad = env.now();
      revealDue = false;
      flight(async () => {
        const items = await get("/items");
        take({
          kind: "snapshot",
          board: null,
          items: { tree: items.data as TreeItem[], version: (items.meta as { version: number }).version },
          mine: null,
        });
      }).catch((error: unknown) => {
        revealDue = true;
        const problem = asApiError(error);
        if (closed) return;
        if (leavesBoard(problem, true)) options.failed(problem);
        else loadItemsIn(retryDelay((attempts += 1), error, env.random), false);
      });
    });
  }

  /** What this user ought to see is missing. Asked for rarely, more rarely where it does not help. */
  function checkLacking(): void {
    const view = replica.view();
    if (!view || stopItems) return;
    if (!lacking.in(view)) {
      lackPause = lackPauseMs;
      return;
    }
    const pause = Math.max(lackMs, lastItemsLoad + lackPause - env.now());
    if (lackPause < 16 * lackPauseMs) lackPause *= 2;
    loadItemsIn(pause + env.random() * lackMs, false);
  }

  function scheduleCheck(): void {
    if (closed) return;
    const every = options.live() || env.hidden() ? limits.versionCheckMs : pollMs;
    stopCheck?.();
    stopCheck = env.after(every * (0.75 + env.random() / 2), () => {
      // A retry that is planned keeps to what the server asked for.
      if (stopRetry === null) void compare();
      scheduleCheck();
    });
  }

  function compare(): Promise<boolean> {
    return replica.view() ? catchUp() : load();
  }

  function fetchFor(target: number): void {
    wanted = Math.max(wanted, target);
    mindGap(env.random() * gapMs);
  }

  scheduleCheck();
  return {
    replica,
    load,
    take,
    fetchFor,
    compare,
    realtimeChanged: scheduleCheck,
    hold() {
      held += 1;
      let mine = true;
      return () => {
        if (!mine) return;
        mine = false;
        held -= 1;
        if (held > 0 || waiting.length === 0) return;
        settle(takeWaiting());
      };
    },
    takeMeta(meta) {
      const parsed = changeMeta.safeParse(meta);
      if (!parsed.success) return null;
      const { version, changes }: ChangeMeta = parsed.data;
      // Nothing was changed: the event has only the version.
      if (changes.length > 0) take({ kind: "version", version, changes, whole: true });
      else if (version > known()) fetchFor(version);
      return version;
    },
    close() {
      closed = true;
      waiting = [];
      for (const stop of [stopGap, stopCheck, stopItems, stopRetry]) stop?.();
    },
  };
}
