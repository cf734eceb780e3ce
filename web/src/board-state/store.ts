import {
  boardEvent,
  channels,
  eventNames,
  itemsEvent,
  mineEvent,
  sessionEvent,
  sessionEvents,
} from "@retro/contract/events";
import type { Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import type { ChannelListener, JoinedChannel, RealtimeLink } from "../realtime/link.ts";
import type { Call } from "./api.ts";
import type { Env } from "./env.ts";
import { createOutbox } from "./outbox.ts";
import { createPeople } from "./people.ts";
import { project } from "./projection.ts";
import { createServerClock } from "./server-clock.ts";
import { createSync } from "./sync.ts";
import type { BoardState, BoardStore, Connection } from "./types.ts";

export interface StoreOptions {
  boardId: string;
  me: Person;
  call: Call;
  env: Env;
  /** Connects in parallel with the load. Rejects when that is hopeless for now: it is tried again. */
  connect: () => Promise<RealtimeLink>;
  /** The session was ended from elsewhere. */
  onSessionEnded: () => void;
}

const reconnectMs = 10_000;

/** Opens a board: loads it and joins its channels. It is the caller's to close it. */
export function openStore(options: StoreOptions): BoardStore {
  const { boardId, me, call, env } = options;
  const base = `boards/${encodeURIComponent(boardId)}`;
  const listeners = new Set<() => void>();
  const clock = createServerClock(env.now);
  const deferred = new Set<string>();
  const strangers = new Set<string>();
  let link: RealtimeLink | null = null;
  let presence: JoinedChannel | null = null;
  let joined: JoinedChannel[] = [];
  let connection: Connection = "connecting";
  let subscribed = false;
  let failure: BoardState["failure"] = null;
  let state: BoardState | null = null;
  let shown: { from: BoardView; view: BoardView } | null = null;
  let session: BoardView["session"] | null = null;
  let learning = false;
  let comparing = false;
  let closed = false;

  function changed(): void {
    state = null;
    for (const listener of listeners) listener();
  }
  function reshow(): void {
    shown = null;
    changed();
  }
  const hidden = () => sync.replica.view()?.session.facilitator_options.avatars === "hide";

  const people = createPeople({
    me,
    env,
    whisper: (event, data) => presence?.whisper(event, data),
    hidden,
    changed,
  });
  const sync = createSync({
    boardId,
    me: me.id,
    call,
    env,
    clock,
    live: () => connection !== "offline",
    crowd: () => people.members().length,
    changed: confirmed,
    failed(error) {
      if (error.status === 401) return;
      failure = { status: error.status > 0 ? error.status : 500 };
      changed();
    },
  });
  const outbox = createOutbox({
    boardId,
    me: me.id,
    call,
    env,
    takeMeta: sync.takeMeta,
    version: () => sync.replica.view()?.version ?? 0,
    changed: reshow,
    hides: (id) => sync.replica.view()?.items.get(id)?.hidden === true,
    outdated: sync.compare,
  });

  function confirmed(): void {
    const view = sync.replica.view();
    if (view && view.session !== session) {
      const first = session === null;
      session = view.session;
      outbox.scrub();
      if (hidden()) {
        people.scrub();
        strangers.clear();
      }
      if (first) outbox.start();
    }
    if (view) outbox.settle(view.version);
    if (view && !hidden() && hasStranger(view)) learnPeople();
    reshow();
  }

  /** An author is on the board whose name nobody has told yet; each is asked for once. */
  function hasStranger(view: BoardView): boolean {
    let found = false;
    const known = people.people();
    for (const { user_id } of view.items.values()) {
      if (user_id === null || known.has(user_id) || strangers.has(user_id)) continue;
      found = true;
      if (!learning) strangers.add(user_id);
    }
    return found;
  }

  /** Names and colours of authors who are not here; at most one request every few seconds. */
  function learnPeople(): void {
    if (learning || closed) return;
    learning = true;
    void askForPeople().then(() => env.after(5000 + env.random() * 2000, rested));
  }

  /** Whoever came onto the board in the meantime is asked for now. */
  function rested(): void {
    learning = false;
    const view = sync.replica.view();
    if (view && !hidden() && hasStranger(view)) learnPeople();
  }

  async function askForPeople(): Promise<void> {
    try {
      const { data } = await call("GET", `${base}/users-options`);
      if (closed) return;
      people.learn(data as Person[]);
      // Avatars may have been hidden while the answer was under way.
      if (hidden()) people.scrub();
    } catch {
      // Without them authors have no name for now; the next news asks again.
      strangers.clear();
    }
  }

  /** The channels stand, one after the other: one comparison for all of them. */
  function compareSoon(): void {
    if (comparing) return;
    comparing = true;
    env.after(30, () => {
      comparing = false;
      void sync.compare();
    });
  }

  function news(name: string, data: unknown): void {
    const whole = name === "mine";
    const schema = whole
      ? mineEvent
      : name === eventNames.items
        ? itemsEvent
        : name === eventNames.board
          ? boardEvent
          : sessionEvent;
    const parsed = schema.safeParse(data);
    if (!parsed.success) {
      // Not understood (a newer server, perhaps): the comparison tells what it was about.
      compareSoon();
      return;
    }
    const event = parsed.data;
    if ("fetch" in event) {
      sync.fetchFor(event.version);
      return;
    }
    if ("board_id" in event && event.board_id !== boardId) return;
    if ("serverTime" in event) clock.event(event.serverTime);
    const own = "changes" in event ? (event.changes ?? []) : [];
    const put =
      "facilitator_id" in event
        ? [
            {
              type: "session.put" as const,
              session: {
                facilitator_id: event.facilitator_id,
                facilitator_options: event.facilitator_options,
                timer: event.timer,
              },
            },
          ]
        : [];
    sync.take({ kind: "version", version: event.version, changes: [...put, ...own], whole });
  }

  const listen = (handlers: Partial<ChannelListener>): ChannelListener => ({
    event: () => undefined,
    subscribed: compareSoon,
    joined: () => undefined,
    left: () => undefined,
    ...handlers,
  });

  function join(to: RealtimeLink): void {
    presence = to.join(
      channels.presence(boardId),
      [eventNames.items, eventNames.board, eventNames.whisperEdit, eventNames.whisperUser],
      listen({
        event(name, data, from) {
          if (name.startsWith("client-")) people.whispered(name, data, from);
          else news(name, data);
        },
        subscribed(members) {
          subscribed = true;
          people.here(members);
          outbox.wake();
          reckon();
          compareSoon();
        },
        joined: people.joined,
        left: (id) => people.left(id),
      }),
    );
    const seat = to.join(
      channels.session(boardId),
      sessionEvents,
      listen({ event: (_, data) => news("session", data) }),
    );
    const own = to.join(
      channels.user(me.id),
      [eventNames.mine, eventNames.sessionEnded],
      listen({
        event(name, data) {
          if (name === eventNames.sessionEnded) options.onSessionEnded();
          else news("mine", data);
        },
      }),
    );
    joined = [presence, seat, own];
  }

  function reckon(): void {
    const now = link?.state() ?? "connecting";
    if (now !== "live") subscribed = false;
    const next: Connection = now === "live" && !subscribed ? "connecting" : now;
    if (next === connection) return;
    connection = next;
    changed();
  }

  async function connect(): Promise<void> {
    try {
      const made = await options.connect();
      if (closed) {
        made.close();
        return;
      }
      link = made;
      made.onState(reckon);
      made.onEnded(options.onSessionEnded);
      join(made);
      reckon();
    } catch {
      // Without realtime the board lives by comparing versions; it is told as offline, and tried again.
      connection = "offline";
      changed();
      env.after(reconnectMs * (0.75 + env.random() / 2), () => {
        if (!closed) void connect();
      });
    }
  }

  function view(): BoardView | null {
    const from = sync.replica.view();
    if (!from) return null;
    if (shown?.from !== from) shown = { from, view: project(from, outbox.entries(), deferred) };
    return shown.view;
  }

  function dismiss(id: string, keepalive: boolean): void {
    if (!deferred.delete(id)) return;
    if (!keepalive) {
      // Nobody waits for it: a refusal brings the sticker back, and that is what there is to say.
      outbox.send({ type: "item.delete", id }).catch(() => undefined);
      reshow();
      return;
    }
    call("DELETE", `${base}/items/${id}`, undefined, { keepalive: true })
      .then(({ meta }) => sync.takeMeta(meta))
      // The page is going; should it come back, the comparison tells what became of it.
      .catch(() => undefined);
  }

  function leave(): void {
    for (const id of deferred) dismiss(id, true);
    outbox.farewell();
  }
  const stopWake = env.onWake(() => {
    outbox.wake();
    void sync.compare();
  });
  const stopLeave = env.onLeave(leave);

  void sync.load();
  void connect();
  learnPeople();

  return {
    boardId,
    getState: () =>
      (state ??= {
        status: failure ? "failed" : sync.replica.view() ? "ready" : "loading",
        failure,
        view: view(),
        pending: outbox.pending(),
        connection,
        members: people.members(),
        people: people.people(),
        editing: people.editing(),
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: outbox.send,
    async call(method, path, body) {
      const sentAt = env.now();
      const { data, meta } = await call(method, `${base}${path}`, body);
      const { serverTime } = (data ?? {}) as { serverTime?: unknown };
      if (typeof serverTime === "number") clock.answer(serverTime, sentAt);
      sync.takeMeta(meta);
      return data as never;
    },
    deferDelete(id) {
      deferred.add(id);
      reshow();
      return {
        commit: () => dismiss(id, false),
        undo() {
          if (deferred.delete(id)) reshow();
        },
      };
    },
    retry: outbox.retry,
    discard: outbox.discard,
    hold: sync.hold,
    whisperEditing: people.edit,
    whisperUser: people.rename,
    serverNow: clock.now,
    reload: sync.load,
    close() {
      if (closed) return;
      closed = true;
      for (const id of deferred) dismiss(id, true);
      people.close();
      outbox.close();
      sync.close();
      stopWake();
      stopLeave();
      for (const channel of joined) channel.leave();
      link?.close();
      listeners.clear();
    },
  };
}
