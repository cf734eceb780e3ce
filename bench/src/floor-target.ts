import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import type { Http } from "./http.ts";
import type { Target } from "./target.ts";

/** The floor (floor.ts), driven with the same clients. */
export const floor: Target = {
  async newBoard(http: Http) {
    const id = randomUUID();
    await http.send("POST", `/boards/${id}`);
    return id;
  },
  async come(http: Http) {
    const name = randomUUID();
    return {
      async join(board) {
        const url = `${http.url.replace(/^http/, "ws")}/${board}/${name}`;
        const socket = new WebSocket(url, { perMessageDeflate: false });
        let heard = 0;
        let listener: (id: string, at: number) => void = () => undefined;
        const opened = Promise.withResolvers<void>();
        socket.on("error", (error) => opened.reject(error));
        socket.on("message", (bytes: Buffer) => {
          const at = performance.now();
          heard += bytes.length;
          const { id } = JSON.parse(bytes.toString()) as { id?: string };
          if (id === undefined) opened.resolve();
          else listener(id, at);
        });
        await opened.promise;
        return {
          async create(column, id, title) {
            const body = JSON.stringify({ id, board, column, title });
            const headers = { "content-type": "application/json", "x-socket-id": name };
            const answer = await http.send("POST", "/items", headers, body);
            if (answer.status !== 201) throw new Error(`the floor answered ${answer.status}`);
          },
          onCreated: (wish) => (listener = wish),
          heard: () => heard,
          close: () => socket.terminate(),
        };
      },
    };
  },
};
