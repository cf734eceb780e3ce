import type Pusher from "pusher-js";
import type { Channel, Members, PresenceChannel } from "pusher-js";
import type {
  ChannelListener,
  JoinedChannel,
  RealtimeState,
  RawMember,
  RealtimeConnection,
} from "./connection.ts";

const firstRetryMs = 1000;
const lastRetryMs = 30_000;
/** The server closed the connection because the session has ended (docs/realtime.md, "Codes"). */
const sessionEndedCode = 4009;

function realtimeStateOf(state: string): RealtimeState {
  if (state === "connected") return "live";
  return state === "initialized" || state === "connecting" ? "connecting" : "offline";
}

export function createPusherConnection(pusher: Pusher): RealtimeConnection {
  const listeners = new Set<(state: RealtimeState) => void>();
  const endedListeners = new Set<() => void>();
  let state = realtimeStateOf(pusher.connection.state);
  pusher.connection.bind("state_change", ({ current }: { current: string }) => {
    state = realtimeStateOf(current);
    for (const listener of listeners) listener(state);
  });
  pusher.connection.bind("error", (error: { error?: { data?: { code?: number }; code?: number } }) => {
    const code = error.error?.data?.code ?? error.error?.code;
    if (code === sessionEndedCode) for (const listener of endedListeners) listener();
  });
  return {
    join: (name, events, listener) => joinChannel(pusher, name, events, listener),
    state: () => state,
    onStateChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSessionEnded(listener) {
      endedListeners.add(listener);
      return () => endedListeners.delete(listener);
    },
    reconnect() {
      pusher.disconnect();
      pusher.connect();
    },
    socketId: () => (state === "live" ? pusher.connection.socket_id : undefined),
    close() {
      listeners.clear();
      endedListeners.clear();
      pusher.disconnect();
    },
  };
}

function joinChannel(
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
    const presentMembers = (channel as PresenceChannel).members as Members | undefined;
    presentMembers?.each((member: RawMember) => members.push(member));
    listener.onSubscribed(members);
  });
  channel.bind("pusher:subscription_error", ({ status }: { status?: number }) => {
    clearTimeout(retry);
    // The library would wait for this subscription for ever, and not ask again.
    channel.subscriptionPending = false;
    // An error without a status is that of our `authorise`, which repeats all that is not final. Of those
    // that the endpoint sends, 401 and 404 are final; others (a late signature, a busy server) may go away.
    if (status === undefined || status === 401 || status === 404) {
      listener.onRefused();
      return;
    }
    retry = setTimeout(() => pusher.subscribe(name), wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, lastRetryMs);
  });
  channel.bind("pusher:member_added", (member: RawMember) => listener.onJoined(member));
  channel.bind("pusher:member_removed", (member: RawMember) => listener.onLeft(member.id));
  // Bound one by one: a listener for all events does not get the whispering user's id.
  for (const event of events)
    channel.bind(event, (data: unknown, meta?: { user_id?: string }) =>
      listener.onEvent(event, data, meta?.user_id),
    );
  return {
    whisper(event, data) {
      if (channel.subscribed) channel.trigger(event, data);
    },
  };
}
