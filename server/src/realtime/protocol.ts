import { equalInConstantTime } from "../http/session/secrets.ts";
import { connectionMaxima, connectionRates } from "../limits/connection.ts";
import type { Admission } from "./admission.ts";
import type { RealtimeLog, PresenceMember } from "./push-service.ts";
import type { ClientMessage } from "./frames.ts";
import {
  PROTOCOL_CODES,
  PONG,
  makeClientFrame,
  makeErrorFrame,
  frame,
  parseClientMessage,
  textField,
} from "./frames.ts";
import type { Hub } from "./hub.ts";
import { SERVER_TO_USER, channelKind } from "./channel-names.ts";
import type { Peer } from "./peer.ts";
import { addOwner, readOwner, signChannel, type SignedOwner, signUser } from "./signature.ts";

export interface ClientEvent {
  channel: string;
  event: string;
  data: unknown;
  /** The sender on a presence channel, null on a private one. */
  userId: string | null;
  /** Whose connection it came from; left out for what another node has relayed and checked. */
  sender?: string | null;
}

export interface ProtocolOptions {
  key: string;
  secret: string;
  log: RealtimeLog;
  /** Refuses a whisper (false), relays it (true) or replaces its data. */
  onClientEvent?: (event: ClientEvent) => boolean | { data: unknown };
}

export interface ProtocolNodes {
  whenOpen(channel: string, join: () => void): void;
  publishWhisper(channel: string, event: string, data: unknown, userId: string | null): void;
  isCurrent(owner: SignedOwner): boolean;
}

export class Protocol {
  readonly #hub: Hub;
  readonly #admission: Admission;
  readonly #options: ProtocolOptions;
  readonly #nodes: ProtocolNodes | null;

  constructor(hub: Hub, admission: Admission, options: ProtocolOptions, nodes: ProtocolNodes | null = null) {
    this.#hub = hub;
    this.#admission = admission;
    this.#options = options;
    this.#nodes = nodes;
  }

  /** Never throws: the worst result is an error frame or a closed connection. */
  receive(peer: Peer, data: Buffer, isBinary: boolean, now: number): void {
    if (peer.isClosed) return;
    peer.lastSeen = now;
    peer.pingedAt = 0;
    if (!this.#admission.maySendFrame(peer, now))
      return this.#hub.drop(peer, PROTOCOL_CODES.overCapacity, "Too many messages");
    if (isBinary) return this.#refuse(peer, "Binary messages are not supported");
    const message = parseClientMessage(data.toString());
    if (typeof message === "string") return this.#refuse(peer, message);
    try {
      this.#dispatch(peer, message, now);
    } catch (error) {
      this.#options.log.error(
        { err: error, event: message.event },
        "a client's message could not be handled",
      );
      this.#refuse(peer, "The message could not be handled");
    }
  }

  #dispatch(peer: Peer, message: ClientMessage, now: number): void {
    switch (message.event) {
      case "pusher:ping":
        return this.#hub.send(peer, PONG);
      case "pusher:pong":
        return;
      case "pusher:subscribe":
        return this.#subscribe(peer, message.data, now);
      case "pusher:unsubscribe":
        return this.#leave(peer, textField(message.data, "channel") ?? "");
      case "pusher:signin":
        return this.#signIn(peer, message.data);
      default:
        if (message.event.startsWith("client-")) return this.#whisper(peer, message, now);
        return this.#refuse(peer, "Unknown event");
    }
  }

  #subscribe(peer: Peer, data: unknown, now: number): void {
    const name = textField(data, "channel");
    if (name === null) return this.#refuse(peer, "A subscription needs a channel");
    if (this.#hub.membership(peer, name) !== undefined || peer.joining.has(name))
      return this.#refuse(peer, "Already subscribed");
    if (peer.channels.size + peer.joining.size >= connectionMaxima.channels.max)
      return this.#refuseChannel(peer, name, "Too many channels", 403);
    if (!this.#admission.mayJoin(peer, now))
      return this.#refuseChannel(peer, name, "Too many subscriptions, try again later", 429);
    if (name.startsWith(SERVER_TO_USER)) {
      const own = peer.signedInAs !== null && name === SERVER_TO_USER + peer.signedInAs;
      return own
        ? this.#join(peer, name, null)
        : this.#refuseChannel(peer, name, "Not signed in as them", 403);
    }
    const kind = channelKind(name);
    // The product has no public channels.
    if (kind === null || kind === "public") {
      return this.#refuseChannel(peer, name, "There is no such channel", 404);
    }
    const channelData = textField(data, "channel_data") ?? undefined;
    const { key, secret } = this.#options;
    const signature = signChannel(key, secret, peer.socketId, name, channelData);
    const refusal = this.#refusalOf(peer, textField(data, "auth") ?? "", signature);
    if (refusal !== null) return this.#refuseChannel(peer, name, refusal.why, refusal.status);
    // Such a connection reconnects, and asks for a new signature.
    if (this.#hub.isEnded(peer, name))
      return this.#hub.drop(peer, PROTOCOL_CODES.reconnect, "Subscription ended");
    if (kind === "private") return this.#join(peer, name, null);
    const member = channelData === undefined ? null : parseMember(channelData);
    if (member === null) return this.#refuseChannel(peer, name, "A presence channel needs channel_data", 401);
    this.#join(peer, name, member);
  }

  /** One that names an owner comes from another node, and binds the connection to that session. */
  #refusalOf(peer: Peer, auth: string, expected: string): { why: string; status: number } | null {
    const owner = this.#nodes === null ? null : readOwner(auth);
    const signature = owner === null ? expected : addOwner(this.#options.secret, expected, owner);
    if (!equalInConstantTime(auth, signature)) return { why: "Invalid signature", status: 401 };
    if (owner === null || peer.sessionId === owner.sessionId) return null;
    // The browser asks again after 403, and gets a new signature if its session still exists.
    if (peer.sessionId !== null || !this.#nodes?.isCurrent(owner))
      return { why: "Not the session of this connection", status: 403 };
    try {
      this.#admission.bind(peer, owner.sessionId);
    } catch {
      // `bind` throws nothing but the refusal, and counts it.
      return { why: "Too many connections of this session", status: 429 };
    }
    this.#hub.bind(peer, owner.sessionId, owner.userId);
    return null;
  }

  #join(peer: Peer, name: string, member: PresenceMember | null): void {
    if (this.#nodes === null) return this.#hub.join(peer, name, member);
    peer.joining.add(name);
    this.#nodes.whenOpen(name, () => {
      // False if the client has unsubscribed since.
      if (peer.joining.delete(name) && !peer.isClosed) this.#hub.join(peer, name, member);
    });
  }

  #leave(peer: Peer, name: string): void {
    if (!peer.joining.delete(name)) this.#hub.leave(peer, name);
  }

  #signIn(peer: Peer, data: unknown): void {
    const userData = textField(data, "user_data") ?? "";
    const { key, secret } = this.#options;
    const signature = signUser(key, secret, peer.socketId, userData);
    const isValid = this.#refusalOf(peer, textField(data, "auth") ?? "", signature) === null;
    const id = isValid ? textField(JSON.parse(userData), "id") : null;
    if (id === null || id === "" || (peer.signedInAs !== null && peer.signedInAs !== id)) {
      return this.#hub.drop(peer, PROTOCOL_CODES.unauthorised, "Invalid user authentication");
    }
    peer.signedInAs = id;
    this.#hub.send(peer, frame("pusher:signin_success", null, JSON.stringify({ user_data: userData })));
  }

  #whisper(peer: Peer, message: ClientMessage, now: number): void {
    const { event, channel, data } = message;
    if (!peer.whispers.take(now))
      return this.#refuseWhisper(
        peer,
        `At most ${connectionRates.whispers.perSecond} client events a second`,
      );
    const userId = channel === null ? undefined : this.#hub.membership(peer, channel);
    const kind = channel === null ? null : channelKind(channel);
    if (channel === null || userId === undefined || (kind !== "private" && kind !== "presence"))
      return this.#refuse(
        peer,
        "Client events go to private and presence channels that the connection is subscribed to",
      );
    const verdict =
      this.#options.onClientEvent?.({ channel, event, data, userId, sender: peer.userId }) ?? true;
    if (verdict === false) return this.#refuseWhisper(peer, "Client event refused");
    const relayed = verdict === true ? data : verdict.data;
    const bytes = makeClientFrame(event, channel, relayed, userId);
    if (bytes.length > connectionMaxima.whisperBytes.max)
      return this.#refuseWhisper(peer, "A client event is at most 10 kB");
    const audience = Math.max(this.#hub.audience(channel), this.#hub.members(channel).length);
    if (!this.#admission.mayWhisper(peer, audience))
      return this.#refuseWhisper(peer, "Too many client events to a large channel");
    this.#hub.deliver(channel, bytes, peer);
    this.#nodes?.publishWhisper(channel, event, relayed, userId);
  }

  /** The sender gets an error, in a frame no larger than the smallest relayed whisper. */
  #refuseWhisper(peer: Peer, why: string): void {
    this.#hub.send(peer, makeErrorFrame(why, PROTOCOL_CODES.clientEventRefused));
  }

  #refuse(peer: Peer, why: string): void {
    this.#hub.send(peer, makeErrorFrame(why, null));
  }

  #refuseChannel(peer: Peer, channel: string, error: string, status: number): void {
    const data = JSON.stringify({ type: "AuthError", error, status });
    this.#hub.send(peer, frame("pusher:subscription_error", channel.slice(0, 200), data));
  }
}

function parseMember(channelData: string): PresenceMember | null {
  const value: unknown = JSON.parse(channelData);
  const id = textField(value, "user_id");
  if (id === null || id === "") return null;
  return { user_id: id, user_info: (value as { user_info?: unknown }).user_info ?? {} };
}
