import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** How the proxy treats every connection. */
export type NetworkState =
  /** Bytes pass. */
  | "open"
  /** Connections are reset; new ones are refused at once. */
  | "cut"
  /**
   * Connections stay, new ones are accepted, and no byte passes: neither end notices that the network is
   * gone.
   */
  | "half-open";

export interface NetworkProxy {
  /** The address that the browser uses instead of the server's. */
  readonly url: string;
  /** Changes the network for present and later connections. */
  set(state: NetworkState): void;
  close(): Promise<void>;
}

/** What a proxy does at the moment, shared by all its connections. */
interface ProxyState {
  readonly port: number;
  network: NetworkState;
  readonly pairs: Set<{ near: Socket; far: Socket }>;
}

/**
 * A TCP proxy that does to a browser's connections what bad networks do.
 * @param target address of the server under test, `http://localhost:1234`
 */
export async function startProxy(target: string): Promise<NetworkProxy> {
  const state: ProxyState = {
    port: Number(new URL(target).port),
    network: "open",
    pairs: new Set(),
  };
  const server: Server = createServer((near) => connectThrough(state, near));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set(next) {
      state.network = next;
      if (next === "half-open") return;
      // Connections from the half-open time are dead, as after a laptop's sleep: the browser has to
      // reconnect.
      for (const { near, far } of state.pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
      state.pairs.clear();
    },
    async close() {
      for (const { near, far } of state.pairs) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Connects a browser's connection (`near`) to the server (`far`). */
function connectThrough(state: ProxyState, near: Socket): void {
  if (state.network === "cut") {
    near.resetAndDestroy();
    return;
  }
  const far = connect(state.port, "localhost");
  const pair = { near, far };
  state.pairs.add(pair);
  near.on("data", (chunk: Buffer) => forward(state, far, chunk));
  far.on("data", (chunk: Buffer) => forward(state, near, chunk));
  const end = () => {
    state.pairs.delete(pair);
    near.destroy();
    far.destroy();
  };
  for (const socket of [near, far]) {
    socket.on("error", end);
    socket.on("close", () => {
      // A half-open network does not tell one end that the other has closed.
      if (state.network !== "half-open") end();
    });
  }
}

function forward(state: ProxyState, to: Socket, chunk: Buffer): void {
  if (state.network === "open" && to.writable) to.write(chunk);
}
