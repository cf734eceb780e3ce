import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** How the proxy treats every connection. */
export type NetworkState =
  /** Bytes pass. */
  | "open"
  /** Connections are reset, new ones refused at once. */
  | "cut"
  /** Connections stay, new ones are accepted, and no byte passes: a laptop whose network went away unnoticed. */
  | "half-open";

export interface NetworkProxy {
  /** The address that the browser uses in place of the server's. */
  readonly url: string;
  /** Changes the network for connections there are and for later ones. */
  set(state: NetworkState): void;
  /** Milliseconds by which every byte is late, in both directions; 0 at first. */
  delay(ms: number): void;
  /** Sends each POST, PUT and DELETE to the server twice; the browser gets the second answer. */
  duplicate(on: boolean): void;
  /** Resets the connection instead of answering the next request whose first line matches: the server has done it, and the browser gets no answer. */
  loseAnswer(firstLine: RegExp): void;
  close(): Promise<void>;
}

/**
 * A TCP proxy that does to a browser's connections what bad networks do.
 * @param target address of the server under test, `http://localhost:1234`
 */
export async function startProxy(target: string): Promise<NetworkProxy> {
  const port = Number(new URL(target).port);
  let state: NetworkState = "open";
  let delayMs = 0;
  let duplicatesWrites = false;
  let lostAnswer: RegExp | null = null;
  const pairs = new Set<{ near: Socket; far: Socket }>();

  function forward(from: Socket, to: Socket, chunk: Buffer): void {
    const write = () => {
      if (state === "open" && to.writable) to.write(chunk);
    };
    if (delayMs === 0) write();
    else setTimeout(write, delayMs);
    from.resume();
  }

  const server: Server = createServer((near) => {
    if (state === "cut") {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, "localhost");
    const pair = { near, far };
    pairs.add(pair);
    let loseNext = false;
    near.on("data", (chunk: Buffer) => {
      const line = chunk.subarray(0, 300).toString("latin1").split("\r\n", 1)[0] ?? "";
      if (lostAnswer?.test(line)) {
        loseNext = true;
        lostAnswer = null;
      }
      if (duplicatesWrites && /^(?:POST|PUT|DELETE) /.test(line))
        repeatRequest(port, chunk, () => forward(near, far, chunk));
      else forward(near, far, chunk);
    });
    far.on("data", (chunk: Buffer) => {
      if (loseNext) near.resetAndDestroy();
      else forward(far, near, chunk);
    });
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.on("error", end);
      socket.on("close", () => {
        // A half-open network does not tell one end that the other has gone.
        if (state !== "half-open") end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set(next) {
      state = next;
      if (next === "half-open") return;
      // Connections from the silent time are dead, as after a laptop's sleep: the browser has to reconnect.
      for (const { near, far } of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
      pairs.clear();
    },
    delay(ms) {
      delayMs = ms;
    },
    duplicate(on) {
      duplicatesWrites = on;
    },
    loseAnswer(firstLine) {
      lostAnswer = firstLine;
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a request's bytes on a new connection, waits until the answer begins, and closes the connection. */
function repeatRequest(port: number, bytes: Buffer, done: () => void): void {
  const copy = connect(port, "localhost", () => copy.write(bytes));
  const finish = () => {
    copy.destroy();
    done();
  };
  copy.once("data", finish);
  copy.once("error", finish);
}
