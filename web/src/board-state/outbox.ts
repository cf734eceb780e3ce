import type { Item } from "@retro/contract/entities";
import type { Command } from "@retro/rules/predict";
import { asApiError, type Call, mayPass, retryDelay } from "./api.ts";
import type { Env } from "./env.ts";
import { alreadySays, names, needs, requestFor } from "./requests.ts";
import type { ApiErrorLike, PendingEntry, SaveState } from "./types.ts";

const mostInFlight = 6;
/** Together they stay below what a browser lets outlive its page (64 kB). */
const mostFarewells = 20;

/** A command on its way, with what its sender waits for. */
export interface Entry {
  readonly key: number;
  command: Command;
  state: SaveState;
  error?: ApiErrorLike;
  /** When it was given, for a new sticker's date. */
  readonly at: number;
  inFlight: boolean;
  /** Answered: it is part of the confirmed view from this version on. */
  settledAt: number | null;
  /** The item it predicted last, so that what is pending keeps its identity as well. */
  predicted: Item | null;
  /** Null for an entry from before a reload: nobody waits for it. */
  waiter: { resolve: (data: unknown) => void; reject: (error: unknown) => void } | null;
}

export interface OutboxOptions {
  boardId: string;
  me: string;
  call: Call;
  env: Env;
  /** Gives the version at which the answer is part of the view; null when it does not say. */
  takeMeta: (meta: unknown) => number | null;
  /** The confirmed version now. */
  version: () => number;
  changed: () => void;
  /** Does the confirmed view withhold this item's text from the user by now? */
  hides: (id: string) => boolean;
  /** The server knows better than this view. */
  outdated: () => Promise<void>;
}

/** The commands that are not yet part of the confirmed view, in the order they were given. */
export interface Outbox {
  entries: () => readonly Entry[];
  /** For the screen; the same array until something changes. */
  pending: () => readonly PendingEntry[];
  send: (command: Command) => Promise<unknown>;
  retry: (key: number) => void;
  discard: (key: number) => void;
  /** The confirmed view has moved on: what it contains is no longer pending. */
  settle: (version: number) => void;
  /** The server may be there again. */
  wake: () => void;
  /** Texts that the options withhold by now leave the memory. */
  scrub: () => void;
  /** Begins to send, what an earlier page left behind first. */
  start: () => void;
  /** The page goes: what is not answered is sent once more, to outlive it. Repeating is harmless. */
  farewell: () => void;
  close: () => void;
}

interface Kept {
  me: string;
  entries: { command: Command; at: number; failed: boolean }[];
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { boardId, call, env } = options;
  const base = `boards/${encodeURIComponent(boardId)}`;
  const storageKey = `retro.pending.${boardId}`;
  let entries: Entry[] = [];
  let shown: readonly PendingEntry[] | null = null;
  let lastKey = 0;
  let started = false;
  let closed = false;
  let attempts = 0;
  let stopWaiting: (() => void) | null = null;
  let keeping = false;
  let keptText: string | null = null;
  /** Own edits: which revision became which, so that the next edit of the same dialog is not taken for a conflict. */
  const ownRevs = new Map<string, { from: number; to: number }>();

  function touch(): void {
    shown = null;
    if (!keeping) {
      keeping = true;
      queueMicrotask(() => {
        keeping = false;
        keep();
      });
    }
    options.changed();
  }

  function keep(): void {
    // The board may have been opened anew meanwhile: what is kept is then the newer one's.
    if (closed && env.kept(storageKey) !== keptText) return;
    const open = entries.filter((entry) => entry.settledAt === null && !withheld(entry));
    const kept: Kept = {
      me: options.me,
      entries: open.map(({ command, at, state }) => ({ command, at, failed: state === "failed" })),
    };
    keptText = open.length === 0 ? null : JSON.stringify(kept);
    env.keep(storageKey, keptText);
  }

  function add(command: Command, at: number, state: SaveState, waiter: Entry["waiter"]): Entry {
    const entry: Entry = {
      key: (lastKey += 1),
      command,
      state,
      at,
      inFlight: false,
      settledAt: null,
      predicted: null,
      waiter,
    };
    entries.push(entry);
    return entry;
  }

  function drop(entry: Entry): void {
    entries = entries.filter((each) => each !== entry);
  }

  /** An edit whose sticker is hidden from this user meanwhile: its words are not theirs to keep. */
  const withheld = ({ command }: Entry) => command.type === "item.edit" && options.hides(command.id);
  const open = (entry: Entry) => entry.settledAt === null && entry.state !== "failed";

  function blocked(index: number): boolean {
    const entry = entries[index] as Entry;
    const own = new Set(names(entry.command));
    const parent = needs(entry.command);
    for (let i = 0; i < index; i += 1) {
      const earlier = entries[i] as Entry;
      if (!open(earlier)) continue;
      const theirs = names(earlier.command);
      if (theirs.some((name) => own.has(name)) || (parent !== null && theirs[0] === parent)) return true;
    }
    return false;
  }

  function pump(): void {
    if (!started || closed || stopWaiting) return;
    let flying = entries.filter((entry) => entry.inFlight).length;
    for (let i = 0; i < entries.length && flying < mostInFlight; i += 1) {
      const entry = entries[i] as Entry;
      if (!open(entry) || entry.inFlight || blocked(i)) continue;
      flying += 1;
      void run(entry);
    }
  }

  async function run(entry: Entry): Promise<void> {
    entry.inFlight = true;
    const { command } = entry;
    const { method, path, body } = requestFor(command);
    try {
      const { data, meta } = await call(method, `${base}${path}`, body);
      attempts = 0;
      succeed(entry, command, data, options.takeMeta(meta));
    } catch (error) {
      entry.inFlight = false;
      const problem = asApiError(error);
      const current =
        problem.status === 409 && command.type === "item.edit"
          ? (problem.data as Item | undefined)
          : undefined;
      if (withheld(entry)) scrub();
      else if (mayPass(problem)) waitAndRetry(entry, error);
      else if (problem.status === 404 && command.type === "item.delete")
        succeed(entry, command, { deleted: [] }, null);
      else if (current && command.type === "item.edit" && alreadySays(current, command))
        succeed(entry, command, current, null);
      else refuse(entry, problem);
    }
    pump();
  }

  function succeed(entry: Entry, command: Command, data: unknown, version: number | null): void {
    entry.inFlight = false;
    if (command.type === "item.edit" && command.rev !== undefined)
      noteRev(command.id, command.rev, (data as Item).rev);
    entry.settledAt = version ?? Number.POSITIVE_INFINITY;
    entry.state = "saving";
    entry.waiter?.resolve(data);
    if (version === null) void settleWhenCompared(entry);
    settle(options.version());
    touch();
  }

  /** The answer did not say at which version the view contains it: after a comparison it does. */
  async function settleWhenCompared(entry: Entry): Promise<void> {
    await options.outdated();
    entry.settledAt = 0;
    settle(options.version());
  }

  function noteRev(id: string, from: number, to: number): void {
    ownRevs.set(id, { from, to });
    for (const { command } of entries)
      if (command.type === "item.edit" && command.id === id && command.rev === from) command.rev = to;
  }

  function waitAndRetry(entry: Entry, error: unknown): void {
    entry.state = "waiting";
    attempts += 1;
    stopWaiting ??= env.after(retryDelay(attempts, error, env.random), () => {
      stopWaiting = null;
      pump();
    });
    touch();
  }

  function refuse(entry: Entry, error: ApiErrorLike): void {
    const words =
      entry.command.type === "sticker.add" ||
      (entry.command.type === "item.edit" && entry.waiter === null && entry.command.title !== undefined);
    if (words) {
      entry.state = "failed";
      entry.error = error;
    } else drop(entry);
    if (error.status === 409 || error.status === 404) void options.outdated();
    entry.waiter?.reject(error);
    entry.waiter = null;
    touch();
  }

  function settle(version: number): void {
    const left = entries.filter((entry) => entry.settledAt === null || entry.settledAt > version);
    if (left.length === entries.length) return;
    entries = left;
    touch();
  }

  function restore(): void {
    keptText = env.kept(storageKey);
    for (const text of [keptText, ...env.inherit(storageKey)]) {
      const kept = text === null ? null : parseKept(text);
      for (const { command, at, failed } of kept?.entries ?? []) {
        // Somebody else has come in on this tab meanwhile: of another's doings only the words are kept.
        if (kept?.me !== options.me && command.type !== "sticker.add") continue;
        add(command, at, failed ? "failed" : "waiting", null);
      }
    }
  }

  function scrub(): void {
    for (const entry of entries) {
      entry.predicted = null;
      if (!withheld(entry) || entry.inFlight) continue;
      drop(entry);
      entry.waiter?.reject({
        name: "ApiError",
        message: "content_hidden",
        status: 403,
        code: "content_hidden",
      } satisfies ApiErrorLike);
    }
    touch();
  }

  return {
    entries: () => entries,
    pending: () => (shown ??= entries.map(toPending)),
    send(given) {
      const command = { ...given };
      const own = command.type === "item.edit" ? ownRevs.get(command.id) : undefined;
      if (command.type === "item.edit" && own && command.rev === own.from) command.rev = own.to;
      return new Promise((resolve, reject) => {
        add(command, env.now(), stopWaiting ? "waiting" : "saving", { resolve, reject });
        pump();
        touch();
      });
    },
    retry(key) {
      const entry = entries.find((each) => each.key === key);
      if (entry?.state !== "failed") return;
      entry.state = "saving";
      delete entry.error;
      pump();
      touch();
    },
    discard(key) {
      const entry = entries.find((each) => each.key === key);
      if (entry?.state !== "failed") return;
      drop(entry);
      touch();
    },
    settle,
    wake() {
      attempts = 0;
      stopWaiting?.();
      stopWaiting = null;
      pump();
    },
    scrub,
    start() {
      if (started) return;
      started = true;
      restore();
      scrub();
      pump();
    },
    farewell() {
      for (const entry of entries.filter(open).slice(0, mostFarewells)) {
        const { method, path, body } = requestFor(entry.command);
        // Nobody is left to hear of a failure; should the page come back, what was kept is sent again.
        call(method, `${base}${path}`, body, { keepalive: true }).catch(() => undefined);
      }
      keep();
    },
    close() {
      if (closed) return;
      stopWaiting?.();
      keep();
      closed = true;
    },
  };
}

function toPending({ key, command, state, error }: Entry): PendingEntry {
  return error ? { key, command, state, error } : { key, command, state };
}

function parseKept(text: string): Kept | null {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    // Not ours, or cut short: nothing can be made of it.
    return null;
  }
}
