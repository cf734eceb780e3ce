// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { type PageNetwork, startPageNetwork } from "../testing/pageNetwork.ts";
import { connectPusher } from "./connectPusher.ts";

type Handler = (
  params: { socketId: string; channelName: string },
  callback: (error: Error | null, data: unknown) => void,
) => void;

/** The parts of the library that connecting uses. */
class Library {
  static last: Library;
  readonly connection = { socket_id: "1.1", state: "connected", bind: () => undefined };
  readonly authorise: Handler;
  constructor(_key: string, options: { channelAuthorization: { customHandler: Handler } }) {
    this.authorise = options.channelAuthorization.customHandler;
    Library.last = this;
  }
  signin(): void {}
}
vi.mock("pusher-js", () => ({ default: Library }));

const route = "POST /broadcasting/auth";
const settings = { key: "key", cluster: "eu", host: "localhost", port: 9, encrypted: false };
let network: PageNetwork;

beforeAll(startI18n);
beforeEach(() => {
  network = startPageNetwork();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => vi.useRealTimers());

/** Asks for a channel's signature as the library does. */
async function ask() {
  await connectPusher(settings, { space_key: "secret" });
  const { authorise, connection } = Library.last;
  const answers: unknown[] = [];
  authorise({ socketId: "1.1", channelName: "private-x" }, (error, data) => answers.push(error ?? data));
  return { answers, connection };
}

describe("the signature of a channel", () => {
  it("that the server refuses is refused at once, and not asked for again", async () => {
    network.routes[route] = { text: "{}", status: 403 };
    const { answers } = await ask();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(answers).toMatchObject([{ name: "ChannelRefused", status: 403 }]);
    expect(network.calls()).toEqual([route]);
  });

  it("is asked for again after a pause while the server cannot decide", async () => {
    let failures = 2;
    network.routes[route] = () =>
      (failures -= 1) >= 0 ? { text: "{}", status: 503 } : { text: '{"auth":"signed"}' };
    const { answers } = await ask();
    await vi.advanceTimersByTimeAsync(0);
    expect(network.calls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answers).toEqual([{ auth: "signed" }]);
    expect(String(network.requests[2]?.body)).toBe("space_key=secret&socket_id=1.1&channel_name=private-x");
  });

  it("for a connection that was replaced meanwhile is dropped", async () => {
    let answer = (): void => undefined;
    network.routes[route] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ text: '{"auth":"signed"}' });
      });
    const { answers, connection } = await ask();
    await vi.advanceTimersByTimeAsync(0);
    connection.socket_id = "1.2";
    answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([answers, network.calls()]).toEqual([[], [route]]);
  });
});
