import type { Log, PresenceMember } from "./broadcaster.ts";
import type { Inbound } from "./frames.ts";
import { CODES, PONG, errorFrame, frame, parseInbound, textField } from "./frames.ts";
import type { Hub, Peer } from "./hub.ts";
import { SERVER_TO_USER, channelKind } from "./names.ts";
import { sameSignature, signChannel, signUser } from "./signature.ts";

/** A client event (whisper) before it is relayed. */
export interface ClientEvent {
  channel: string;
  event: string;
  data: unknown;
  /** The sender on a presence channel, null on a private one. */
  userId: string | null;
}

export interface ProtocolOptions {
  key: string;
  secret: string;
  log: Log;
  /** Public channels anybody may join; none by default. */
  publicChannels?: ReadonlySet<string>;
  /** Lets the house refuse a whisper (false), let it through (true) or replace what it says. */
  onClientEvent?: (event: ClientEvent) => boolean | { data: unknown };
}

export const WHISPERS_A_SECOND = 10;
const MAX_WHISPER_BYTES = 10 * 1024;
/** Far above what any client needs; past it the connection is sent away for a while. */
const FRAMES_A_SECOND = 100;
export const FRAMES_AT_ONCE = 300;
const MAX_SUBSCRIPTIONS = 64;

/** What the server does with what clients say. One object for all connections. */
export class Protocol {
  readonly #hub: Hub;
  readonly #options: ProtocolOptions;

  constructor(hub: Hub, options: ProtocolOptions) {
    this.#hub = hub;
    this.#options = options;
  }

  /** Handles one frame. Never throws: whatever is sent, the worst is an error frame or a closed connection. */
  receive(peer: Peer, data: Buffer, isBinary: boolean, now: number): void {
    if (peer.gone) return;
    peer.lastSeen = now;
    peer.pingedAt = 0;
    refill(peer, now);
    if (peer.frames < 1) return this.#hub.drop(peer, CODES.overCapacity, "Too many messages");
    peer.frames -= 1;
    if (isBinary) return this.#refuse(peer, "Binary messages are not supported");
    const message = parseInbound(data.toString());
    if (typeof message === "string") return this.#refuse(peer, message);
    try {
      this.#dispatch(peer, message);
    } catch (error) {
      this.#options.log.error(
        { err: error, event: message.event },
        "a client's message could not be handled",
      );
      this.#refuse(peer, "The message could not be handled");
    }
  }

  #dispatch(peer: Peer, message: Inbound): void {
    switch (message.event) {
      case "pusher:ping":
        return this.#hub.send(peer, PONG);
      case "pusher:pong":
        return;
      case "pusher:subscribe":
        return this.#subscribe(peer, message.data);
      case "pusher:unsubscribe":
        return this.#hub.leave(peer, textField(message.data, "channel") ?? "");
      case "pusher:signin":
        return this.#signIn(peer, message.data);
      default:
        if (message.event.startsWith("client-")) return this.#whisper(peer, message);
        return this.#refuse(peer, "Unknown event");
    }
  }

  #subscribe(peer: Peer, data: unknown): void {
    const name = textField(data, "channel");
    if (name === null) return this.#refuse(peer, "A subscription needs a channel");
    if (this.#hub.membership(peer, name) !== undefined) return this.#refuse(peer, "Already subscribed");
    if (peer.channels.size >= MAX_SUBSCRIPTIONS)
      return this.#refuseChannel(peer, name, "Too many channels", 403);
    if (name.startsWith(SERVER_TO_USER)) {
      const own = peer.signedInAs !== null && name === SERVER_TO_USER + peer.signedInAs;
      return own
        ? this.#hub.join(peer, name, null)
        : this.#refuseChannel(peer, name, "Not signed in as them", 403);
    }
    const kind = channelKind(name);
    if (kind === null || (kind === "public" && this.#options.publicChannels?.has(name) !== true)) {
      return this.#refuseChannel(peer, name, "There is no such channel", 404);
    }
    if (kind === "public") return this.#hub.join(peer, name, null);
    const channelData = textField(data, "channel_data") ?? undefined;
    const { key, secret } = this.#options;
    const expected = signChannel(key, secret, peer.socketId, name, channelData);
    if (!sameSignature(textField(data, "auth") ?? "", expected)) {
      return this.#refuseChannel(peer, name, "Invalid signature", 401);
    }
    if (kind === "private") return this.#hub.join(peer, name, null);
    const member = channelData === undefined ? null : parseMember(channelData);
    if (member === null) return this.#refuseChannel(peer, name, "A presence channel needs channel_data", 401);
    this.#hub.join(peer, name, member);
  }

  #signIn(peer: Peer, data: unknown): void {
    const userData = textField(data, "user_data") ?? "";
    const { key, secret } = this.#options;
    const expected = signUser(key, secret, peer.socketId, userData);
    const valid = sameSignature(textField(data, "auth") ?? "", expected);
    const id = valid ? textField(JSON.parse(userData), "id") : null;
    if (id === null || id === "" || (peer.signedInAs !== null && peer.signedInAs !== id)) {
      return this.#hub.drop(peer, CODES.unauthorised, "Invalid user authentication");
    }
    peer.signedInAs = id;
    this.#hub.send(peer, frame("pusher:signin_success", null, JSON.stringify({ user_data: userData })));
  }

  #whisper(peer: Peer, message: Inbound): void {
    const { event, channel, data } = message;
    if (peer.whispers < 1) {
      const limit = `At most ${WHISPERS_A_SECOND} client events a second`;
      return this.#hub.send(peer, errorFrame(limit, CODES.tooManyClientEvents));
    }
    peer.whispers -= 1;
    const userId = channel === null ? undefined : this.#hub.membership(peer, channel);
    const kind = channel === null ? null : channelKind(channel);
    if (channel === null || userId === undefined || (kind !== "private" && kind !== "presence")) {
      return this.#refuse(peer, "Client events go to private and presence channels one is subscribed to");
    }
    const verdict = this.#options.onClientEvent?.({ channel, event, data, userId }) ?? true;
    if (verdict === false) return this.#refuse(peer, "Client event refused");
    const said = verdict === true ? data : verdict.data;
    const bytes = Buffer.from(JSON.stringify({ event, channel, data: said, user_id: userId ?? undefined }));
    if (bytes.length > MAX_WHISPER_BYTES) return this.#refuse(peer, "A client event is at most 10 kB");
    this.#hub.deliver(channel, bytes, peer);
  }

  #refuse(peer: Peer, why: string): void {
    this.#hub.send(peer, errorFrame(why, null));
  }

  #refuseChannel(peer: Peer, channel: string, error: string, status: number): void {
    const data = JSON.stringify({ type: "AuthError", error, status });
    this.#hub.send(peer, frame("pusher:subscription_error", channel.slice(0, 200), data));
  }
}

/** Token buckets kept on the peer itself, one clock for both. */
function refill(peer: Peer, now: number): void {
  const seconds = Math.max(0, now - peer.refilledAt) / 1000;
  peer.refilledAt = now;
  peer.frames = Math.min(FRAMES_AT_ONCE, peer.frames + seconds * FRAMES_A_SECOND);
  peer.whispers = Math.min(WHISPERS_A_SECOND, peer.whispers + seconds * WHISPERS_A_SECOND);
}

/** The member a signed `channel_data` names; null when it names none. */
function parseMember(channelData: string): PresenceMember | null {
  const value: unknown = JSON.parse(channelData);
  const id = textField(value, "user_id");
  if (id === null || id === "") return null;
  return { user_id: id, user_info: (value as { user_info?: unknown }).user_info ?? {} };
}
