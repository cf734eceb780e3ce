import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { once } from "node:events";

/** A TCP proxy in front of a database, with which a test can interrupt and restore the connection. */
export interface TcpProxy {
  /** The given address with the proxy's host and port. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Breaks every connection as soon as the client sends this text; new ones are accepted. */
  cutAt(text: string): void;
  /** Neither refuses nor passes anything on, as a machine that hangs, until `release`. */
  hang(): void;
  release(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** @param target the database's address, such as `postgres://host:5432/name` */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const behind = new URL(target);
  const sockets = new Set<Socket>();
  let trap: string | null = null;
  let isHanging = false;
  const server = createServer((client) => {
    const upstream = connect(Number(behind.port || 5432), behind.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    upstream.on("data", (bytes: Buffer) => client.write(bytes));
    client.on("data", (bytes: Buffer) => {
      upstream.write(bytes);
      if (trap !== null && bytes.includes(trap)) breakAll();
    });
    if (isHanging) for (const socket of [client, upstream]) socket.pause();
  });
  const breakAll = () => {
    trap = null;
    // The statement has reached the database: only its answer is lost.
    for (const socket of sockets) if (socket.localPort === port) socket.resetAndDestroy();
    setImmediate(() => {
      for (const socket of sockets) socket.end();
    });
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const close = async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: url.toString(),
    cut: close,
    cutAt: (text) => {
      trap = text;
    },
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    async restore() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: async () => {
      if (server.listening) await close();
    },
  };
}
