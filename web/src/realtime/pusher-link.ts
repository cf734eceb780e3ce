import type Pusher from "pusher-js";
import type { Channel, Members, PresenceChannel } from "pusher-js";
import type { ChannelListener, JoinedChannel, LinkState, RawMember, RealtimeLink } from "./link.ts";

const firstRetryMs = 1000;
const lastRetryMs = 30_000;
/** Closed because the session is over (docs/realtime.md, "Codes"). */
const sessionOver = 4009;

function stateOf(state: string): LinkState {
  if (state === "connected") return "live";
  return state === "initialized" || state === "connecting" ? "connecting" : "offline";
}

/** The official client as the board knows it. */
export function linkOver(pusher: Pusher): RealtimeLink {
  const listeners = new Set<(state: LinkState) => void>();
  const ended = new Set<() => void>();
  let state = stateOf(pusher.connection.state);
  pusher.connection.bind("state_change", ({ current }: { current: string }) => {
    state = stateOf(current);
    for (const listener of listeners) listener(state);
  });
  pusher.connection.bind("error", (error: { error?: { data?: { code?: number }; code?: number } }) => {
    const code = error.error?.data?.code ?? error.error?.code;
    if (code === sessionOver) for (const listener of ended) listener();
  });
  return {
    join: (name, events, listener) => joinOver(pusher, name, events, listener),
    state: () => state,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onEnded(listener) {
      ended.add(listener);
      return () => ended.delete(listener);
    },
    reconnect() {
      pusher.disconnect();
      pusher.connect();
    },
    socketId: () => (state === "live" ? pusher.connection.socket_id : undefined),
    close() {
      listeners.clear();
      ended.clear();
      pusher.disconnect();
    },
  };
}

function joinOver(
  pusher: Pusher,
  name: string,
  events: readonly string[],
  listener: ChannelListener,
): JoinedChannel {
  const channel: Channel = pusher.subscribe(name);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = firstRetryMs;
  channel.bind("pusher:subscription_succeeded", () => {
    wait = firstRetryMs;
    const members: RawMember[] = [];
    const here = (channel as PresenceChannel).members as Members | undefined;
    here?.each((member: RawMember) => members.push(member));
    listener.subscribed(members);
  });
  channel.bind("pusher:subscription_error", ({ status }: { status?: number }) => {
    // What is forbidden stays so; the rest (a forged or late signature, a busy server) deserves another try.
    if (status === 401 || status === 404) return;
    clearTimeout(retry);
    retry = setTimeout(() => pusher.subscribe(name), wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, lastRetryMs);
  });
  channel.bind("pusher:member_added", (member: RawMember) => listener.joined(member));
  channel.bind("pusher:member_removed", (member: RawMember) => listener.left(member.id));
  // One by one: what is bound to all events is not told who whispers.
  for (const event of events)
    channel.bind(event, (data: unknown, meta?: { user_id?: string }) =>
      listener.event(event, data, meta?.user_id),
    );
  return {
    whisper(event, data) {
      if (channel.subscribed) channel.trigger(event, data);
    },
    leave() {
      clearTimeout(retry);
      channel.unbind_all();
      pusher.unsubscribe(name);
    },
  };
}
