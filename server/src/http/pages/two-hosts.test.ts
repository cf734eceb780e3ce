import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";

const upgrade =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";

test.each([
  ["a call", "/api/v1/config", "Connection: close"],
  ["a page", "/", "Connection: close"],
  ["a websocket", "/app/key?protocol=7", upgrade],
])(
  "attack: %s with two Host headers, of which a proxy may mean the other one, is 400",
  async (_what, url, more) => {
    const server = await buildTestApp();
    const { port } = new URL(await server.listen());
    const answerOf = async (hosts: string) => {
      const socket = connect(Number(port), "127.0.0.1");
      await once(socket, "connect");
      socket.write(`GET ${url} HTTP/1.1\r\n${hosts}\r\n${more}\r\n\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return answer.toString("latin1", 0, 12);
    };
    expect(await answerOf("Host: localhost\r\nhost: evil.example")).toBe("HTTP/1.1 400");
    expect(await answerOf("Host: localhost")).not.toBe("HTTP/1.1 400");
  },
);
