import { TestRunner, onTestFinished } from "vitest";
import { channels } from "@retro/contract/events";
import { RawClient } from "../../realtime/testing.ts";
import type { TestApp, Visitor } from "../app.ts";

/** A visitor's realtime connection, with every frame that it received. */
export interface Listener {
  raw: RawClient;
  /** Frames of one event, in the order of arrival. */
  events(name: string): Record<string, unknown>[];
  /** All received frames as text, as the browser's network panel shows them. */
  receivedText(): string;
  /** Resolves when everything that was sent to this connection so far has arrived. */
  flush(): Promise<void>;
  /**
   * Joins a channel through POST /broadcasting/auth. @param fields more fields of the form @returns the
   * status of the refusal, or 200
   */
  join(channel: string, fields?: Record<string, string>): Promise<number>;
}

/**
 * Connects a visitor to a listening test app, on the board's two channels and their own unless others are
 * named.
 */
export async function listenOn(
  test: TestApp,
  visitor: Visitor,
  boardId: string,
  names = [channels.presence(boardId), channels.facilitation(boardId), channels.user(visitor.user.id)],
): Promise<Listener> {
  const address = test.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { key } = test.deps.transport.clientSettings();
  const raw = new RawClient(
    `ws://127.0.0.1:${port}${test.deps.settings.basePath}/app/${key}?protocol=7&client=test`,
  );
  // A listener that was made in `beforeAll` ends with the app.
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => raw.socket.terminate());
  raw.socketId = (await raw.receive("pusher:connection_established")).data.socket_id ?? "";
  const listener: Listener = {
    raw,
    events: (name) =>
      raw.received.filter((f) => f.event === name).map((f) => f.data as Record<string, unknown>),
    receivedText: () => JSON.stringify(raw.received),
    flush: () => raw.flush(),
    async join(channel, fields = {}) {
      const answer = await visitor.post(
        "/broadcasting/auth",
        new URLSearchParams({ socket_id: raw.socketId, channel_name: channel, ...fields }).toString(),
        { "content-type": "application/x-www-form-urlencoded" },
      );
      if (answer.statusCode !== 200) return answer.statusCode;
      raw.send("pusher:subscribe", { channel, ...answer.json<object>() });
      await raw.receive("pusher_internal:subscription_succeeded");
      return 200;
    },
  };
  for (const channel of names) {
    const status = await listener.join(channel);
    if (status !== 200) throw new Error(`${channel}: ${status}`);
  }
  return listener;
}
