import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import type { HttpClient } from "../http-client.ts";
import type { SystemUnderTest } from "../system-under-test.ts";

export const floorSystem: SystemUnderTest = {
  async createBoard(http: HttpClient) {
    const id = randomUUID();
    await http.send("POST", `/boards/${id}`);
    return id;
  },
  async createVisitor(http: HttpClient) {
    const name = randomUUID();
    return {
      async join(board) {
        const url = `${http.url.replace(/^http/, "ws")}/${board}/${name}`;
        const socket = new WebSocket(url, {
          perMessageDeflate: false,
          ...(http.localAddress === undefined ? {} : { localAddress: http.localAddress }),
        });
        let receivedBytes = 0;
        let listener: (id: string, at: number) => void = () => undefined;
        const opened = Promise.withResolvers<void>();
        socket.on("error", (error) => opened.reject(error));
        socket.on("message", (bytes: Buffer) => {
          const at = performance.now();
          receivedBytes += bytes.length;
          const { id } = JSON.parse(bytes.toString()) as { id?: string };
          if (id === undefined) opened.resolve();
          else listener(id, at);
        });
        await opened.promise;
        return {
          async addSticker(column, id, title) {
            const body = JSON.stringify({ id, board, column, title });
            const headers = { "content-type": "application/json", "x-socket-id": name };
            const answer = await http.send("POST", "/items", headers, body);
            if (answer.status !== 201) throw new Error(`the floor answered ${answer.status}`);
          },
          onStickerAdded: (newListener) => (listener = newListener),
          receivedBytes: () => receivedBytes,
          close: () => socket.terminate(),
        };
      },
    };
  },
};
