import type { ClientConfig } from "@retro/contract/events";
import type PusherClient from "pusher-js";
// @ts-expect-error Only the package has types. In Node its name means another build, which does not use the page's `WebSocket`.
import browserBuild from "pusher-js/dist/web/pusher.js";

/** The official client as browsers get it. */
export const PusherForBrowsers = browserBuild as typeof PusherClient;

export const settings: ClientConfig["realtime"] = {
  key: "key",
  cluster: "eu",
  host: "localhost",
  port: 9,
  encrypted: false,
};

interface Frame {
  event: string;
  channel?: string;
  data: { channel?: string; auth?: string };
}

/** A websocket of the page; the test speaks for the server. */
export class TestSocket {
  static readonly opened: TestSocket[] = [];
  /** What the client has sent, oldest first. */
  readonly frames: Frame[] = [];
  /** Sent although the client had closed the socket: browsers log an error for each. */
  sentTooLate = 0;
  readyState = 0;
  onopen = (): void => undefined;
  onclose = (_event: { code: number; reason: string; wasClean: boolean }): void => undefined;
  onmessage = (_event: { data: string }): void => undefined;

  constructor() {
    TestSocket.opened.push(this);
  }

  send(text: string): void {
    if (this.readyState > 1) this.sentTooLate += 1;
    const frame = JSON.parse(text) as Frame;
    if (frame.event === "pusher:ping") this.tell("pusher:pong", {});
    else this.frames.push(frame);
  }

  close(code = 1000): void {
    if (this.readyState > 1) return;
    this.readyState = 2;
    setTimeout(() => {
      this.readyState = 3;
      this.onclose({ code, reason: "", wasClean: true });
    });
  }

  /** Accepts the connection. */
  accept(socketId: string): void {
    this.readyState = 1;
    this.onopen();
    this.tell("pusher:connection_established", { socket_id: socketId, activity_timeout: 120 });
  }

  /** Sends an event to the client. */
  tell(event: string, data: unknown, channel?: string, userId?: string): void {
    this.onmessage({ data: JSON.stringify({ event, channel, data: JSON.stringify(data), user_id: userId }) });
  }

  /** The channels that the client has asked for, in order. */
  asked(): (string | undefined)[] {
    return this.frames.filter(({ event }) => event === "pusher:subscribe").map(({ data }) => data.channel);
  }
}

/** Replaces the page's websockets; the newest one is `socket()`. */
export function startPushEndpoint(): { socket: () => TestSocket } {
  TestSocket.opened.length = 0;
  globalThis.WebSocket = TestSocket as never;
  return { socket: () => TestSocket.opened.at(-1) as TestSocket };
}
