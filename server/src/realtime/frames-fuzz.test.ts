import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { channels } from "@retro/contract/events";
import { buildTestApp, type TestApp, type Visitor } from "../testing/app.ts";
import { addSticker, makeBoard } from "../testing/boards.ts";
import { checkRuns } from "../testing/failing-runs.ts";
import { inheritedNames, hostileText } from "../testing/requests/hostile.ts";
import { type Listener, listenOn } from "../testing/nodes/listener.ts";

const count = Number(process.env["FUZZ_REQUESTS"] ?? 500);
const perRun = 25;

/** What one connection sends. `$board` and `$ann` belong to another user, `$own` and `$me` to the sender. */
type Sent =
  | { as: "text" | "binary"; text: string }
  | { as: "parts"; text: string }
  /** Bytes of the websocket protocol itself, one character a byte. */
  | { as: "bytes"; text: string };

const channel = fc.oneof(
  fc.constantFrom(
    "presence-boards.$board",
    "private-boards.$board",
    "private-users.$ann",
    "#server-to-user-$ann",
    "presence-boards.$own",
    "private-users.$me",
    "boards",
    "private-encrypted-boards.$board",
  ),
  hostileText,
);
const event = fc.oneof(
  fc.constantFrom(
    "pusher:subscribe",
    "pusher:subscribe",
    "pusher:unsubscribe",
    "pusher:ping",
    "pusher:signin",
    "client-edit.board-item",
    "client-update.user",
    "client-anything",
    "board-items.update",
    "pusher_internal:subscription_succeeded",
    "pusher:error",
  ),
  hostileText,
);
const auth = fc.constantFrom("", "x", `key:${"0".repeat(64)}`, "__proto__", 1, null, {});
const data = fc.oneof(
  fc.record({ channel, auth }, { requiredKeys: [] }),
  fc.record({ channel, auth, channel_data: fc.constantFrom('{"user_id":"$ann"}', "{", "null", 7) }),
  fc.record({ user_data: fc.constantFrom('{"id":"$ann"}', "{", "[]"), auth }),
  fc.record(
    { item_id: hostileText, name: hostileText, options: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
  hostileText,
);
const message = fc
  .record({ event, data, channel }, { requiredKeys: [] })
  .map((value) => JSON.stringify(value));
const text = fc.oneof(
  { weight: 8, arbitrary: message },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "",
      "null",
      "[]",
      '"text"',
      "1",
      "{",
      "[".repeat(5000),
      '{"event":"pusher:ping","event":"pusher:subscribe"}',
      `{"event":"client-x","channel":"presence-boards.$own","data":"${"x".repeat(20_000)}"}`,
      `{"event":"pusher:ping","data":"${"x".repeat(200_000)}"}`,
      ...inheritedNames.map((name) => `{"event":"${name}","data":{"${name}":1}}`),
      '{"__proto__":{"event":"pusher:ping"}}',
    ),
  },
);
/** First byte: FIN, reserved bits and opcode; second: mask and length; then what may follow. */
const bytes = fc
  .tuple(
    fc.constantFrom(0x81, 0x01, 0x00, 0x80, 0x83, 0x8b, 0xf1, 0xc1, 0x88, 0x89, 0x8a, 0x09, 0xff),
    fc.constantFrom(0x80, 0x85, 0x05, 0xfe, 0xff, 0x7e, 0x7f, 0xfd),
    fc.string({ unit: "binary-ascii", maxLength: 40 }),
  )
  .map(([first, second, rest]) => String.fromCharCode(first, second) + rest);
const sent = fc.oneof<fc.WeightedArbitrary<Sent>[]>(
  { weight: 12, arbitrary: text.map((each) => ({ as: "text" as const, text: each })) },
  { weight: 2, arbitrary: text.map((each) => ({ as: "binary" as const, text: each })) },
  { weight: 2, arbitrary: text.map((each) => ({ as: "parts" as const, text: each })) },
  { weight: 3, arbitrary: bytes.map((each) => ({ as: "bytes" as const, text: each })) },
);

/** A client that sends anything; when the server closes its connection, it opens another. */
class Sender {
  readonly received: { event: string; channel?: string }[] = [];
  readonly #address: string;
  readonly #words: Record<string, string>;
  #socket: WebSocket | null = null;

  constructor(address: string, words: Record<string, string>) {
    this.#address = address;
    this.#words = words;
  }

  async send({ as, text: raw }: Sent): Promise<void> {
    const filled = raw.replaceAll(/\$(?:board|ann|own|me)/g, (word) => this.#words[word] ?? word);
    if (as === "bytes") return this.#sendBytes(filled);
    const socket = (this.#socket ??= await this.#connect());
    const send = (part: string | Buffer, options: { fin?: boolean; binary?: boolean }) =>
      new Promise<void>((resolve) => socket.send(part, options, () => resolve()));
    if (as === "parts") {
      for (const letter of filled.slice(0, 5)) await send(letter, { fin: false });
      await send(filled.slice(5), { fin: true });
    } else await send(as === "binary" ? Buffer.from(filled) : filled, { binary: as === "binary" });
  }

  close(): void {
    this.#socket?.terminate();
  }

  async #connect(): Promise<WebSocket> {
    const socket = new WebSocket(this.#address);
    socket.on("error", () => undefined);
    socket.on("close", () => (this.#socket = null));
    socket.on("message", (frame: Buffer) =>
      this.received.push(JSON.parse(frame.toString()) as { event: string }),
    );
    await once(socket, "open");
    return socket;
  }

  /** A raw handshake, and then any bytes. */
  async #sendBytes(raw: string): Promise<void> {
    const { hostname, port, pathname, search } = new URL(this.#address);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    const key = Buffer.alloc(16, 7).toString("base64");
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    socket.resume();
    const closed = once(socket, "close");
    socket.end(Buffer.from(raw, "latin1"));
    await closed;
  }
}

async function open(): Promise<{
  app: TestApp;
  ann: Visitor;
  bob: Visitor;
  mallory: Visitor;
  address: string;
}> {
  const app = await buildTestApp();
  const address = (await app.listen()).replace("http:", "ws:");
  const { key } = app.deps.transport.clientSettings();
  const [ann, bob, mallory] = [await app.visitor(), await app.visitor(), await app.visitor()];
  return { app, ann, bob, mallory, address: `${address}/app/${key}?protocol=7&client=test` };
}

/** Checks that another user's board works as if nothing had been sent. */
async function stillServed(listener: Listener, add: () => Promise<{ id: string }>): Promise<void> {
  const before = listener.raw.received.length;
  const { id } = await add();
  await listener.flush();
  const told = listener.raw.received.slice(before).filter((frame) => !frame.event.startsWith("pusher"));
  expect(told.map((frame) => frame.event)).toEqual(["board-items.update"]);
  expect(JSON.stringify(told)).toContain(id);
}

test(`${count} hostile frames: nobody joins or whispers on another user's channel, and the server keeps serving others`, async () => {
  const { app, ann, bob, mallory, address } = await open();
  const board = await makeBoard(ann);
  const own = await makeBoard(mallory);
  const listener = await listenOn(app, ann, board.id);
  const words = { $board: board.id, $ann: ann.user.id, $own: own.id, $me: mallory.user.id };
  await checkRuns(
    { name: "frames", runs: Math.ceil(count / perRun) },
    fc.array(sent, { minLength: perRun, maxLength: perRun }),
    async (frames) => {
      const anonymous = new Sender(address, words);
      const member = await listenOn(app, mallory, own.id);
      try {
        for (const frame of frames) {
          await anonymous.send(frame);
          // A member of a board sends the same, if it is a message.
          if (frame.as === "text")
            member.raw.socket.send(frame.text.replaceAll(/\$\w+/g, (word) => words[word as "$me"] ?? word));
        }
        await stillServed(listener, () => addSticker(bob, board, "while hostile frames come in"));
        const joined = anonymous.received.filter(
          (frame) => frame.event === "pusher_internal:subscription_succeeded",
        );
        expect(joined).toEqual([]);
        const others = [
          channels.presence(board.id),
          channels.facilitation(board.id),
          channels.user(ann.user.id),
        ];
        const leaked = [...anonymous.received, ...member.raw.received].filter(
          (frame) => others.includes(frame.channel ?? "") && frame.event !== "pusher:subscription_error",
        );
        expect(leaked).toEqual([]);
      } finally {
        anonymous.close();
        member.raw.socket.terminate();
      }
    },
  );
  expect((await ann.get("/health/live")).statusCode).toBe(200);
}, 600_000);
